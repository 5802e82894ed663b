/** Serves the development page: `node webview/dev/serve.mjs [PORT]`. */
import { context } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// As strict as the host's: nothing inline, nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'";
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Panels</title>
<link rel="stylesheet" href="page.css">
<body><script type="module" src="page.js"></script></body>
</html>
`;

/** Returns the page's address and what stops serving it. */
export async function serve(port = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'panels-'));
  writeFileSync(join(folder, 'index.html'), html);
  const build = await context({
    bundle: true,
    format: 'esm',
    target: 'es2022',
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    outdir: folder,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  const { port: taken } = await build.serve({ servedir: folder, host: '127.0.0.1', port });
  const stop = async () => {
    await build.dispose();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `http://127.0.0.1:${taken}/`, stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(Number(process.argv[2] ?? 8123));
  console.log(address);
}
