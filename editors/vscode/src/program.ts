/** The program `merel`, called for one picture. */

import { execFile } from "node:child_process";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { type BoardAnswer, MAX_SVG, showArguments } from "./board";

/** The program of the settings. */
export function program(): string {
  return vscode.workspace.getConfiguration("merel").get("path", "merel") || "merel";
}

/** The set-up of a file as it is saved, for where the server knows no boards. */
export function showSetUp(document: vscode.TextDocument): Promise<BoardAnswer> {
  if (!vscode.workspace.isTrusted) return Promise.resolve({ message: "In a restricted workspace no program is started." });
  if (document.uri.scheme !== "file") return Promise.resolve({ message: "Save the file to see its board." });
  const options = { cwd: dirname(document.fileName), timeout: 10_000, maxBuffer: MAX_SVG, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program(), showArguments(document.fileName), options, (error, out, said) => {
      if (!error) resolve({ svg: out, message: document.isDirty ? "The set-up of the file as it was saved last." : "The set-up." });
      else if (error.code === "ENOENT") resolve({ message: `The program ${program()} was not found. The setting merel.path says where it is.` });
      else resolve({ message: said.trim() || error.message });
    });
  });
}
