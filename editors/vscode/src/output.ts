/** Answers of several lines. */

import type * as vscode from "vscode";

/** Shows an answer in the place of the one before. */
export function tell(output: vscode.OutputChannel, message: string): void {
  output.clear();
  output.appendLine(message);
  output.show(true);
}
