/** Merel in Visual Studio Code. */

import * as vscode from "vscode";
import { BoardPanel } from "./panel";
import { Server } from "./server";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const mine = new Server();
  server = mine;
  const board = new BoardPanel(context.extensionUri, mine);
  context.subscriptions.push(
    board,
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
