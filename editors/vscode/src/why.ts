/** Asks why a move is legal or not, and plays a game in the terminal. */

import { dirname } from "node:path";
import * as vscode from "vscode";
import { tell } from "./output";
import { program } from "./program";
import { WHY_REQUEST, type WhyAnswer, type WhyParams, messageOf, playArguments } from "./questions";
import type { Server } from "./server";

/** Asks for a move, and shows why it is legal or not in what stands before the cursor. */
export async function askWhy(server: Server, output: vscode.OutputChannel): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "merel") return;
  const { document, selection } = editor;
  const typed = await vscode.window.showInputBox({
    title: "Why is a move legal or not?",
    prompt: "The move as it is typed in a game; nothing for what the ends of the game lack",
    value: document.getText(selection),
  });
  if (typed === undefined) return;
  const { line, character } = selection.start;
  const params: WhyParams = { textDocument: { uri: document.uri.toString() }, position: { line, character }, move: typed };
  tell(output, messageOf(await server.ask<WhyAnswer>(WHY_REQUEST, params)));
}

/** Plays the game of a file in a terminal. */
export function play(address: unknown): void {
  const uri = typeof address === "string" ? vscode.Uri.parse(address) : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== "file") {
    void vscode.window.showWarningMessage("Save the file to play it.");
    return;
  }
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage("In a restricted workspace no program is started.");
    return;
  }
  const terminal = vscode.window.createTerminal({
    name: "Merel",
    cwd: dirname(uri.fsPath),
    shellPath: program(),
    shellArgs: playArguments(uri.fsPath),
  });
  terminal.show();
}
