// What a match file tells of moves goes with those moves alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundled = buildSync({ entryPoints: [new URL('../src/notes.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { noteOn, nTold } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

const notes = { moves: ['a', 'b', 'c', 'd'], comments: ['first', '', 'third'], evaluations: [null, 0.25] };

test('each move has what is told of it', () => {
  const whole = { line: ['a', 'b', 'c', 'd', 'e'], notes };
  assert.equal(nTold(whole), 4);
  assert.deepEqual(noteOn(whole, 1), { comment: 'first', value: null });
  assert.deepEqual(noteOn(whole, 2), { comment: '', value: 0.25 });
  assert.deepEqual(noteOn(whole, 3), { comment: 'third', value: null });
  assert.deepEqual([0, 4, 5].map((at) => noteOn(whole, at)), [null, null, null]);
});

test('on another line nothing is told', () => {
  const other = { line: ['a', 'x', 'c'], notes };
  assert.equal(nTold(other), 1);
  assert.deepEqual([1, 2, 3].map((at) => noteOn(other, at)?.comment), ['first', undefined, undefined]);
  assert.equal(noteOn({ line: ['a'] }, 1), null);
  assert.equal(noteOn({ line: ['a'], notes: null }, 1), null);
});
