// The page in a real browser: against a real server (`MEREL` names the program), or without one (`PAGE` names the folder
// that `web/build-wasm` made).
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { PATIENCE, soon, started } from '../started.mjs';

const pages = process.env.PAGE;
/** What only a server does: it has a folder of rule files. */
const testWithServer = pages ? () => {} : test;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

let server;
let address;
let browser;
let folder;
/** What the browser complained of. */
const complaints = [];

before(async () => {
  address = pages ? await hostFiles() : await startServer();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});

/** A host of files as there are many; the page does not lie at its root. */
async function hostFiles() {
  const kinds = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', gz: 'application/gzip' };
  const host = createServer((request, response) => {
    const name = /^\/games\/([a-z.]*)$/.exec(request.url.split('?')[0])?.[1];
    const path = join(pages, name || 'index.html');
    if (name === undefined || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': kinds[path.split('.').at(-1)] }).end(readFileSync(path));
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
  server = { kill: () => host.close() };
  return `http://127.0.0.1:${host.address().port}/games/`;
}

async function startServer() {
  folder = mkdtempSync(join(tmpdir(), 'merel-web-'));
  writeFileSync(
    join(folder, 'odd.gdl'),
    `language 1
game "<img src=x onerror=window.odd=1><script>window.odd=1</script>"
players "<b>White</b>", Black
board square 3 by 3
piece Stone
move place { Stone drops }
end after each turn { "<i>three</i>": mover wins when landing in lines of 3 in my Stones }
`.replace('"<b>White</b>"', 'White'),
  );
  writeFileSync(
    join(folder, 'small.gdl'),
    `language 1
game "Small"
players White, Black
board square 3 by 3
piece Stone
move place { Stone drops }
end after each turn { "three": mover wins when landing in lines of 3 in my Stones }
test "a stone" { play "b2" expect Black to play }
test "the centre" { play "a1 b2" expect White to play }
`,
  );
  const begun = await started(folder, '--port', '0');
  server = begun.server;
  return begun.address;
}

after(async () => {
  await browser?.close();
  server?.kill('SIGINT');
});

async function open(path = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A refusal is an answer, which the browser writes down as an error.
    if (message.type() === 'error' && !/status of (4\d\d)/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(address + path);
  return page;
}

const site = (page, name) => page.locator(`.board .site[data-site="${name}"]`);

/** Clicks in the middle of a cell, on whatever stands there. A cell has no place while the board is drawn anew. */
async function click(page, name) {
  let box = null;
  for (let tries = 0; box === null && tries < 50; tries++) {
    if (tries > 0) await page.waitForTimeout(20);
    box = await site(page, name).boundingBox();
  }
  assert.ok(box, `${name} is not on the board`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Two people sit at this screen. */
async function twoPeople(page) {
  await page.getByText('Players and options').click();
  await page.locator('.setup select').first().waitFor();
  for (const select of await page.locator('.setup select').all()) {
    if ((await select.locator('option[value="human"]').count()) > 0) await select.selectOption('human');
  }
}

async function nMoves(page, n) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.moves li').length === wanted, n, { timeout: PATIENCE });
}

/** Clicks on these cells, a move each, from the start on. */
async function place(page, cells) {
  for (const [n, cell] of cells.entries()) {
    await click(page, cell);
    await nMoves(page, n + 1);
    await page.locator('.board.active').waitFor();
  }
}

/** Types moves, one after the other. */
async function type(page, texts) {
  await page.locator('summary', { hasText: 'All options' }).click();
  for (const [n, text] of texts.entries()) {
    await page.getByPlaceholder('Type a move').fill(text);
    await page.keyboard.press('Enter');
    await nMoves(page, n + 1);
    await page.locator('.board.active').waitFor();
  }
}

/** A file is written only when what this gives is called, which waits until it is. */
async function slowDisk(page, file) {
  let write;
  const asked = new Promise((done) => (write = done));
  await page.route(`**/api/files/${file}`, async (route) => {
    if (route.request().method() === 'PUT') await asked;
    await route.continue();
  });
  const written = page.waitForResponse((response) => response.request().method() === 'PUT');
  return async () => {
    write();
    await written;
  };
}

/** Writes a line at the beginning of the editor's text, and waits until it stands there: whoever saves sooner saves what was there. */
async function writeFirst(page, content, line) {
  await content.click();
  await content.press('Control+Home');
  await page.keyboard.insertText(`${line}\n`);
  await soon(() => content.innerText(), (text) => text.startsWith(`${line}\n`));
}

/** Both sides have a pawn in hand, and White is to move. */
const PAWNS_IN_HAND = ['e2-e4', 'd7-d5', 'e4xd5', 'd8xd5', 'b1-c3', 'a7-a6'];

/** Opens a game that two people play at this screen. */
async function openForTwo(game) {
  const page = await open(`#/new/${game}`);
  await page.locator('.board.active').waitFor();
  await twoPeople(page);
  return page;
}

test('the library shows games, and search and filters narrow them', async () => {
  const page = await open();
  await page.locator('[data-game="tic-tac-toe"] svg').waitFor();
  await soon(() => page.locator('.card').count(), (count) => count > 40);
  await page.getByLabel('Length').selectOption('short');
  await page.locator('[data-game="tic-tac-toe"]').waitFor();
  await soon(() => page.locator('[data-game="chess"]').count(), 0);
  await page.getByLabel('Length').selectOption('');
  await page.getByRole('searchbox').fill('tic-tac');
  await soon(() => page.locator('.card').count(), 1);
  await page.getByRole('searchbox').fill('no such game');
  await page.getByText('No game is like that.').waitFor();
  await page.context().close();
});

test('a game is played to its end against the machine by clicks', async () => {
  const page = await open('#/new/tic-tac-toe');
  for (let round = 0; round < 5; round += 1) {
    await page.locator('.board.active, .status[data-status="over"]').first().waitFor();
    if ((await page.locator('.status[data-status="over"]').count()) > 0) break;
    const before = await page.locator('.moves li').count();
    const free = await page.locator('.board .site.can').first().getAttribute('data-site');
    await click(page, free);
    await page.waitForFunction(
      (n) => document.querySelectorAll('.moves li').length >= n + 2 || document.querySelector('[data-status="over"]'),
      before,
      { timeout: PATIENCE },
    );
  }
  await soon(() => page.locator('.status').innerText(), /wins|draw/);
  // Taking back goes on from there.
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.board.active').waitFor();
  await page.context().close();
});

test('a piece is picked, its targets are lit, and an illegal drop is told why', async () => {
  const page = await openForTwo('chess');
  await click(page, 'e2');
  await soon(() => page.locator('.light.dot').count(), 2);
  await click(page, 'e4');
  await nMoves(page, 1);
  await page.locator('.board.active').waitFor();
  // A knight does not go straight on.
  await click(page, 'b8');
  await click(page, 'b5');
  await page.locator('.note').waitFor();
  await soon(() => page.locator('.note').innerText(), /b8-b5/);
  // By dragging.
  const [knight, there] = [await site(page, 'b8').boundingBox(), await site(page, 'c6').boundingBox()];
  await page.mouse.move(knight.x + knight.width / 2, knight.y + knight.height / 2);
  await page.mouse.down();
  await page.mouse.move(there.x + there.width / 2, there.y + there.height / 3, { steps: 5 });
  await page.mouse.up();
  await nMoves(page, 2);
  await page.context().close();
});

test('keys alone play a move', async () => {
  const page = await openForTwo('tic-tac-toe');
  await page.locator('.board .site[tabindex="0"]').focus();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('data-site'));
  await soon(focused, 'a1');
  await page.keyboard.press('ArrowRight');
  await soon(focused, 'b1');
  await page.keyboard.press('ArrowUp');
  await soon(focused, 'b2');
  await page.keyboard.press('Enter');
  await nMoves(page, 1);
  await soon(() => page.locator('.moves li').innerText(), 'b2');
  await page.context().close();
});

test('a reload loses nothing, and going back in time changes nothing', async () => {
  const page = await openForTwo('tic-tac-toe');
  await place(page, ['a1', 'b2', 'c3']);
  await page.reload();
  await nMoves(page, 3);
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.board .stack').length === 2);
  await page.getByRole('button', { name: 'To the last move' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.board .stack').length === 3);
  const saved = page.waitForEvent('download');
  await page.getByText('Share and save').click();
  await page.getByRole('button', { name: 'Download match' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  assert.match(text, /^game = "tic-tac-toe"$/m);
  assert.match(text, /"a1", "b2", "c3"/);
  await page.context().close();
});

test('what a match file tells of the moves is shown and saved again', async () => {
  const page = await open();
  const told = `format = 1
game = "tic-tac-toe"
players = 2
settled = "O resigns"
moves = ["a1", "b2", "c3"]
comments = ["", "<b>the</b> centre, of course"]
evaluations = [500, 725, -1]
times = [10, 20, 30]
[tags]
event = "a friendly game"
`;
  const file = { name: 'match.toml', mimeType: 'application/toml', buffer: Buffer.from(told) };
  await page.locator('.filebutton input').setInputFiles(file);
  await nMoves(page, 3);
  const remark = page.locator('.remark');
  await soon(() => remark.count(), 0);
  await page.getByRole('button', { name: 'One move back' }).click();
  await soon(() => remark.innerText(), 'b2 <b>the</b> centre, of course – 73 % expected');
  assert.equal(await page.locator('.moves li').nth(1).locator('[title]').getAttribute('title'), '<b>the</b> centre, of course');

  const saved = async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download match' }).click();
    return readFileSync(await (await file).path(), 'utf8').replace(/\s+/g, ' ');
  };
  await page.getByText('Share and save').click();
  const whole = await saved();
  assert.match(whole, /moves = \[ "a1", "b2", "c3", \] comments = \[ "", "<b>the<\/b> centre, of course", \]/);
  assert.match(whole, /times = \[ 10, 20, 30, \]/);
  assert.match(whole, /\[tags\] event = "a friendly game"/);
  assert.match(whole, /settled = "O resigns"/);
  assert.match(whole, /evaluations = \[ 500, 725, -1, \]/);
  // On another line stays what was told of the moves that both have.
  await click(page, 'a2');
  await nMoves(page, 3);
  await soon(() => page.locator('.moves li').last().innerText(), /a2/);
  const other = await saved();
  assert.match(other, /moves = \[ "a1", "b2", "a2", \] comments = \[ "", "<b>the<\/b> centre, of course", \] evaluations = \[ 500, 725, \] times = \[ 10, 20, \]/);
  assert.doesNotMatch(other, /settled/);
  await page.context().close();
});

test('a browser that has no room left says so, and the match goes on', async () => {
  const page = await openForTwo('tic-tac-toe');
  await place(page, ['a1']);
  await page.evaluate(() => {
    for (let size = 1 << 20; size > 0; size >>= 1) {
      try {
        for (let n = 0; ; n += 1) localStorage.setItem(`full.${size}.${n}`, 'x'.repeat(size));
      } catch {
        // No room for that much any more.
      }
    }
  });
  await click(page, 'b2');
  await nMoves(page, 2);
  await soon(() => page.getByRole('alert').innerText(), /no room/);
  await page.locator('.board.active').waitFor();
  await click(page, 'c3');
  await nMoves(page, 3);
  // Where there is room again, all of it is kept.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('full.')) localStorage.removeItem(key);
  });
  await page.locator('.board.active').waitFor();
  await click(page, 'a2');
  await nMoves(page, 4);
  await soon(() => page.getByRole('alert').count(), 0);
  await page.reload();
  await nMoves(page, 4);
  await page.context().close();
});

test('a browser that keeps nothing says so, and a draft, a variant and a match are lost only with the page', async () => {
  const page = await open();
  await page.evaluate(() => {
    // As where it is forbidden, or nothing is left.
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  const goTo = (path) => page.evaluate((to) => (location.hash = to), path);
  const content = page.locator('.cm-content');
  await goTo('/edit/');
  await content.waitFor();
  await soon(() => page.getByRole('alert').count(), 0);
  await writeFirst(page, content, '// mine');
  await soon(() => page.getByRole('alert').innerText(), /no room to keep this text/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  if (pages) await soon(() => page.getByText('Saved.').count(), 0);
  // Elsewhere and back again.
  await goTo('/');
  if (pages) await page.getByRole('link', { name: 'my-game.gdl' }).click();
  else await goTo('/edit/my-game.gdl');
  await soon(() => content.innerText(), /^\/\/ mine\n/);
  if (pages) await soon(() => page.getByRole('alert').innerText(), /no room to keep this text/);
  // A variant of a game, and a match of it.
  await goTo('/new/tic-tac-toe');
  await page.locator('.board.active').waitFor();
  await soon(() => page.getByRole('alert').innerText(), /no room to keep this match/);
  await page.getByText('Rules', { exact: true }).click();
  await page.getByRole('button', { name: 'Variant of this game' }).click();
  await soon(() => content.innerText(), /extends "tic-tac-toe.gdl"/);
  await soon(() => page.getByRole('alert').innerText(), /no room to keep this text/);
  await page.getByRole('button', { name: /Play this/ }).click();
  await page.locator('.board.active').waitFor();
  // The browser asks before the page goes, and nothing of it is lost if it stays.
  const asked = new Promise((done) => page.once('dialog', (dialog) => done(dialog.type()) || dialog.dismiss()));
  await page.close({ runBeforeUnload: true });
  assert.equal(await asked, 'beforeunload');
  await click(page, 'b2');
  await nMoves(page, 2);
  await page.context().close();
});

test('pictures, the film and the position are taken along', async () => {
  const page = await openForTwo('tic-tac-toe');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await place(page, ['a1', 'b2']);
  await page.getByText('Share and save').click();
  const saved = async (button) => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const made = await file;
    return [made.suggestedFilename(), readFileSync(await made.path(), 'utf8')];
  };
  const [name, picture] = await saved('Download picture');
  assert.equal(name, 'tic-tac-toe.svg');
  assert.match(picture, /^<svg /);
  const [filmed, film] = await saved('Download animation');
  assert.equal(filmed, 'tic-tac-toe-film.svg');
  // A frame for the start and one for each move, which is told below.
  assert.match(film, /1\. a1[^]*2\. b2/);
  await page.getByRole('button', { name: 'Copy position' }).click();
  await page.getByText('The position is in the clipboard.').waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /X to play/);
  await page.context().close();
});

test('what the file calls a hill is heard and told', async () => {
  const page = await openForTwo('king-of-the-hill');
  await soon(() => site(page, 'd4').getAttribute('aria-label'), 'd4, hill');
  assert.equal(await site(page, 'd3').getAttribute('aria-label'), 'd3');
  await soon(() => page.locator('.variables').innerText(), /hill: d4 e4 d5 e5|hill: d4 d5 e4 e5/);
  await page.context().close();
});

test('the round and the colours of cells are told, and one move is not several', async () => {
  const page = await open('#/new/arena', { locale: 'fr' });
  await soon(() => page.locator('.round').innerText(), /^Tour de table 1 sur \d+$/);
  const katarenga = await openForTwo('katarenga');
  const named = await katarenga.locator('.legend .ground').allInnerTexts();
  assert.deepEqual(named.map((name) => name.trim()).sort(), ['blue', 'green', 'red', 'yellow']);
  const few = await openForTwo('tic-tac-toe');
  await place(few, ['a1']);
  await few.getByRole('link', { name: 'Merel' }).click();
  await few.locator('.rows', { hasText: '1 move' }).waitFor();
  assert.equal(await few.getByText('1 moves').count(), 0);
  for (const one of [page, katarenga, few]) await one.context().close();
});

test('a link holds the game', async () => {
  const page = await open('#/new/tic-tac-toe', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.board.active').waitFor();
  await twoPeople(page);
  await click(page, 'a1');
  await nMoves(page, 1);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.moves li.onward').waitFor();
  await page.locator('.board.active').waitFor();
  await click(page, 'b2');
  await nMoves(page, 1);
  await page.getByText('Share and save').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('The link is in the clipboard.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(link.slice(address.length));
  await nMoves(other, 1);
  await soon(() => other.locator('.moves li').innerText(), /^b2/);
  // The line that was left goes along.
  await other.getByText('or a1').waitFor();
  await other.goto(`${address}#/t/nonsense`);
  await other.getByText('This link cannot be read.').waitFor();
  await page.context().close();
  await other.context().close();
});

testWithServer('the editor underlines, mends, shows scenarios, saves and plays', async () => {
  const page = await open('#/edit/small.gdl');
  const content = page.locator('.cm-content');
  await content.waitFor();
  await page.locator('.preview svg').waitFor();
  await page.locator('.scenarios li.passed').nth(1).waitFor();
  await page.locator('.scenarios li').nth(1).getByRole('button').click();
  await page.waitForFunction(() => document.querySelectorAll('.preview .stack').length === 2, null, { timeout: PATIENCE });
  // A slip is underlined with the words of the checker, and mended by a click.
  await page.getByText('game "Small"').click();
  await content.press('Control+a');
  // What the browser itself puts in place of several lines has a style, which the policy of the page forbids.
  await content.press('Delete');
  const text = readFileSync(join(folder, 'small.gdl'), 'utf8');
  await page.evaluate((wrong) => navigator.clipboard?.writeText(wrong).catch(() => {}), '');
  await page.keyboard.insertText(text.replace('my Stones', 'my Stonse'));
  const slip = page.locator('.cm-lintRange-error').first();
  await slip.waitFor();
  await page.locator('.verdict.bad').waitFor();
  // What held of another text is not said of this one.
  await soon(() => page.locator('.scenarios li.passed').count(), 0);
  await slip.hover();
  await page.locator('.cm-diagnosticAction').first().click();
  await page.locator('.verdict.good').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved.').waitFor();
  assert.equal(readFileSync(join(folder, 'small.gdl'), 'utf8'), text);
  // A change on the disk is noticed.
  writeFileSync(join(folder, 'small.gdl'), text.replace('"Small"', '"Smaller"'));
  await page.getByText('game "Smaller"').waitFor();
  await page.getByRole('button', { name: /Play this/ }).click();
  await page.getByRole('heading', { name: 'Smaller' }).waitFor();
  await page.locator('.board.active').waitFor();
  await page.context().close();
});

testWithServer('a file that is opened while it is being saved is what was written, and nobody is called back to it', async () => {
  const page = await open('#/edit/');
  const write = await slowDisk(page, 'slow.gdl');
  const content = page.locator('.cm-content');
  await content.waitFor();
  const name = page.getByLabel('Name of the file');
  await name.fill('slow.gdl');
  await writeFirst(page, content, '// mine');
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await asked;
  // Whoever asks for the folder too early is told what was there before.
  await page.route('**/api/files', async (route) => {
    const before = await route.fetch();
    await write();
    await page.waitForTimeout(100);
    await route.fulfill({ response: before });
  });
  await page.evaluate(() => (location.hash = '/edit/slow.gdl'));
  await soon(() => name.inputValue(), 'slow.gdl');
  await page.waitForTimeout(300);
  await write();
  await soon(() => content.innerText(), /^\/\/ mine\nlanguage 1\n/);
  assert.match(readFileSync(join(folder, 'slow.gdl'), 'utf8'), /^\/\/ mine\nlanguage 1\n/);
  await page.context().close();
  // Who has left the editor is somewhere else when the file is written.
  const other = await open('#/edit/');
  const writeLate = await slowDisk(other, 'late.gdl');
  await other.locator('.cm-content').waitFor();
  await other.getByLabel('Name of the file').fill('late.gdl');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.evaluate(() => (location.hash = '/'));
  await other.getByRole('searchbox').waitFor();
  await writeLate();
  await other.waitForTimeout(100);
  assert.equal(await other.evaluate(() => location.hash), '#/');
  await other.context().close();
});

testWithServer('who writes meanwhile loses nothing', async () => {
  const file = join(folder, 'shared.gdl');
  const text = readFileSync(join(folder, 'small.gdl'), 'utf8');
  writeFileSync(file, text);
  const page = await open('#/edit/shared.gdl');
  const content = page.locator('.cm-content');
  await content.waitFor();
  await content.press('Control+End');
  await page.keyboard.insertText('// mine');
  writeFileSync(file, `${text}// theirs`);
  await page.keyboard.press('Control+s');
  const told = page.getByRole('alertdialog');
  await told.waitFor();
  await soon(() => told.locator('pre').textContent(), /theirs$/);
  assert.match(readFileSync(file, 'utf8'), /theirs$/);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  assert.match(readFileSync(file, 'utf8'), /mine$/);
  await page.context().close();
});

test('a new file begins as a game that can be played', async () => {
  const page = await open('#/edit/');
  await page.locator('.preview svg').waitFor();
  await page.locator('.verdict.good').waitFor();
  await page.locator('.scenarios li.passed').waitFor();
  await page.context().close();
});

test('another move at an earlier place is a branch, and both lines stay', async () => {
  const page = await openForTwo('tic-tac-toe');
  await place(page, ['a1', 'b2', 'c3']);
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.board .stack').length === 1);
  // What was played already is played again: that is no branch.
  await click(page, 'b2');
  await page.waitForFunction(() => document.querySelectorAll('.board .stack').length === 2);
  await soon(() => page.locator('.fork').count(), 0);
  await nMoves(page, 3);
  await click(page, 'a3');
  await page.getByRole('button', { name: 'or c3' }).waitFor();
  await page.locator('.board.active').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'or c3' }).click();
  await page.getByRole('button', { name: 'or a3' }).waitFor();
  await page.locator('.board .stack[data-site="c3"]').waitFor();
  await soon(() => page.locator('.board .stack[data-site="a3"]').count(), 0);
  // What is taken back can be had again.
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'or c3' }).waitFor();
  await page.context().close();
});

test('a note is written on a move, and goes with all lines into the file and back', async () => {
  const page = await openForTwo('tic-tac-toe');
  await soon(() => page.getByRole('button', { name: 'Write a note' }).count(), 0);
  await place(page, ['a1', 'b2', 'c3']);
  const write = async (button, label, text) => {
    await page.getByRole('button', { name: button }).click();
    const field = page.getByRole('textbox', { name: label });
    await soon(() => field.evaluate((one) => one === document.activeElement), true);
    await field.fill(text);
  };
  await write('Write a note', 'Note on c3', '<i>a</i> "poor" corner');
  await page.keyboard.press('Enter');
  await soon(() => page.locator('.remark').innerText(), 'c3 <i>a</i> "poor" corner');
  // It is told with the move, and Escape leaves it as it was.
  await soon(() => page.getByRole('button', { name: 'c3', exact: true }).getAttribute('aria-description'), '<i>a</i> "poor" corner');
  await write('Change the note', 'Note on c3', 'worse');
  await page.keyboard.press('Escape');
  await soon(() => page.locator('.remark').innerText(), 'c3 <i>a</i> "poor" corner');
  // The other line has a note of its own; what is being written is kept at once.
  await page.getByRole('button', { name: 'One move back' }).click();
  await soon(() => page.locator('.board .stack').count(), 2);
  await click(page, 'a3');
  await page.getByRole('button', { name: 'or c3' }).waitFor();
  await soon(() => page.locator('.remark').count(), 0);
  await write('Write a note', 'Note on a3', 'better');
  await page.reload();
  await soon(() => page.locator('.remark').innerText(), 'a3 better');

  await page.getByText('Share and save').click();
  const saved = async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download match' }).click();
    return readFileSync(await (await file).path());
  };
  const file = await saved();
  const text = String(file).replace(/\s+/g, ' ');
  assert.match(text, /^format = 2 /);
  assert.match(text, /moves = \[ "a1", "b2", "a3", \] comments = \[ "", "", "better", \]/);
  assert.match(text, /\[\[variations\]\] after = 2 moves = \[ "c3", \] comments = \[ '<i>a<\/i> "poor" corner', \] $/);
  await page.context().close();

  const other = await open();
  await other.locator('.filebutton input').setInputFiles({ name: 'match.toml', mimeType: 'application/toml', buffer: file });
  await nMoves(other, 3);
  await soon(() => other.locator('.remark').innerText(), 'a3 better');
  await other.getByRole('button', { name: 'or c3' }).click();
  await soon(() => other.locator('.remark').innerText(), 'c3 <i>a</i> "poor" corner');
  // What cannot be played is left out, and that is told.
  const told = new Promise((done) => other.once('dialog', (dialog) => done(dialog.message()) || dialog.accept()));
  const wrong = Buffer.from(String(file).replace('"c3"', '"b2"'));
  await other.locator('.filebutton input').setInputFiles({ name: 'wrong.toml', mimeType: 'application/toml', buffer: wrong });
  assert.match(await told, /opened without it/);
  await soon(() => other.locator('.remark').innerText(), 'a3 better');
  await soon(() => other.locator('.fork').count(), 0);
  await other.context().close();
});

test('lights and arrows stand on their cells, also on a board that is turned', async () => {
  const page = await openForTwo('chess');
  const middleOf = async (part) => {
    const box = await part.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (const turned of [false, true]) {
    if (turned) {
      const [, before] = await middleOf(site(page, 'a1'));
      await page.getByRole('button', { name: 'Flip' }).click();
      await soon(() => middleOf(site(page, 'a1')), ([, after]) => after < before);
    }
    await click(page, 'e2');
    const near = await middleOf(page.locator('.light.dot').first());
    const [one, other] = [await middleOf(site(page, 'e3')), await middleOf(site(page, 'e4'))];
    const off = ([x, y]) => Math.hypot(near[0] - x, near[1] - y);
    assert.ok(Math.min(off(one), off(other)) < 3, `a light stands ${off(one)} and ${off(other)} away, turned: ${turned}`);
    // An arrow is drawn by the right button, and taken away by the left.
    const [from, to] = [await middleOf(site(page, 'g1')), await middleOf(site(page, 'f3'))];
    await page.mouse.move(...from);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...to);
    await page.mouse.up({ button: 'right' });
    await soon(() => page.locator('.sketch line').count(), 1);
    await page.mouse.click(...to, { button: 'right' });
    const ring = await middleOf(page.locator('.sketch circle'));
    assert.ok(Math.hypot(ring[0] - to[0], ring[1] - to[1]) < 3, `turned: ${turned}`);
    await page.keyboard.press('Escape');
    await click(page, 'e2');
    await soon(() => page.locator('.sketch *').count(), 0);
    await page.reload();
    await page.locator('.board.active').waitFor();
  }
  await page.context().close();
});

test('a hint tells of several options, and one is played from it', async () => {
  const page = await openForTwo('tic-tac-toe');
  // A row of two is open: the third cell wins at once.
  await place(page, ['a1', 'a2', 'b1', 'b2']);
  await page.getByRole('button', { name: 'Hint' }).click();
  const best = page.locator('.hints li').first();
  await best.waitFor();
  await soon(() => best.innerText(), /c1/);
  await soon(() => best.innerText(), /proven win in 1/);
  // The bar is in the colour of the first player alone.
  const share = () => page.locator('.bar span').first().evaluate((part) => part.style.flexGrow);
  await soon(share, '1');
  await best.getByRole('button').click();
  await nMoves(page, 5);
  await soon(() => page.locator('.hints').count(), 0);
  // Where it is wanted, each position is judged by itself, and its best line is told.
  await page.getByRole('button', { name: 'Evaluation' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await soon(() => page.locator('.hints li').first().innerText(), /c1/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await soon(() => page.locator('.hints .line').first().innerText(), /^\w\d( \w\d)+$/);
  await page.context().close();
});

test('the rulebook stands on a page, in the language of the page', async () => {
  const page = await open('#/new/tic-tac-toe', { locale: 'fr-FR', permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.board.active').waitFor();
  await page.getByText('Partager et enregistrer').click();
  await page.getByRole('button', { name: 'Copier la position' }).click();
  await page.getByText('La position est dans le presse-papiers.').waitFor();
  assert.notEqual(await page.evaluate(() => navigator.clipboard.readText()), '');
  await page.locator('summary', { hasText: 'Règles' }).click();
  await page.getByRole('button', { name: 'Toutes les règles' }).click();
  const book = page.locator('.book article');
  await book.locator('h1').waitFor();
  assert.equal(await book.getAttribute('lang'), 'fr');
  await soon(() => book.locator('section').count(), (count) => count > 3);
  await soon(() => book.locator('figure svg').count(), (count) => count > 0);
  await page.getByText('Retour au plateau').click();
  await page.locator('.board.active').waitFor();
  await page.context().close();
});

testWithServer('the board beside the editor speaks the language of the page', async () => {
  const page = await open('#/edit/marelle');
  const status = page.locator('.preview [role=status]');
  await soon(() => status.innerText(), /White to move/);
  for (const [language, turn, name, absent] of [
    ['fr', /à Blanc de jouer/, 'Blanc', /White|Black|Turn /],
    ['de', /Weiß ist am Zug/, 'Weiß', /White|Black|Turn /],
    ['es', /juega Blanco/, 'Blanco', /White|Black|Turn /],
  ]) {
    await page.locator('nav select').first().selectOption(language);
    await soon(() => status.innerText(), turn);
    await soon(() => page.locator('.preview svg').textContent(), (text) => text.includes(name) && !absent.test(text));
  }
  await page.context().close();
});

testWithServer('the editor shows how often lines are used, and the rules page of what is written', async () => {
  const page = await open('#/edit/small.gdl');
  await page.locator('.verdict.good').waitFor();
  await page.getByRole('button', { name: 'Coverage' }).click();
  await page.locator('.cm-used .cm-gutterElement span').first().waitFor();
  const counts = page.locator('.cm-used .cm-gutterElement span');
  await soon(() => counts.allTextContents(), (texts) => texts.some((text) => Number(text) > 100));
  await page.getByRole('button', { name: 'Coverage' }).click();
  await page.waitForFunction(() => !document.querySelector('.text').shadowRoot.querySelector('.cm-used span'));
  await page.getByRole('button', { name: 'Rules page' }).click();
  await page.locator('.preview article figure svg').first().waitFor();
  await page.context().close();
});

testWithServer('nothing in a file runs', async () => {
  const page = await open('#/new/odd.gdl');
  await page.locator('.board.active').waitFor();
  await soon(() => page.locator('h1').innerText(), /^<img src=x/);
  await page.locator('.titlebar').waitFor();
  await page.goto(`${address}#/edit/odd.gdl`);
  await page.locator('.cm-content').waitFor();
  await page.locator('.preview svg').waitFor();
  assert.equal(await page.evaluate(() => window.odd), undefined);
  await soon(() => page.locator('.board img, .board script').count(), 0);
  await page.context().close();
});

test('a phone, in the dark, in French', async () => {
  const page = await open('#/new/tic-tac-toe', { viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'fr-FR', hasTouch: true });
  await page.locator('.board.active').waitFor();
  await soon(() => page.locator('.status').innerText(), /Trait à/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `the page is ${wide} wide`);
  const box = await site(page, 'b2').boundingBox();
  assert.ok(box.width >= 44, `a cell is ${box.width} wide`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await nMoves(page, 2);
  await page.goto(`${address}#/`);
  await page.locator('.card svg').first().waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  await page.context().close();
});

test('a piece is picked from the hand and dropped', async () => {
  const page = await openForTwo('crazyhouse');
  await type(page, PAWNS_IN_HAND);
  // White's hand may be used, Black's not; what is in it is drawn.
  const hands = page.locator('.players .held');
  await soon(() => hands.count(), 2);
  await soon(() => page.locator('.players .held:enabled').count(), 1);
  const pawn = page.locator('.players .held:enabled');
  await soon(() => pawn.locator('svg path').count(), (count) => count > 0);
  await pawn.click();
  await soon(() => pawn.getAttribute('aria-pressed'), 'true');
  // Its 32 cells are lit.
  await soon(() => page.locator('.light.dot').count(), 32);
  await pawn.click();
  await soon(() => page.locator('.light.dot').count(), 0);
  await pawn.click();
  await click(page, 'e4');
  await nMoves(page, 7);
  await soon(() => page.locator('.moves li').last().innerText(), /P@e4/);
  await soon(() => page.locator('.players .held:enabled').count(), 1);
  await page.context().close();
});

test('a piece is drawn out of the hand onto the board', async () => {
  const page = await openForTwo('crazyhouse');
  await type(page, PAWNS_IN_HAND);
  const pawn = page.locator('.players .held:enabled');
  await soon(() => pawn.count(), 1);
  const middle = async (part) => {
    const { x, y, width, height } = await part.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  // Let go beside the board, it is in the hand as before.
  await page.mouse.move(...(await middle(pawn)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page.locator('.titlebar h1'))), { steps: 6 });
  await soon(() => page.locator('.ghost').count(), 1);
  await soon(() => page.locator('.light.dot').count(), 32);
  await page.mouse.up();
  await soon(() => page.locator('.ghost').count(), 0);
  await soon(() => pawn.getAttribute('aria-pressed'), 'false');
  await nMoves(page, 6);
  // Let go on a cell where it may not be, the reason is told, and it is in the hand as before.
  await page.mouse.move(...(await middle(pawn)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page.locator('[data-site="e8"]').first())), { steps: 6 });
  await page.mouse.up();
  await page.locator('.note').waitFor();
  await soon(() => pawn.getAttribute('aria-pressed'), 'false');
  // Let go on e4, it is put there.
  await page.mouse.move(...(await middle(pawn)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page.locator('[data-site="e4"]').first())), { steps: 6 });
  await page.mouse.up();
  await nMoves(page, 7);
  await soon(() => page.locator('.moves li').last().innerText(), /P@e4/);
  await page.context().close();
});

test('options have numbers on the board if they are wanted', async () => {
  const page = await openForTwo('tic-tac-toe');
  await soon(() => page.locator('.numbers').count(), 0);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await soon(() => page.locator('.numbers text').allTextContents().then((all) => all.join(' ')), '1 2 3 4 5 6 7 8 9');
  await click(page, 'b2');
  await nMoves(page, 1);
  await soon(() => page.locator('.numbers text').count(), 8);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await soon(() => page.locator('.numbers').count(), 0);
  await page.context().close();
});

test('numbers that would lie over each other stand together', async () => {
  const page = await openForTwo('chess');
  await page.getByRole('button', { name: 'Numbers' }).click();
  // A pawn and a knight go to c3.
  await soon(() => page.locator('.numbers text').allTextContents().then((all) => all.includes('2·9')), true);
  await page.context().close();
});

test('a man of a race is picked, and put where a die brings him', async () => {
  const page = await openForTwo('backgammon');
  const can = () => page.locator('.board .site.can').evaluateAll((sites) => sites.map((site) => Number(site.dataset.site)));
  await soon(async () => (await can()).length, (count) => count > 0);
  const dice = (await page.locator('.moves li').allInnerTexts()).slice(-2).map(Number);
  const [from] = await can();
  await click(page, String(from));
  await page.locator('rect.light.picked').waitFor();
  const lit = (await can()).filter((to) => !Number.isNaN(to));
  assert.ok(lit.length > 0 && lit.every((to) => dice.includes(Math.abs(to - from))), `${from} to ${lit} by ${dice}`);
  const made = await page.locator('.moves li').count();
  await click(page, String(lit[0]));
  // Both points are picked, or that was all that could be done.
  const goesOn = async () => (await page.locator('rect.light.picked').count()) === 2 || (await page.locator('.moves li').count()) > made;
  await soon(goesOn, true);
  await soon(() => page.locator('.note').count(), 0);
  await page.context().close();
});

/** Notes what moves, and what sounds: in the page, before anything else. */
const NOTING = `
  window.noted = { moved: [], tones: 0 };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.noted.moved.push([this.getAttribute('class'), this.getAttribute('data-site'), frames.length]);
    return animate.call(this, frames, timing);
  };
  const tone = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.noted.tones += 1;
    return tone.call(this);
  };
`;

/** A game for two at a page that notes what moves and sounds. */
async function openNoting(game) {
  const page = await open();
  await page.addInitScript(NOTING);
  await page.goto(`${address}#/new/${game}`);
  await page.reload();
  await page.locator('.board.active').waitFor();
  await twoPeople(page);
  return page;
}

const noted = (page) => page.evaluate(() => window.noted);

test('sounds are made for those who want them', async () => {
  const page = await openNoting('tic-tac-toe');
  await place(page, ['a1']);
  assert.equal((await noted(page)).tones, 0);
  await page.getByRole('button', { name: 'Sounds' }).click();
  await soon(() => noted(page).then(({ tones }) => tones), 1);
  await click(page, 'b2');
  await nMoves(page, 2);
  await soon(() => noted(page).then(({ tones }) => tones), 2);
  // It is remembered, and the end has a chord of three.
  await page.reload();
  await page.locator('.board.active').waitFor();
  await soon(() => page.getByRole('button', { name: 'Sounds' }).getAttribute('aria-pressed'), 'true');
  for (const [n, cell] of ['a2', 'c3', 'a3'].entries()) {
    await click(page, cell);
    await nMoves(page, n + 3);
  }
  await page.locator('.status[data-status="over"]').waitFor();
  await soon(() => noted(page).then(({ tones }) => tones), 5);
  await page.context().close();
});

test('seeds are sown before the eyes', async () => {
  const page = await openNoting('oware');
  await place(page, ['C']);
  // Four seeds fly, and the four houses behind are filled as they come.
  await soon(() => noted(page).then(({ moved }) => moved.filter(([kind]) => kind === 'seed').length), 4);
  const { moved } = await noted(page);
  assert.deepEqual(moved.filter(([kind]) => kind === 'seeds').map(([, site]) => site), ['D', 'E', 'F', 'a']);
  await soon(() => page.locator('.board .seed').count(), 0);
  await page.context().close();
});

test('a rook that castles and a piece that goes are seen on their way', async () => {
  const page = await openNoting('chess');
  await page.locator('summary', { hasText: 'All options' }).click();
  for (const [n, text] of ['g1-f3', 'g8-f6', 'g2-g3', 'g7-g6', 'f1-g2', 'f8-g7', 'e1-g1'].entries()) {
    await page.getByPlaceholder('Type a move').fill(text);
    await page.keyboard.press('Enter');
    await nMoves(page, n + 1);
    await page.locator('.board.active').waitFor();
  }
  const sites = async () => (await noted(page)).moved.map(([, site]) => site);
  await soon(async () => (await sites()).join(' '), 'f3 f6 g3 g6 g2 g7 g1 f1');
  await page.context().close();
});

testWithServer('a server that is gone is told, and nothing is lost', async () => {
  const page = await openForTwo('tic-tac-toe');
  await page.context().setOffline(true);
  await click(page, 'b2');
  await page.getByText('The server does not answer').waitFor();
  await page.context().setOffline(false);
  complaints.length = 0;
  await click(page, 'b2');
  await nMoves(page, 1);
  await page.context().close();
});

const testAlone = pages ? test : () => {};

testAlone('an engine that does not come is told, and begun anew', async () => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.route('**/engine.wasm.gz', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${address}#/new/tic-tac-toe`);
  await page.getByText('The engine came to harm').waitFor({ timeout: PATIENCE });
  await page.unroute('**/engine.wasm.gz');
  await page.goto(`${address}#/`);
  await page.locator('[data-game="tic-tac-toe"] svg').waitFor({ timeout: PATIENCE });
  await context.close();
});

testAlone('nothing is asked of anybody but for the files of the page', async () => {
  const page = await open('#/new/reversi');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.locator('.board.active').waitFor();
  const free = await page.locator('.board .site.can').first().getAttribute('data-site');
  await click(page, free);
  await nMoves(page, 2);
  assert.deepEqual(asked.filter((url) => !url.startsWith(address)), []);
  await page.context().close();
});

test('the browser complained of nothing', () => {
  assert.deepEqual(complaints, []);
  assert.ok(pages || existsSync(folder));
});
