// The page speaks one language at a time, with the words of `src/words`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { PATIENCE, soon, started } from '../started.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const LANGUAGES = { fr: 'fr-FR', de: 'de-DE', es: 'es-ES' };

/** A table: its texts by key. */
function table(code) {
  const text = readFileSync(new URL(`../src/words/${code}.ts`, import.meta.url), 'utf8');
  const lines = text.matchAll(/^ {2}'?([\w-]+)'?:\s+'((?:[^'\\]|\\.)*)',$/gm);
  return new Map([...lines].map(([, key, value]) => [key, value]));
}

const wordsOf = (texts) => new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []));
const holes = (text) => (text.match(/\{\d\}/g) ?? []).sort().join('');

let server;
let address;
let browser;

before(async () => {
  ({ server, address } = await started('--port', '0'));
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  server?.kill();
});

test('every table says the same', () => {
  const english = table('en');
  assert.ok(english.size > 180, `${english.size} words`);
  for (const code of Object.keys(LANGUAGES)) {
    const other = table(code);
    assert.deepEqual([...other.keys()].sort(), [...english.keys()].sort(), code);
    for (const [key, text] of english) assert.equal(holes(other.get(key)), holes(text), `${code}: ${key}`);
  }
});

/** All that is seen on the page, read out, or told where the pointer is. */
function texts(page) {
  return page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      // The names of the languages are in those languages; without scripts nobody knows which is wanted.
      if (!walker.currentNode.parentElement?.closest('option, noscript')) found.push(walker.currentNode.textContent ?? '');
    }
    const names = ['aria-label', 'aria-description', 'title', 'placeholder'];
    for (const part of document.querySelectorAll(names.map((name) => `[${name}]`).join())) {
      for (const name of names) found.push(part.getAttribute(name) ?? '');
    }
    return found;
  });
}

for (const [code, locale] of Object.entries(LANGUAGES)) {
  const say = table(code);
  const own = wordsOf([...say.values()]);
  const english = new Set([...wordsOf([...table('en').values()])].filter((word) => !own.has(word)));

  /** No English word of the page is on it; in quotes stands what the rule file calls its ends. */
  const holds = async (page, where) => {
    const said = (await texts(page)).map((text) => text.replace(/[«„][^»“]*[»“]/g, ''));
    const found = [...wordsOf(said)].filter((word) => english.has(word));
    assert.deepEqual(found, [], `${code}, ${where}`);
  };

  test(`a whole game has no English in it: ${code}`, async () => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const click = (name) => page.locator(`.board .site[data-site="${name}"]`).click({ force: true });
    const nMoves = (n) => soon(() => page.locator('.moves li').count(), n);
    await page.goto(`${address}#/`);
    await page.locator('.card svg').first().waitFor();
    await soon(() => page.locator('html').getAttribute('lang'), code);
    assert.ok(english.has('library') && english.size > 200);

    await page.goto(`${address}#/new/tic-tac-toe`);
    await page.locator('.board.active').waitFor();
    // The second player is a person, too.
    await page.locator('summary', { hasText: say.get('setUp') }).click();
    await page.locator('.setup select').nth(1).selectOption('human');
    for (const key of ['allOptions', 'takeAlong', 'rules']) {
      await page.locator('summary', { hasText: say.get(key) }).first().click();
    }
    await holds(page, 'at the start');
    await click('b2');
    await nMoves(1);
    // On the stone that stands there, no stone can be put: the reason is told.
    await click('b2');
    await page.locator('.note').waitFor();
    await holds(page, 'an illegal click');
    await page.getByPlaceholder(say.get('typeMove')).fill('z9');
    await page.keyboard.press('Enter');
    await soon(() => page.locator('.note').innerText(), /z9/);
    await holds(page, 'a text that is no move');
    await page.getByRole('button', { name: say.get('hint') }).click();
    await page.locator('.hints li').first().waitFor();
    await holds(page, 'a hint');
    for (const [n, cell] of ['a1', 'b1', 'a2', 'b3'].entries()) {
      await click(cell);
      await nMoves(n + 2);
    }
    await soon(() => page.locator('.status').getAttribute('data-status'), 'over');
    await holds(page, 'the end');
    await page.getByRole('button', { name: say.get('previous') }).click();
    await page.getByText(say.get('here')).waitFor();
    await holds(page, 'an earlier position');
    await page.goto(`${address}#/play/none`);
    await page.getByText(say.get('noMatch')).waitFor();
    await page.goto(`${address}#/new/no-such-game`);
    await page.getByText(say.get('wrongChoice')).waitFor();
    await holds(page, 'a game that is none');
    await context.close();
  });
}
