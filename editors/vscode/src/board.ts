/** The live board: what is asked of the server or the program, and what of it is shown. Knows nothing of VS Code, so that it can be tested alone. */

/** A position in a text, counted from 0; characters are UTF-16 units, as in the language server protocol. */
export interface Place {
  line: number;
  character: number;
}

/** The request `merel/board`: the position that stands behind a line of a rule file. */
export const BOARD_REQUEST = "merel/board";

export interface BoardParams {
  textDocument: { uri: string };
  position: Place;
}

/** What stands there. Each part may be missing: a broken file has a message only. */
export interface BoardAnswer {
  /** The picture, as SVG. */
  svg?: string | null;
  /** The position as text, as `merel show --text` prints it. */
  text?: string | null;
  /** What a person should know: whose turn it is, why there is no picture, why the line fails. */
  message?: string | null;
}

/** What the page is sent. */
export interface BoardState {
  title: string;
  /** The picture as the address of an image, or nothing. */
  image: string;
  text: string;
  message: string;
}

/** Longer pictures are not shown. */
export const MAX_SVG = 4 << 20;

/** Makes of an answer, whatever it is, what the page can show. */
export function stateOf(title: string, answer: unknown): BoardState {
  const parts = (typeof answer === "object" && answer !== null ? answer : {}) as Record<string, unknown>;
  const word = (value: unknown) => (typeof value === "string" ? value : "");
  const svg = word(parts.svg);
  const message = word(parts.message);
  if (svg.length > MAX_SVG) {
    return { title, image: "", text: word(parts.text), message: message || "The picture is too large to be shown." };
  }
  const empty = svg === "" && word(parts.text) === "" && message === "";
  return { title, image: imageOf(svg), text: word(parts.text), message: empty ? "There is no position here." : message };
}

/** A picture as an image: nothing in it can run or be clicked, whatever it holds. */
export function imageOf(svg: string): string {
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(svg)
    ? `data:image/svg+xml;base64,${Buffer.from(svg, "utf8").toString("base64")}`
    : "";
}

/** The arguments of `merel` for the picture of a game's set-up, where no server answers. */
export function showArguments(file: string): string[] {
  // A path never begins with a minus here: VS Code gives whole paths.
  return ["show", file, "--svg", "-"];
}

/** The page of the board. Everything it shows comes later by message and is set as text or as an image. */
export function boardPage(nonce: string, source: string, script: string, style: string): string {
  const policy = `default-src 'none'; img-src data:; style-src ${source}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(style)}">
<title>Board</title>
</head>
<body>
<h1 id="title"></h1>
<p id="message" role="status"></p>
<img id="picture" alt="" hidden>
<pre id="text"></pre>
<script nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}

/** Only the answer to the last question counts, and a question waits until nothing has changed for a while. */
export class Latest {
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly delay: () => number) {}

  /** Asks later; an earlier question that still waits is dropped, the answer to one under way is thrown away. */
  ask<Answer>(question: () => Promise<Answer>, show: (answer: Answer) => void, fail: (error: unknown) => void): void {
    this.cancel();
    const mine = this.number;
    const current = () => mine === this.number;
    this.timer = setTimeout(() => {
      question().then(
        (answer) => current() && show(answer),
        (error: unknown) => current() && fail(error),
      );
    }, this.delay());
  }

  /** Drops what waits and what is under way. */
  cancel(): void {
    this.number++;
    if (this.timer) clearTimeout(this.timer);
    this.timer = undefined;
  }
}
