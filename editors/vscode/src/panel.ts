/** The panel beside the text that shows the board behind the line of the cursor. */

import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import * as vscode from "vscode";
import { BOARD_REQUEST, type BoardAnswer, type BoardParams, type BoardState, Latest, boardPage, stateOf } from "./board";
import { showSetUp } from "./program";
import type { Server } from "./server";

export class BoardPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private state: BoardState | undefined;
  private readonly latest = new Latest(() => vscode.workspace.getConfiguration("merel").get("board.delay", 150));
  private readonly listeners: vscode.Disposable[] = [];

  constructor(
    private readonly folder: vscode.Uri,
    private readonly server: Server,
  ) {
    this.listeners.push(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const editor = vscode.window.activeTextEditor;
        if (editor?.document === document) this.follow(editor);
      }),
    );
  }

  /** Opens the panel, or brings it to the front. */
  open(): void {
    if (this.panel) {
      this.panel.reveal(undefined, true);
    } else {
      this.panel = vscode.window.createWebviewPanel(
        "merel.board",
        "Board",
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.folder, "media")] },
      );
      this.fill(this.panel);
    }
    this.follow(vscode.window.activeTextEditor);
  }

  private fill(panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(this.folder, "media", name)).toString();
    panel.onDidDispose(() => {
      this.latest.cancel();
      this.panel = undefined;
    });
    // The page says when it listens: what was sent before then is lost.
    webview.onDidReceiveMessage(() => this.state && void webview.postMessage(this.state));
    webview.html = boardPage(randomBytes(16).toString("base64url"), webview.cspSource, file("board.js"), file("board.css"));
  }

  /** Shows what stands behind the line of the cursor. */
  private follow(editor: vscode.TextEditor | undefined): void {
    if (!this.panel || editor?.document.languageId !== "merel") return;
    const { document } = editor;
    const title = basename(document.fileName);
    const { line, character } = editor.selection.active;
    const params: BoardParams = { textDocument: { uri: document.uri.toString() }, position: { line, character } };
    this.latest.ask(
      () => this.ask(document, params),
      (answer) => this.show(stateOf(title, answer)),
      (error) => this.show(stateOf(title, { message: error instanceof Error ? error.message : String(error) })),
    );
  }

  private async ask(document: vscode.TextDocument, params: BoardParams): Promise<BoardAnswer> {
    const answer = await this.server.ask<BoardAnswer>(BOARD_REQUEST, params);
    return answer ?? showSetUp(document);
  }

  private show(state: BoardState): void {
    this.state = state;
    void this.panel?.webview.postMessage(state);
  }

  dispose(): void {
    this.latest.cancel();
    this.panel?.dispose();
    this.listeners.forEach((listener) => listener.dispose());
  }
}
