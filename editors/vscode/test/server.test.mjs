// How the language server is started and asked, with stand-ins for VS Code and its client.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const external = ["vscode", "vscode-languageclient/node"];
const built = buildSync({ entryPoints: [path.join(here, "../src/server.ts")], bundle: true, format: "cjs", platform: "node", write: false, external });

/** The class `Server` with stand-ins, the clients it made and the warnings it showed. */
function load(settings, { trusted = true, answer = async () => "answer", start = async () => {} } = {}) {
  const clients = [];
  const warnings = [];
  class LanguageClient {
    constructor(id, name, run, options) {
      Object.assign(this, { id, run, options, asked: [], state: 1, disposed: false });
      clients.push(this);
    }
    async start() {
      await start();
      this.state = 2;
    }
    async sendRequest(method, params) {
      this.asked.push([method, params]);
      return answer(method);
    }
    async dispose() {
      this.disposed = true;
    }
  }
  const modules = {
    vscode: {
      window: { showWarningMessage: (message) => warnings.push(message), showInformationMessage: (message) => warnings.push(message) },
      workspace: { isTrusted: trusted, getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }), createFileSystemWatcher: (pattern) => pattern },
    },
    "vscode-languageclient/node": { LanguageClient, State: { Running: 2 }, TransportKind: { stdio: 0 } },
  };
  const module = { exports: {} };
  new Function("module", "exports", "require", built.outputFiles[0].text)(module, module.exports, (name) => modules[name] ?? {});
  const output = { text: "", clear: () => (output.text = ""), appendLine: (more) => (output.text += more), show() {} };
  return { server: new module.exports.Server(output), clients, warnings, output };
}

test("the server is `merel lsp`, or what the settings say", async () => {
  const usual = load({});
  await usual.server.start();
  assert.deepEqual(usual.clients[0].run, { command: "merel", args: ["lsp"], transport: 0 });
  assert.deepEqual(usual.clients[0].options.documentSelector.map((one) => one.language), ["merel", "merel"]);
  const other = load({ path: "/opt/merel", "server.arguments": ["lsp", "--log"] });
  await other.server.start();
  assert.deepEqual(other.clients[0].run, { command: "/opt/merel", args: ["lsp", "--log"], transport: 0 });
});

test("it is not started where it must not be", async () => {
  for (const { server, clients } of [load({ "server.enabled": false }), load({}, { trusted: false })]) {
    await server.start();
    assert.equal(clients.length, 0);
    assert.equal(await server.ask("merel/board", {}), undefined);
  }
});

test("a server that does not start is told of, and is not asked", async () => {
  const { server, warnings } = load({}, { start: async () => Promise.reject(new Error("no such program")) });
  await server.start();
  assert.match(warnings[0], /no such program.*merel\.path/);
  assert.equal(await server.ask("merel/board", {}), undefined);
});

test("a request that the server does not know is asked once; a restart asks again", async () => {
  const { server, clients } = load({}, { answer: async () => Promise.reject(Object.assign(new Error("unknown"), { code: -32601 })) });
  await server.start();
  assert.equal(await server.ask("merel/board", { line: 1 }), undefined);
  assert.equal(await server.ask("merel/board", { line: 2 }), undefined);
  assert.deepEqual(clients[0].asked, [["merel/board", { line: 1 }]]);
  await server.restart();
  assert.equal(clients[0].disposed, true);
  await server.ask("merel/board", { line: 3 });
  assert.equal(clients[1].asked.length, 1);
});

test("answers and other errors are passed on", async () => {
  const good = load({});
  await good.server.start();
  assert.equal(await good.server.ask("merel/board", {}), "answer");
  const bad = load({}, { answer: async () => Promise.reject(Object.assign(new Error("broken"), { code: -32603 })) });
  await bad.server.start();
  await assert.rejects(bad.server.ask("merel/board", {}), /broken/);
});

test("what came of a command of the server is shown", async () => {
  const { server, clients, output, warnings } = load({});
  await server.start();
  const { executeCommand } = clients[0].options.middleware;
  assert.deepEqual(await executeCommand("merel.runScenario", [], async () => ({ holds: false, message: "line 3 does not hold" })), { holds: false, message: "line 3 does not hold" });
  assert.equal(output.text, "line 3 does not hold");
  await executeCommand("merel.why", [], async () => ({ message: "a Man steps forward", place: null }));
  assert.equal(output.text, "a Man steps forward");
  await executeCommand("merel.runScenario", [], async () => ({ holds: true, message: "" }));
  assert.equal(warnings.at(-1), "The scenario holds.");
  await executeCommand("another", [], async () => 3);
  assert.equal(output.text, "a Man steps forward");
});
