// Makes the page: `node build.mjs [FOLDER]`, usually into `dist`, which the program has built in.
// `node build.mjs FOLDER ENGINE` makes the page that needs no server, with an engine for WebAssembly.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
mkdirSync(out, { recursive: true });
const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};
await build({
  ...common,
  entryPoints: ['src/app.tsx'],
  outfile: join(out, 'app.js'),
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The editor is fetched when somebody edits.
  external: ['./editor.js'],
});
await build({ ...common, entryPoints: ['src/editor.ts'], outfile: join(out, 'editor.js') });
await build({ ...common, entryPoints: ['src/app.css'], outfile: join(out, 'app.css') });
for (const file of ['index.html', 'icon.svg']) copyFileSync(join(here, 'src', file), join(out, file));

const engine = process.argv[3];
if (engine) {
  await build({ ...common, entryPoints: ['src/worker.ts'], outfile: join(out, 'worker.js') });
  writeFileSync(join(out, 'engine.wasm.gz'), gzipSync(readFileSync(engine), { level: 9 }));
  // What the server says of each answer, the page says of itself.
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'";
  const page = readFileSync(join(out, 'index.html'), 'utf8')
    .replace('<html ', '<html data-kernel="browser" ')
    .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="content-security-policy" content="${policy}">`);
  writeFileSync(join(out, 'index.html'), page);
}
