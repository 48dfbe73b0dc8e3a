// What the tests with a server have in common: `MEREL` names the program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';

/** How long a page is waited for, in milliseconds. */
export const PATIENCE = 60_000;

/** Starts `merel serve` with these arguments; the process, and the address that it prints. */
export async function started(...args) {
  assert.ok(process.env.MEREL, 'MEREL names the program');
  const server = spawn(process.env.MEREL, ['serve', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((done, fail) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += part;
      const found = /http:\/\/\S+/.exec(text);
      if (found) done(found[0]);
    });
    server.once('exit', (code) => fail(new Error(`the server ended: ${code}`)));
  });
  return { server, address };
}

/**
 * Reads until what is read is as wanted: equal to it, like it, or what it holds of. A page shows things when it gets to them, which on a busy
 * machine is some while after what else happened.
 */
export async function soon(read, wanted) {
  const isWanted = (value) => {
    if (wanted instanceof RegExp) return wanted.test(value);
    return typeof wanted === 'function' ? wanted(value) : value === wanted;
  };
  const late = Date.now() + PATIENCE;
  let value = await read();
  while (!isWanted(value) && Date.now() < late) {
    await new Promise((done) => setTimeout(done, 50));
    value = await read();
  }
  assert.ok(isWanted(value), `${value} is not ${wanted}`);
}
