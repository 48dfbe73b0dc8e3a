// Every option of every built-in game can be reached by clicks, or has a button.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildSync } from 'esbuild';
import { started } from '../started.mjs';

const bundled = buildSync({ entryPoints: [new URL('../src/choosing.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { clicked, placeless } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

let server;
let address;

before(async () => {
  ({ server, address } = await started('--port', '0'));
});

after(() => server.kill('SIGINT'));

async function ask(question) {
  const body = JSON.stringify(question);
  const response = await fetch(`${address}api/ask`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const value = await response.json();
  assert.ok(response.ok, JSON.stringify(value));
  return value;
}

/** What clicks on the cells of an option come to. */
function reached(offers, offer) {
  let picked = [];
  let asked = [];
  for (const cell of offer.cells) {
    const step = clicked(offers, picked, cell);
    if (step.do === 'play') return step.offer === offer;
    if (step.do === 'illegal') return false;
    asked = step.do === 'ask' ? step.offers : [];
    picked = step.picked;
  }
  return asked.includes(offer);
}

/** So many options of a decision are tried, spread over all of them. */
const MOST = 200;

test('every option can be reached by clicks', async () => {
  const { games } = await ask({ ask: 'library' });
  const failures = [];
  const tried = async ({ name }) => {
    const table = { game: name, seed: 7, moves: [] };
    for (let n = 0; n < 6; n += 1) {
      const shown = await ask({ ask: 'position', table });
      if (shown.ended) return;
      const { options } = shown;
      if (shown.decider !== 'chance') {
        const buttons = placeless(options);
        const stride = Math.max(1, Math.floor(options.length / MOST));
        for (let at = 0; at < options.length; at += stride) {
          const offer = options[at];
          if (!buttons.includes(offer) && !reached(options, offer)) failures.push(`${name} ${table.moves.join(' ')}: ${offer.text}`);
        }
      }
      table.moves = (await ask({ ask: 'advance', table, level: 'random' })).moves;
    }
  };
  const waiting = [...games];
  const worker = async () => {
    for (let game = waiting.shift(); game; game = waiting.shift()) await tried(game);
  };
  await Promise.all([worker(), worker()]);
  assert.deepEqual(failures, []);
});

test('clicks that lead nowhere are told as such', () => {
  const offer = (text, ...cells) => ({ text, cells });
  const offers = [offer('a-b', 0, 1), offer('a-c', 0, 2), offer('d', 3), offer('d-e', 3, 4), offer('pass')];
  assert.deepEqual(clicked(offers, [], 0), { do: 'pick', picked: [0] });
  assert.deepEqual(clicked(offers, [0], 0), { do: 'pick', picked: [] }, 'the same cell lets go');
  assert.deepEqual(clicked(offers, [0], 1), { do: 'play', offer: offers[0] });
  assert.deepEqual(clicked(offers, [0], 4), { do: 'illegal', from: 0, to: 4 });
  assert.deepEqual(clicked(offers, [], 4), { do: 'illegal', from: null, to: 4 });
  assert.deepEqual(clicked(offers, [0], 3), { do: 'ask', picked: [3], offers: [offers[2]] }, 'whole, or the beginning of more');
  assert.deepEqual(clicked(offers, [3], 4), { do: 'play', offer: offers[3] });
  assert.deepEqual(placeless(offers), [offers[4]]);
});
