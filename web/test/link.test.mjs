// What a link holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundled = buildSync({ entryPoints: [new URL('../src/link.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { linked, packed, unpacked } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

const match = { game: 'hex', title: 'Hex', options: {}, seed: 1, seats: ['human', 'random'], line: ['a1', 'b2'] };

test('a link holds the match with its other lines', async () => {
  const whole = { ...match, others: [['a1', 'c3'], ['d4']] };
  const { packed: link, isWhole } = await linked(whole);
  assert.ok(isWhole);
  assert.deepEqual(await unpacked(link), whole);
  assert.deepEqual(await unpacked(await packed(match)), match);
});

test('other lines that do not fit are left out, and that is said', async () => {
  let noise = 1;
  const move = () => String((noise = (noise * 48271) % 2147483647));
  const others = Array.from({ length: 20 }, () => Array.from({ length: 200 }, move));
  const { packed: link, isWhole } = await linked({ ...match, others });
  assert.ok(!isWhole && link.length < 1000);
  assert.deepEqual(await unpacked(link), { ...match, others: [] });
});

test('other lines that are none are refused', async () => {
  for (const others of ['a1', [['a1', 2]], [null], Array.from({ length: 1000 }, () => ['a1'])]) {
    assert.equal(await unpacked(await packed({ ...match, others })), null);
  }
});
