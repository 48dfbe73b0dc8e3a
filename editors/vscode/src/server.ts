/** The language server: `merel lsp`, started with the extension and again when its settings change. */

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions, State, TransportKind } from "vscode-languageclient/node";
import { tell } from "./output";
import { program } from "./program";
import { messageOf } from "./questions";

/** What a server answers that does not know a request (`MethodNotFound` of JSON-RPC). */
const UNKNOWN_REQUEST = -32601;

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly unknown = new Set<string>();

  /** What commands of the server answer is written there. */
  constructor(private readonly output: vscode.OutputChannel) {}

  /** Starts the server, if the settings and the workspace allow it. */
  async start(): Promise<void> {
    const settings = vscode.workspace.getConfiguration("merel");
    if (!vscode.workspace.isTrusted || !settings.get("server.enabled", true)) return;
    const run: ServerOptions = { command: program(), args: settings.get("server.arguments", ["lsp"]), transport: TransportKind.stdio };
    const options: LanguageClientOptions = {
      documentSelector: [
        { language: "merel", scheme: "file" },
        { language: "merel", scheme: "untitled" },
      ],
      middleware: {
        executeCommand: async (command, given, next) => {
          const answer: unknown = await next(command, given);
          this.tell(command, answer);
          return answer;
        },
      },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.gdl") },
    };
    const client = new LanguageClient("merel", "Merel", run, options);
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      if (this.client === client) this.client = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showWarningMessage(`The language server of Merel did not start: ${reason}. The setting merel.path says where the program is.`);
    }
  }

  /** Asks for something of Merel's own. Nothing, if there is no server or it does not know the request. */
  async ask<Answer>(method: string, params: object): Promise<Answer | undefined> {
    const { client } = this;
    if (client?.state !== State.Running || this.unknown.has(method)) return undefined;
    try {
      return await client.sendRequest<Answer>(method, params);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNKNOWN_REQUEST) throw error;
      this.unknown.add(method);
      return undefined;
    }
  }

  /** Shows what came of a command: a scenario that was run, or the reason of a move. */
  private tell(command: string, answer: unknown): void {
    if (command === "merel.runScenario" && (answer as { holds?: unknown } | null)?.holds === true) {
      void vscode.window.showInformationMessage("The scenario holds.");
    } else if (command === "merel.runScenario" || command === "merel.why") {
      tell(this.output, messageOf(answer));
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    this.unknown.clear();
    await client?.dispose().catch(() => undefined);
  }

  dispose(): void {
    void this.stop();
  }
}
