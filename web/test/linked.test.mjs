// Two pages play at one table by its links, against a real server.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { PATIENCE, soon, started } from '../started.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const tables = mkdtempSync(join(tmpdir(), 'merel-tables-'));

let server;
let port = 0;
let browser;
const complaints = [];

async function begin() {
  const begun = await started('--port', String(port), '--tables', tables);
  server = begun.server;
  port = Number(new URL(begun.address).port);
}

async function end(signal) {
  const gone = new Promise((done) => server.once('exit', done));
  server.kill(signal);
  await gone;
}

before(async () => {
  await begin();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});

after(async () => {
  await browser?.close();
  server?.kill('SIGINT');
});

async function open(path, options = {}, script = '') {
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (script) await page.addInitScript(script);
  await page.goto(`http://127.0.0.1:${port}/${path}`);
  return page;
}

async function click(page, name) {
  const cell = page.locator(`.board .site[data-site="${name}"]`);
  let box = null;
  // A board that is being drawn again has no place for a moment.
  for (let tries = 0; box === null && tries < 50; tries++) {
    if (tries > 0) await page.waitForTimeout(20);
    box = await cell.boundingBox();
  }
  assert.ok(box, `${name} is not on the board`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const nMoves = (page, n) => page.waitForFunction((wanted) => document.querySelectorAll('.moves li').length === wanted, n, { timeout: PATIENCE });

/** A move by clicks, seen on all pages. */
async function play(pages, mover, cell, n) {
  await pages[mover].locator('.board.active').waitFor();
  await click(pages[mover], cell);
  for (const page of pages) await nMoves(page, n);
}

/** A table that the first page makes, and the page of the other seat. */
async function sitDown(clock = '', script = '', options = {}) {
  const one = await open('#/new/tic-tac-toe');
  await one.locator('.board.active').waitFor();
  await one.getByText('Players and options').click();
  await one.locator('.setup select').first().waitFor();
  if (clock) await one.locator('.setup select').last().selectOption(clock);
  await one.getByRole('button', { name: 'Play by link' }).click();
  // The other seat, and spectators.
  await soon(() => one.locator('.links input').count(), 2);
  const links = await one.locator('.links input').evaluateAll((inputs) => inputs.map((input) => input.value));
  const [seat, spectators] = links.map((link) => link.slice(link.indexOf('#')));
  const other = await open(seat, options, script);
  await other.locator('div.board').waitFor();
  return { one, other, spectators };
}

test('two pages play by link; one is reloaded, and the server is killed, and they go on', async () => {
  const { one, other, spectators } = await sitDown();
  const guest = await open(spectators);
  await guest.getByText('You look on.').waitFor();
  const pages = [one, other, guest];
  await play(pages, 0, 'a1', 1);
  await soon(() => one.locator('.board.active').count(), 0);
  await soon(() => guest.locator('.board.active').count(), 0);
  await other.reload();
  await nMoves(other, 1);
  await play(pages, 1, 'a2', 2);
  await end('SIGKILL');
  await one.getByText('Connection lost, trying again').waitFor();
  await begin();
  await one.locator('main[data-line="open"]').waitFor();
  await other.locator('main[data-line="open"]').waitFor();
  await play(pages, 0, 'b1', 3);
  await play(pages, 1, 'b2', 4);
  await play(pages, 0, 'c1', 5);
  for (const page of pages) await page.locator('.status[data-status="over"]').waitFor();
  await soon(() => guest.locator('.status').innerText(), /wins/);
  for (const page of pages) await page.context().close();
});

test('a position that the server did not live to tell is asked for when it is back', async () => {
  const { one, other } = await sitDown();
  const pages = [one, other];
  await play(pages, 0, 'a1', 1);
  // The move is known, and how the board looks after it is not.
  await one.route('**/api/tables/*/ask', (route) => route.abort());
  await play(pages, 1, 'a2', 2);
  await one.getByRole('alert').waitFor();
  await end('SIGKILL');
  await one.getByText('Connection lost, trying again').waitFor();
  await one.unroute('**/api/tables/*/ask');
  await begin();
  await play(pages, 0, 'b1', 3);
  await soon(() => one.getByRole('alert').count(), 0);
  for (const page of pages) await page.context().close();
});

test('moves are taken back by agreement, in two languages, and clocks are shown', async () => {
  const { one, other } = await sitDown('5m+3s', '', { locale: 'fr-FR' });
  const pages = [one, other];
  await other.getByText('Demander à reprendre').waitFor();
  await soon(() => other.locator('.presence').innerText(), /^Croix\s: présent · Rond\s: présent$/);
  // Who was asked to a game that he does not know reads its rules at the table.
  await other.locator('summary', { hasText: 'Règles' }).click();
  await other.getByRole('button', { name: 'Toutes les règles' }).click();
  await other.locator('article .facts').waitFor();
  await other.getByRole('button', { name: 'Toutes les règles' }).click();
  await play(pages, 0, 'b2', 1);
  await one.getByRole('button', { name: 'Ask to take back' }).click();
  await one.getByText('You asked to take back your last move.').waitFor();
  await other.getByRole('button', { name: 'Accepter' }).click();
  for (const page of pages) await nMoves(page, 0);
  await play(pages, 0, 'a1', 1);
  await play(pages, 1, 'b2', 2);
  await one.locator('.clocks .running').waitFor();
  const left = async (page) => Number(await page.locator('.clocks li').first().getAttribute('data-left'));
  const before = await left(one);
  assert.ok(before > 290_000 && before <= 306_000, String(before));
  await one.waitForFunction((then) => Number(document.querySelector('.clocks li').dataset.left) < then - 500, before);
  one.once('dialog', (dialog) => void dialog.accept());
  await one.getByRole('button', { name: 'Resign' }).click();
  await other.locator('.status[data-status="over"]').waitFor();
  await soon(() => other.locator('.status').innerText(), /abandonne/);
  for (const page of pages) await page.context().close();
});

test('a table begins with the position on the board, and what was asked survives the server', async () => {
  const one = await open('#/new/tic-tac-toe');
  await one.locator('.board.active').waitFor();
  await one.getByText('Players and options').click();
  await one.locator('.setup select').first().waitFor();
  for (const select of await one.locator('.setup select').all()) {
    if ((await select.locator('option[value="human"]').count()) > 0) await select.selectOption('human');
  }
  await soon(() => one.getByLabel('Begin from').count(), 0);
  await click(one, 'b2');
  await nMoves(one, 1);
  await click(one, 'a1');
  await nMoves(one, 2);
  await one.getByLabel('Begin from').selectOption('here');
  await one.getByRole('button', { name: 'Play by link' }).click();
  await soon(() => one.locator('.links input').count(), 2);
  await nMoves(one, 2);
  const seat = await one.locator('.links input').first().inputValue();
  const other = await open(seat.slice(seat.indexOf('#')));
  await nMoves(other, 2);
  await play([one, other], 0, 'c1', 3);
  await one.getByRole('button', { name: 'Offer a draw' }).click();
  await other.getByText('offers a draw.').first().waitFor();
  await end('SIGKILL');
  await other.getByText('Connection lost, trying again').waitFor();
  await begin();
  await other.locator('main[data-line="open"]').waitFor();
  await other.getByText('offers a draw.').first().waitFor();
  await other.getByRole('button', { name: 'Agree' }).click();
  for (const page of [one, other]) await page.locator('.status[data-status="over"]').waitFor();
  await soon(() => one.locator('.status').innerText(), /draw by agreement/);
  for (const page of [one, other]) await page.context().close();
});

test('without WebSockets the page asks again and again', async () => {
  const { one, other } = await sitDown('', 'delete window.WebSocket;');
  await other.locator('main[data-line="asking"]').waitFor();
  await play([one, other], 0, 'b2', 1);
  await play([one, other], 1, 'a1', 2);
  for (const page of [one, other]) await page.context().close();
});

test('a link that is none says so', async () => {
  const none = await open(`#/table/${'0'.repeat(32)}`);
  await none.getByText('There is no such table').waitFor();
  const { one, other, spectators } = await sitDown();
  const wrong = await open(`${spectators}/${'0'.repeat(32)}`);
  await wrong.getByText('This link has no seat at this table.').waitFor();
  for (const page of [none, one, other, wrong]) await page.context().close();
});

test('nothing went wrong in the browser', () => {
  assert.deepEqual(complaints, []);
});
