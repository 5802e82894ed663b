import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['suites/**/*.e2e.ts'],
    globalSetup: ['support/globalSetup.mjs'],
    // One workbench at a time: tests measure what a person would wait for.
    fileParallelism: false,
    testTimeout: 150_000,
    hookTimeout: 150_000,
  },
});
