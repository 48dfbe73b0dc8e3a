/** Merel in Visual Studio Code. */

import * as vscode from "vscode";
import { Coverage } from "./coverage";
import { BoardPanel } from "./panel";
import { Server } from "./server";
import { askWhy, play } from "./why";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Merel");
  const mine = new Server(output);
  server = mine;
  const board = new BoardPanel(context.extensionUri, mine);
  const coverage = new Coverage(mine);
  context.subscriptions.push(
    output,
    board,
    coverage,
    vscode.commands.registerCommand("merel.play", (address: unknown) => play(address)),
    vscode.commands.registerCommand("merel.askWhy", () => askWhy(mine, output)),
    vscode.commands.registerCommand("merel.showCoverage", () => coverage.show(vscode.window.activeTextEditor)),
    vscode.commands.registerCommand("merel.hideCoverage", () => coverage.clear(vscode.window.activeTextEditor)),
    vscode.commands.registerCommand("merel.showBoard", () => board.open()),
    vscode.commands.registerCommand("merel.restartServer", () => mine.restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => mine.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("merel.path") || change.affectsConfiguration("merel.server")) void mine.restart();
    }),
  );
  await mine.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
