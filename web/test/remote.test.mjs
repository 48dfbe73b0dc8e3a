// How the page finds back to a shared table after a break.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundled = buildSync({ entryPoints: [new URL('../src/remote.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
globalThis.document = { documentElement: { dataset: {} } };
const { Remote } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

const standing = { is: 'state', revision: 1, ply: 0, from: 0, moves: [] };
let served = true;
let sockets = 0;

/** A socket that opens while the table is served. */
class Socket {
  readyState = 0;

  constructor() {
    sockets += 1;
    setTimeout(() => {
      if (!served) return this.onclose();
      this.readyState = 1;
      this.onopen();
    });
  }

  send() {
    setTimeout(() => this.onmessage({ data: JSON.stringify(standing) }));
  }

  close() {}
}

Object.assign(globalThis, {
  location: { protocol: 'http:', host: 'localhost' },
  WebSocket: Socket,
  window: globalThis,
  fetch: async () => {
    if (!served) throw new TypeError('refused');
    return { ok: true, status: 200, json: async () => standing };
  },
});

/** A table whose lines are told as they change, with a way to wait for one. */
function watched() {
  const lines = [];
  const awaited = [];
  const remote = new Remote(
    'a',
    null,
    () => undefined,
    (line) => {
      lines.push(line);
      for (const one of awaited) if (one.line === line) one.done();
    },
  );
  const comes = (line) => new Promise((done) => awaited.push({ line, done }));
  return { remote, lines, comes };
}

test('after a break that outlasts all tries a socket is opened again', { timeout: 30_000 }, async () => {
  served = false;
  sockets = 0;
  const { remote, lines, comes } = watched();
  remote.start();
  // Three sockets fail, and so do the questions that take their place.
  while (sockets < 3) await comes('lost');
  await comes('lost');
  served = true;
  await comes('open');
  remote.stop();
  assert.equal(sockets, 4);
  assert.ok(!lines.includes('asking'), String(lines));
});

test('where sockets never work the table is asked again and again', { timeout: 30_000 }, async () => {
  served = true;
  sockets = 0;
  const { remote, comes } = watched();
  globalThis.WebSocket = class extends Socket {
    constructor() {
      super();
      this.onopen = () => undefined;
      setTimeout(() => this.onclose());
    }
    set onopen(_) {}
    get onopen() {
      return () => undefined;
    }
  };
  remote.start();
  await comes('asking');
  await comes('asking');
  remote.stop();
  assert.equal(sockets, 3);
});
