// The built extension with a stand-in for VS Code: it starts, talks, follows the cursor and ends; and the package holds what it needs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import Module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const file = (name) => path.join(here, "..", name);
const manifest = JSON.parse(fs.readFileSync(file("package.json"), "utf8"));

/** A stand-in for VS Code: what the extension registers and sends is kept. Anything not named is a class that does nothing. */
function standIn(settings) {
  const nothing = () => ({ dispose() {} });
  const events = {};
  const event = (name) => (listener) => ((events[name] ??= []).push(listener), { dispose() {} });
  const commands = new Map();
  const panels = [];
  const warnings = [];
  const terminals = [];
  const outputs = [];
  const uri = (at) => ({ scheme: "file", fsPath: at, path: at, toString: () => `file://${at}` });
  const known = {
    Uri: { joinPath: (base, ...parts) => uri([base.path, ...parts].join("/")), file: uri, parse: uri },
    ViewColumn: { Beside: -2 },
    OverviewRulerLane: { Right: 4 },
    ThemeColor: class {},
    commands: { registerCommand: (name, run) => (commands.set(name, run), { dispose() {} }) },
    window: {
      activeTextEditor: undefined,
      onDidChangeTextEditorSelection: event("selection"),
      onDidChangeActiveTextEditor: event("editor"),
      showWarningMessage: async (message) => void warnings.push(message),
      visibleTextEditors: [],
      createTextEditorDecorationType: (look) => ({ look, dispose() {} }),
      createOutputChannel: (name) => {
        const output = { name, text: "", clear: () => (output.text = ""), append: (more) => (output.text += more), appendLine: (more) => (output.text += `${more}\n`), show() {}, dispose() {} };
        outputs.push(output);
        return output;
      },
      createTerminal: (options) => (terminals.push(options), { show() {} }),
      createWebviewPanel: (type, title, column, options) => {
        const panel = { type, options, sent: [], webview: { cspSource: "vscode-source:", asWebviewUri: (at) => at, onDidReceiveMessage: (f) => ((panel.receive = f), nothing()), postMessage: async (state) => void panel.sent.push(state), html: "" } };
        Object.assign(panel, { reveal() {}, dispose: () => panel.closed?.(), onDidDispose: (f) => ((panel.closed = f), nothing()) });
        panels.push(panel);
        return panel;
      },
    },
    workspace: {
      isTrusted: true,
      getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
      onDidChangeTextDocument: event("text"),
      onDidGrantWorkspaceTrust: event("trust"),
      onDidChangeConfiguration: event("settings"),
      createFileSystemWatcher: nothing,
    },
  };
  const blank = new Proxy(class {}, { get: (target, name) => (name in target ? target[name] : blank), apply: () => ({}) });
  const vscode = new Proxy(known, { get: (target, name) => (name in target ? target[name] : blank) });
  return { vscode, known, events, commands, panels, warnings, terminals, outputs };
}

/** Loads the built extension with a stand-in, as VS Code would. */
function load(settings) {
  const stand = standIn(settings);
  const original = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? stand.vscode : original(name, ...rest));
  const built = file("dist/extension.js");
  delete require.cache[built];
  const extension = require(built);
  Module._load = original;
  return { ...stand, extension };
}

const until = async (holds) => {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(holds());
};

test("the board follows the cursor; without a server the program draws the set-up", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "merel-"));
  const program = path.join(folder, "merel");
  fs.writeFileSync(program, `#!/bin/sh\ncase "$*" in *bad*) echo "error: bad" >&2; exit 1;; esac\nprintf '<svg>%s</svg>' "$*"\n`, { mode: 0o755 });
  const settings = { path: program, "server.enabled": false, "board.delay": 0 };
  const { extension, commands, events, known, panels } = load(settings);
  const context = { subscriptions: [], extensionUri: known.Uri.file(file("")) };
  await extension.activate(context);
  assert.deepEqual([...commands.keys()].sort(), manifest.contributes.commands.map(({ command }) => command).sort());

  const editor = (name) => ({ document: { languageId: "merel", fileName: path.join(folder, name), uri: known.Uri.file(path.join(folder, name)), isDirty: false }, selection: { active: { line: 3, character: 1 } } });
  known.window.activeTextEditor = editor("good.gdl");
  commands.get("merel.showBoard")();
  const [panel] = panels;
  assert.equal(panel.options.enableScripts, true);
  assert.match(panel.webview.html, /Content-Security-Policy/);
  await until(() => panel.sent.length === 1);
  assert.equal(panel.sent[0].title, "good.gdl");
  const drawn = Buffer.from(panel.sent[0].image.split(",")[1], "base64").toString();
  assert.equal(drawn, `<svg>show ${path.join(folder, "good.gdl")} --svg -</svg>`);

  panel.receive("ready");
  assert.equal(panel.sent.length, 2, "what was sent before the page listened is sent again");
  events.selection.forEach((listener) => listener({ textEditor: editor("bad.gdl") }));
  await until(() => panel.sent.length === 3);
  assert.equal(panel.sent[2].message, "error: bad");
  assert.equal(panel.sent[2].image, "");

  events.selection.forEach((listener) => listener({ textEditor: { document: { languageId: "rust" } } }));
  settings.path = path.join(folder, "missing");
  events.editor.forEach((listener) => listener(editor("good.gdl")));
  await until(() => panel.sent.length === 4);
  assert.match(panel.sent[3].message, /was not found/);
  context.subscriptions.forEach((part) => part.dispose?.());
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("no program is started in a workspace that is not trusted", async () => {
  const { extension, known, commands, panels } = load({ path: "/no/such/program", "board.delay": 0 });
  known.workspace.isTrusted = false;
  await extension.activate({ subscriptions: [], extensionUri: known.Uri.file(file("")) });
  known.window.activeTextEditor = { document: { languageId: "merel", fileName: "/a.gdl", uri: known.Uri.file("/a.gdl") }, selection: { active: { line: 0, character: 0 } } };
  commands.get("merel.showBoard")();
  await until(() => panels[0].sent.length === 1);
  assert.match(panels[0].sent[0].message, /restricted/);
  await extension.deactivate();
});

test("a game is played in a terminal, without a shell, and only where programs may be started", async () => {
  const { extension, known, commands, terminals, warnings } = load({ path: "/opt/merel", "server.enabled": false });
  await extension.activate({ subscriptions: [], extensionUri: known.Uri.file(file("")) });
  known.Uri.parse = (address) => known.Uri.file(address.replace("file://", ""));
  commands.get("merel.play")("file:///a/b; rm c.gdl");
  assert.deepEqual(terminals, [{ name: "Merel", cwd: "/a", shellPath: "/opt/merel", shellArgs: ["play", "/a/b; rm c.gdl"] }]);
  commands.get("merel.play")();
  assert.match(warnings.at(-1), /Save the file/);
  known.workspace.isTrusted = false;
  commands.get("merel.play")("file:///a/b.gdl");
  assert.match(warnings.at(-1), /restricted/);
  assert.equal(terminals.length, 1);
  await extension.deactivate();
});

test("what is used needs a server that tells it", async () => {
  const { extension, known, commands, warnings } = load({ "server.enabled": false });
  await extension.activate({ subscriptions: [], extensionUri: known.Uri.file(file("")) });
  await commands.get("merel.showCoverage")();
  assert.equal(warnings.length, 0, "no file is open");
  known.window.activeTextEditor = { document: { languageId: "merel", uri: known.Uri.file("/a.gdl"), version: 1 }, setDecorations() {} };
  await commands.get("merel.showCoverage")();
  assert.match(warnings.at(-1), /does not tell/);
  commands.get("merel.hideCoverage")();
  await extension.deactivate();
});

test("the package holds what the extension needs, and no more", () => {
  const vsix = fs.readFileSync(file("dist/merel.vsix"));
  assert.ok(vsix.length < 1 << 20, `${vsix.length} bytes`);
  const listed = execFileSync(file("node_modules/.bin/vsce"), ["ls", "--no-dependencies"], { cwd: file(""), encoding: "utf8" }).trim().split("\n");
  const expected = ["LICENSE", "README.md", "dist/extension.js", "language-configuration.json", "media/board.css", "media/board.js", "package.json", "snippets/merel.json", "syntaxes/merel.tmLanguage.json"];
  assert.deepEqual(listed.map((name) => name.trim()).filter((name) => fs.existsSync(file(name))).sort(), expected);
  const contributed = [manifest.main, ...manifest.contributes.languages.map((one) => one.configuration), ...manifest.contributes.grammars.map((one) => one.path), ...manifest.contributes.snippets.map((one) => one.path)];
  for (const name of contributed) assert.ok(listed.includes(path.posix.normalize(name)), name);
});
