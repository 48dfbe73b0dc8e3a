// The engine in the browser: what happens where the browser has none of what it needs, and where a worker comes to harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSync } from 'esbuild';

const bundled = buildSync({ entryPoints: [new URL('../src/browser-kernel.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { BrowserKernel } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);

const { WebAssembly: wasm } = globalThis;

/** Does something while these are the globals. */
async function having(globals, what) {
  const before = Object.fromEntries(Object.keys(globals).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, globals);
  try {
    await what();
  } finally {
    Object.assign(globalThis, before);
  }
}

/** A worker that answers some questions, and comes to harm at others. */
class Worker {
  static begun = 0;
  static ended = 0;

  constructor() {
    Worker.begun += 1;
  }

  postMessage({ id, question }) {
    const { ask } = JSON.parse(question);
    setTimeout(() => {
      if (ask === 'harm') this.onerror({ preventDefault() {} });
      else if (ask === 'lost') this.onmessage({ data: { id, lost: true } });
      else if (ask === 'wrong') this.onmessage({ data: { id, text: '{"error":{"kind":"move","message":"no"}}' } });
      else this.onmessage({ data: { id, text: JSON.stringify({ answer: ask }) } });
    });
  }

  terminate() {
    Worker.ended += 1;
  }
}

const ask = (kernel, what) => kernel.ask({ ask: what });

test('a browser without WebAssembly or without workers is told to be too old', async () => {
  for (const globals of [{ WebAssembly: undefined, Worker }, { WebAssembly: wasm, Worker: undefined }]) {
    await having(globals, async () => {
      await assert.rejects(ask(new BrowserKernel(), 'library'), { kind: 'old' });
    });
  }
  assert.equal(Worker.begun, 0);
});

test('questions that wait are answered one after the other, also after harm', async () => {
  await having({ WebAssembly: wasm, Worker }, async () => {
    const kernel = new BrowserKernel();
    const asked = ['a', 'harm', 'b', 'lost', 'c', 'wrong', 'd'].map((what) => ask(kernel, what));
    const told = await Promise.allSettled(asked);
    assert.deepEqual(told.map(({ value, reason }) => value ?? reason.kind), ['a', 'lost', 'b', 'lost', 'c', 'move', 'd']);
    // Two work at once; for each that came to harm there was another.
    assert.deepEqual([Worker.begun - Worker.ended <= 2, Worker.ended], [true, 2]);
  });
});

test('without a server there are no files', async () => {
  const kernel = new BrowserKernel();
  assert.deepEqual(await kernel.files(), { open: false, files: [] });
  await assert.rejects(kernel.read('a.gdl'), { kind: 'closed' });
  await assert.rejects(kernel.save('a.gdl', '', null), { kind: 'closed' });
});
