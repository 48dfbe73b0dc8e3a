// The lines of a match: nothing is lost, nothing is kept twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundled = buildSync({ entryPoints: [new URL('../src/branches.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { begins, changed, forks } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

const line = (text) => [...text];

test('another move keeps the line that it leaves', () => {
  const now = changed({ line: line('abc') }, line('abd'));
  assert.deepEqual(now, { line: line('abd'), others: [line('abc')] });
  assert.deepEqual([...forks(now)], [[2, [{ other: 0, text: 'c', length: 1 }]]]);
});

test('a line that goes on is kept once', () => {
  assert.deepEqual(changed({ line: line('ab'), others: [line('ac')] }, line('abd')), { line: line('abd'), others: [line('ac')] });
  // What is taken back stays as a line, and is none any more when it is played again.
  const back = changed({ line: line('abd'), others: [line('ac')] }, line('a'));
  assert.deepEqual(back, { line: line('a'), others: [line('abd'), line('ac')] });
  assert.deepEqual(changed(back, line('abd')), { line: line('abd'), others: [line('ac')] });
});

test('another line is shown instead, and it is none of the others any more', () => {
  const now = changed({ line: line('abc') }, line('abd'));
  assert.deepEqual(changed(now, now.others[0]), { line: line('abc'), others: [line('abd')] });
});

test('whatever is played and taken back, every position that was reached is on some line', () => {
  let seed = 7;
  const draw = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % below;
  };
  let match = { line: [], others: [] };
  const reached = new Set(['']);
  for (let round = 0; round < 60; round += 1) {
    const at = draw(match.line.length + 1);
    match = { ...match, ...changed(match, [...match.line.slice(0, at), 'abc'[draw(3)]]) };
    reached.add(match.line.join(''));
    const lines = [match.line, ...match.others];
    for (const one of match.others) assert.ok(!lines.some((other) => other !== one && begins(one, other)), 'a line is kept twice');
    // The oldest lines go when there are forty.
    if (match.others.length < 40) for (const text of reached) assert.ok(lines.some((other) => begins([...text], other)), text);
  }
  assert.ok(reached.size > 20);
});
