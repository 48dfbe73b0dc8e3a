// What is told of moves goes with those moves alone, on whatever line they stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundled = buildSync({ entryPoints: [new URL('../src/notes.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { noteOn, notesAlong, remarked, LONGEST } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

const line = (text) => [...text];
const notes = { moves: line('abcd'), comments: ['first', '', 'third'], evaluations: [null, 0.25] };
const comments = (match) => notesAlong(match).map((note) => note?.comment ?? '');

test('each move has what is told of it', () => {
  const whole = { line: line('abcde'), notes };
  assert.deepEqual(noteOn(whole, 1), { comment: 'first', value: null });
  assert.deepEqual(noteOn(whole, 2), { comment: '', value: 0.25 });
  assert.deepEqual(noteOn(whole, 3), { comment: 'third', value: null });
  assert.deepEqual([0, 4, 5].map((at) => noteOn(whole, at)), [null, null, null]);
  assert.deepEqual(notesAlong(whole), [1, 2, 3, 4, 5].map((at) => noteOn(whole, at)));
});

test('on another line nothing is told', () => {
  const other = { line: line('axc'), notes };
  assert.deepEqual(comments(other), ['first', '', '']);
  assert.equal(noteOn({ line: ['a'] }, 1), null);
  assert.equal(noteOn({ line: ['a'], notes: null }, 1), null);
});

test('a remark is written, changed and taken away', () => {
  let match = { line: line('ab'), notes: null };
  const write = (at, text) => {
    match = { ...match, notes: remarked(match, at, text) };
  };
  write(2, 'good');
  assert.deepEqual(comments(match), ['', 'good']);
  write(1, 'well');
  write(2, 'better');
  assert.deepEqual(comments(match), ['well', 'better']);
  // The line goes on, and parts: what is told stays with the moves.
  match = { ...match, line: line('abcd') };
  write(4, 'last');
  match = { ...match, line: line('abx') };
  write(3, 'other');
  assert.deepEqual(comments(match), ['well', 'better', 'other']);
  write(1, 'all');
  match = { ...match, line: line('abcd') };
  assert.deepEqual(comments(match), ['all', 'better', '', 'last']);
  write(4, '');
  assert.deepEqual(comments(match), ['all', 'better', '', '']);
  match = { ...match, line: line('abx') };
  assert.deepEqual(comments(match), ['all', 'better', 'other']);
});

test('what a file tells stays beside what is written', () => {
  const settled = { ...notes, settled: 'A resigns', tags: { event: 'x' } };
  const match = { line: line('abcdef'), notes: settled };
  const now = remarked(match, 6, 'later');
  // The moves of the file are what they were: how it was left is told of them alone.
  assert.deepEqual([now.moves, now.comments, now.settled, now.tags], [settled.moves, settled.comments, 'A resigns', { event: 'x' }]);
  assert.deepEqual(comments({ ...match, notes: now }), ['first', '', 'third', '', '', 'later']);
  const changed = remarked({ ...match, notes: now }, 3, 'new');
  assert.deepEqual(comments({ ...match, notes: changed }), ['first', '', 'new', '', '', 'later']);
  assert.equal(noteOn({ ...match, notes: changed }, 2).value, 0.25);
});

test('a remark has one line, no more signs than a file takes, and none that cannot be seen', () => {
  const match = { line: line('a'), notes: null };
  const told = (text) => comments({ ...match, notes: remarked(match, 1, text) })[0];
  assert.equal(told('one\ntwo\tthree'), 'one two three');
  assert.equal(told('a\u001b[2J\u202eb\u200bc\u00ad\ufffb'), 'a[2Jbc');
  // Joined pictures stay, half a sign does not.
  assert.equal(told('👩‍🚀 ♟️'), '👩‍🚀 ♟️');
  assert.equal(told('x'.repeat(LONGEST - 1) + '😀'), 'x'.repeat(LONGEST - 1));
  assert.ok(new TextEncoder().encode(told('語'.repeat(5000))).length <= 4096);
});
