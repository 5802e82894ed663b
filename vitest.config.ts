import { defineConfig } from 'vitest/config';

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  test: {
    include: ['{server,client,webview,protocol,syntaxes,scripts,test-fixtures}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', '.cache/**', 'e2e/**'],
    // A tokenizer of eleven megabytes is read by several suites; a hang must still end the run.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
