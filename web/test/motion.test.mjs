// How pieces and seeds went from one position to the next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundle = (name) => {
  const entry = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  const made = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript,${encodeURIComponent(made.outputFiles[0].text)}`);
};
const { journeys, sowing, standing } = await bundle('motion');
const { ranges } = await bundle('sketch');

/** A row of cells, 40 apart; letters are pieces, a dot is nothing. */
const row = (text) => ({
  pieces: new Map([...text].flatMap((key, cell) => (key === '.' ? [] : [[cell, { key, size: 1 }]]))),
  seeds: new Map(),
});
const along = (cell) => [40 * cell, 0];
const gone = (before, after, last) => journeys(row(before), row(after), last, along);

test('what stands is read from the words of a stack', () => {
  assert.deepEqual(standing('c1: White King', 'c1'), { key: 'White King', size: 1 });
  assert.deepEqual(standing('c1: 3 × White Man', 'c1'), { key: 'White Man', size: 3 });
  assert.deepEqual(standing('c1: 2 × Red Man, Blue Man', 'c1'), { key: 'Blue Man', size: 3 });
});

test('a piece goes over all cells of its chain', () => {
  assert.deepEqual(gone('w.....', '..w...', [0, 2]), [[0, 2]]);
  // It jumped twice, and took what it jumped over.
  assert.deepEqual(gone('wb.b.', '....w', [0, 2, 4]), [[0, 2, 4]]);
  // The captured man was chosen after the move.
  assert.deepEqual(gone('w..b', '..w.', [0, 2, 3]), [[0, 2]]);
  assert.deepEqual(gone('w.', 'Q.', [0]), []);
  assert.deepEqual(gone('..', 'w.', [0]), []);
});

test('whoever is moved along comes from where one like him left', () => {
  // Castling: the rook passes its king.
  const paths = gone('....K..R', '.....RK.', [4, 6]);
  assert.deepEqual(paths, [[4, 6], [7, 5]]);
});

test('a row that is pushed goes one step each', () => {
  assert.deepEqual(gone('ww.', '.ww', [0, 1, 2]), [[0, 1], [1, 2]]);
  assert.deepEqual(gone('ww.', '.ww', [0, 1]), [[0, 1], [1, 2]]);
  // Whoever is only jumped over stays.
  assert.deepEqual(gone('ww.', '.ww', [0, 2]), [[0, 2]]);
  // Two push one, who goes on by one.
  assert.deepEqual(gone('wwb.', '.wwb', [0, 1]), [[0, 1], [1, 2], [2, 3]]);
});

test('seeds go around, one house after the other', () => {
  const houses = (counts) => ({ pieces: new Map(), seeds: new Map(counts.map((count, cell) => [cell, count])) });
  const sown = (before, after, last) => sowing(houses(before), houses(after), last).map(({ from, to, order }) => [from, to, order]);
  assert.deepEqual(sown([4, 4, 4, 4, 4, 4], [0, 5, 5, 5, 5, 4], [0]), [[0, 1, 0], [0, 2, 1], [0, 3, 2], [0, 4, 3]]);
  // Around the end of the row, and against the numbers.
  assert.deepEqual(sown([1, 1, 1, 1, 3, 1], [2, 2, 1, 1, 0, 2], [4]), [[4, 5, 0], [4, 0, 1], [4, 1, 2]]);
  assert.deepEqual(sown([0, 0, 2, 0], [1, 1, 0, 0], [2]), [[2, 1, 0], [2, 0, 1]]);
  // More than once around.
  assert.deepEqual(sown([0, 4, 0], [2, 0, 2], [1]), [[1, 2, 0], [1, 0, 1], [1, 2, 2], [1, 0, 3]]);
  assert.deepEqual(sown([1, 1], [1, 1], []), []);
});

test('numbers that follow each other are joined', () => {
  assert.equal(ranges([1, 3, 4, 5, 9]), '1·3–5·9');
  assert.equal(ranges([]), '');
});
