// The TextMate grammar on every rule file, against what pest sees.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { readPest, wordsOf } from "../../tree-sitter-merel/pest.mjs";

const require = createRequire(import.meta.url);
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");
const here = path.dirname(fileURLToPath(import.meta.url));
const file = (name) => path.join(here, "..", name);

const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(fs.readFileSync(file("syntaxes/merel.tmLanguage.json"), "utf8"), "merel.json"),
});
const grammar = await registry.loadGrammar("source.merel");

/** The innermost scope of each letter. */
function scopes(text) {
  const found = [];
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    for (const { startIndex, endIndex, scopes: names } of tokens) {
      for (let at = startIndex; at < Math.min(endIndex, line.length); at++) found.push(names.at(-1));
    }
    found.push("");
    stack = ruleStack;
  }
  return found;
}

/** The scopes in which a word is seen as one of the language. */
const isWord = (scope) => /^(keyword|storage|support|constant\.language|variable\.language)/.test(scope);

const cargo = ["run", "--quiet", "--manifest-path", file("../tree-sitter-merel/Cargo.toml"), "--example", "tokens"];
const seen = execFileSync("cargo", cargo, { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n").map((line) => JSON.parse(line));
const { keywords, reserved } = wordsOf(readPest(fs.readFileSync(file("../../grammar/gdl.pest"), "utf8")));

test("every word of the grammar is highlighted, wherever it stands in a rule file", () => {
  const found = new Set();
  const wrong = [];
  for (const { path: from, text, words } of seen) {
    const all = scopes(text);
    for (const [start, end] of words) {
      const word = text.slice(start, end);
      found.add(word);
      if (!isWord(all[start]) || !isWord(all[end - 1])) wrong.push(`${path.basename(from)}: ${word} in ${JSON.stringify(text.slice(Math.max(0, start - 30), end + 20))}: ${all[start]}`);
    }
  }
  const missing = [...new Set([...keywords.values(), ...reserved])].filter((word) => !found.has(word));
  assert.deepEqual(missing, [], "words that no rule file uses");
  assert.deepEqual(wrong, [], `${wrong.length} words are not highlighted`);
});

test("a name is not highlighted as a word of the language", () => {
  let total = 0;
  const wrong = [];
  for (const { path: from, text, names } of seen) {
    const all = scopes(text);
    for (const [start, end] of names) {
      total++;
      // Names by the grammar, but the same in every game.
      if (["none", "player"].includes(text.slice(start, end))) continue;
      if (isWord(all[start])) wrong.push(`${path.basename(from)}: ${text.slice(start, end)} in ${JSON.stringify(text.slice(Math.max(0, start - 30), end + 20))}: ${all[start]}`);
    }
  }
  assert.ok(total > 5_000, `${total} names`);
  // One line does not tell whether `first` or `cell` is a name everywhere; the language server does.
  assert.ok(wrong.length * 1000 <= total, `${wrong.length} of ${total} names:\n${wrong.slice(0, 40).join("\n")}`);
});

test("nothing is left without a scope, and text and comments are what they are", () => {
  for (const { path: from, text } of seen) {
    const all = scopes(text);
    for (let at = 0; at < text.length; at++) {
      if (/\S/.test(text[at])) assert.notEqual(all[at], "source.merel", `${from}: ${JSON.stringify(text.slice(at, at + 20))}`);
    }
    assert.equal(all.length, text.length + 1);
  }
  const sample = 'game "a // b" // "c"\nposition\n  | x / y // z\n';
  const all = scopes(sample);
  assert.match(all[sample.indexOf("// b")], /^string/);
  assert.match(all[sample.indexOf('"c"')], /^comment/);
  assert.match(all[sample.indexOf("/ y")], /^string.unquoted/);
  assert.match(all[sample.indexOf("z")], /^comment/);
});
