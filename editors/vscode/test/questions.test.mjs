// Why and coverage: what is shown of an answer.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const built = buildSync({ entryPoints: [path.join(here, "../src/questions.ts")], bundle: true, format: "cjs", platform: "node", write: false });
const module = { exports: {} };
new Function("module", "exports", "require", built.outputFiles[0].text)(module, module.exports, () => ({}));
const { messageOf, playArguments, remarksOf, short } = module.exports;

test("counts stand behind their lines, and what is never used is marked", () => {
  const lines = [
    { line: 1, used: { random: 12, search: 3, scenarios: 1 }, never: false },
    { line: 3, used: { random: 0, search: 0, scenarios: 0 }, never: true },
  ];
  assert.deepEqual(remarksOf({ lines }, 3), [
    { line: 0, text: "16", hover: "12 at random, 3 with search, 1 in scenarios", never: false },
    { line: 2, text: "! 0", hover: "0 at random, 0 with search, 0 in scenarios; something here is never used", never: true },
  ]);
});

test("an answer of any form is shown without harm", () => {
  for (const answer of [null, undefined, 3, "x", [], {}, { lines: 5 }, { lines: [null, 3, {}, { line: 0 }, { line: 9 }, { line: 1.5 }] }]) {
    assert.deepEqual(remarksOf(answer, 3), []);
  }
  assert.deepEqual(remarksOf({ lines: [{ line: 2, used: { random: "many" } }] }, 3).map(({ text }) => text), ["0"]);
  for (const answer of [null, 3, {}, { message: 5 }, { message: "  " }]) assert.equal(messageOf(answer), "There is no answer.");
  assert.equal(messageOf({ message: " because \n" }), "because");
});

test("great counts are short", () => {
  assert.deepEqual([0, 9999, 10_000, 1_234_567, 9_999_999, 12_345_678].map(short), ["0", "9999", "10k", "1234k", "9999k", "12M"]);
});

test("a game is played by the program", () => {
  assert.deepEqual(playArguments("/a/b c.gdl"), ["play", "/a/b c.gdl"]);
});
