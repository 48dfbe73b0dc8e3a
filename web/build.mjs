// Makes the page: `node build.mjs [FOLDER]`, usually into `dist`, which the program has built in.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  external: ['/editor.js'],
});
await build({ ...common, entryPoints: ['src/editor.ts'], outfile: join(out, 'editor.js') });
await build({ ...common, entryPoints: ['src/app.css'], outfile: join(out, 'app.css') });
for (const file of ['index.html', 'icon.svg']) copyFileSync(join(here, 'src', file), join(out, file));
