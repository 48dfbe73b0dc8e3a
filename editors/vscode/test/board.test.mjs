// The live board: what is shown of an answer, the page, and that only the last answer counts.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { JSDOM } from "jsdom";

const here = path.dirname(fileURLToPath(import.meta.url));
const file = (name) => path.join(here, "..", name);
const built = buildSync({ entryPoints: [file("src/board.ts")], bundle: true, format: "cjs", platform: "node", write: false });
const module = { exports: {} };
new Function("module", "exports", "require", built.outputFiles[0].text)(module, module.exports, () => ({}));
const { Latest, MAX_SVG, boardPage, imageOf, showArguments, stateOf } = module.exports;

test("an answer of any form is shown without harm", () => {
  for (const answer of [null, undefined, 3, "x", [], {}, { svg: 5, text: {}, message: null }]) {
    assert.deepEqual(stateOf("a.gdl", answer), { title: "a.gdl", image: "", text: "", message: "There is no position here." });
  }
  const state = stateOf("a.gdl", { svg: "<svg></svg>", text: "8/8", message: "White to play" });
  assert.equal(state.text, "8/8");
  assert.equal(state.message, "White to play");
  assert.equal(Buffer.from(state.image.split(",")[1], "base64").toString(), "<svg></svg>");
});

test("only a picture becomes an image", () => {
  assert.match(imageOf('<?xml version="1.0"?>\n<!-- a --><svg xmlns="x"/>'), /^data:image\/svg\+xml;base64,/);
  for (const other of ["", "<html>", "<svgx>", "javascript:1", "text <svg>"]) assert.equal(imageOf(other), "", other);
  const large = stateOf("a", { svg: `<svg>${"x".repeat(MAX_SVG)}</svg>` });
  assert.equal(large.image, "");
  assert.match(large.message, /too large/);
});

/** The page as the editor would show it, with the script run. */
function page() {
  const html = boardPage("n0nce", "vscode-source:", "board.js", "board.css");
  const dom = new JSDOM(html, { runScripts: "outside-only" });
  const sent = [];
  let kept;
  dom.window.acquireVsCodeApi = () => ({ postMessage: (message) => sent.push(message), getState: () => kept, setState: (state) => (kept = state) });
  dom.window.eval(fs.readFileSync(file("media/board.js"), "utf8"));
  const show = (state) => dom.window.dispatchEvent(new dom.window.MessageEvent("message", { data: state }));
  return { document: dom.window.document, html, sent, show };
}

test("the page allows no script but its own, and loads nothing from elsewhere", () => {
  const { document, html, sent } = page();
  const policy = document.querySelector("meta[http-equiv='Content-Security-Policy']").content;
  assert.equal(policy, "default-src 'none'; img-src data:; style-src vscode-source:; script-src 'nonce-n0nce'");
  const scripts = [...document.querySelectorAll("script")];
  assert.equal(scripts.length, 1);
  assert.equal(scripts[0].textContent, "");
  assert.equal(scripts[0].getAttribute("nonce"), "n0nce");
  assert.doesNotMatch(html, /\son\w+=|style=|<style/);
  assert.deepEqual(sent, ["ready"]);
});

test("what is shown is text, never a part of the page", () => {
  const { document, show } = page();
  const evil = '<img src=x onerror="alert(1)"><script>1</script>';
  show(stateOf(evil, { svg: `<svg><script>1</script></svg>`, text: evil, message: evil }));
  for (const id of ["title", "message", "text"]) {
    assert.equal(document.getElementById(id).textContent, evil);
    assert.equal(document.getElementById(id).children.length, 0);
  }
  assert.equal(document.querySelectorAll("script").length, 1);
  assert.equal(document.querySelectorAll("svg").length, 0);
  const picture = document.getElementById("picture");
  assert.equal(picture.hidden, false);
  assert.match(picture.src, /^data:image\/svg\+xml;base64,/);
  show({ title: "", image: "https://example.org/x.svg", text: "", message: "" });
  assert.equal(picture.hasAttribute("src"), false);
  show(stateOf("a", { message: "broken" }));
  assert.equal(picture.hidden, true);
});

test("a question waits, and only the last answer is shown", async () => {
  const latest = new Latest(() => 5);
  const shown = [];
  const asked = [];
  const answers = [];
  const ask = (name) => latest.ask(() => (asked.push(name), new Promise((resolve, reject) => answers.push({ resolve, reject }))), (answer) => shown.push(answer), (error) => shown.push(error.message));
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
  ask("first");
  ask("second");
  await pause();
  assert.deepEqual(asked, ["second"]);
  ask("third");
  await pause();
  answers[1].resolve("third");
  answers[0].resolve("second");
  await pause();
  assert.deepEqual(shown, ["third"]);
  ask("fourth");
  await pause();
  answers[2].reject(new Error("no"));
  await pause();
  assert.deepEqual(shown, ["third", "no"]);
  ask("fifth");
  latest.cancel();
  await pause();
  assert.equal(asked.includes("fifth"), false);
});

test("the fallback asks the program for a picture of the set-up", () => {
  assert.deepEqual(showArguments("/a/b c.gdl"), ["show", "/a/b c.gdl", "--svg", "-"]);
});
