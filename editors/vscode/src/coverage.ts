/** Behind each line, how often what stands there is used in play. */

import * as vscode from "vscode";
import { COVER_REQUEST, type CoverAnswer, type CoverParams, remarksOf } from "./questions";
import type { Server } from "./server";

export class Coverage implements vscode.Disposable {
  private readonly used = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
  });
  private readonly never = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("diffEditor.removedLineBackground"),
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorWarning.foreground") },
    overviewRulerColor: new vscode.ThemeColor("editorWarning.foreground"),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  private readonly output = vscode.window.createOutputChannel("Merel: what is used");
  private readonly listener: vscode.Disposable;

  constructor(private readonly server: Server) {
    // What was counted is that of the text as it was.
    this.listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach((editor) => this.clear(editor));
    });
  }

  /** Asks how often everything is used and writes it behind the lines. */
  async show(editor: vscode.TextEditor | undefined): Promise<void> {
    if (editor?.document.languageId !== "merel") return;
    const { document } = editor;
    const version = document.version;
    const params: CoverParams = { textDocument: { uri: document.uri.toString() } };
    const answer = await this.server.ask<CoverAnswer>(COVER_REQUEST, params);
    if (!answer) {
      void vscode.window.showWarningMessage("The language server of Merel does not tell what is used.");
      return;
    }
    if (document.version !== version) return;
    const remarks = remarksOf(answer, document.lineCount);
    for (const never of [false, true]) {
      const own = remarks.filter((remark) => remark.never === never);
      const decorations = own.map((remark) => ({
        range: document.lineAt(remark.line).range,
        hoverMessage: remark.hover,
        renderOptions: { after: { contentText: remark.text } },
      }));
      editor.setDecorations(never ? this.never : this.used, decorations);
    }
    this.output.clear();
    this.output.append(typeof answer.summary === "string" ? answer.summary : "");
    this.output.show(true);
  }

  /** Takes the counts away. */
  clear(editor: vscode.TextEditor | undefined): void {
    editor?.setDecorations(this.used, []);
    editor?.setDecorations(this.never, []);
  }

  dispose(): void {
    this.listener.dispose();
    this.used.dispose();
    this.never.dispose();
    this.output.dispose();
  }
}
