// What the page asks of the game, and who answers: the server, or the engine itself in the browser.

import { BrowserKernel } from './browser-kernel';
import { Refusal } from './refusal';

export { Refusal };

export interface Table {
  game: string;
  text?: string | null;
  options: Record<string, string>;
  players?: number | null;
  start?: string | null;
  moves: string[];
  seed: number;
  language: string;
}

export interface Offer {
  text: string;
  cells: number[];
  steps?: string[];
  probability?: string;
  /** The kind that is dropped from the hand: its number. */
  held?: number;
}

/** Pieces of one kind in hand. */
export interface Held {
  number: number;
  kind: string;
  sign: string;
  count: number;
  /** One of them, as it is drawn on the board. */
  svg: string;
}

export interface Ended {
  verdict: 'won' | 'draw' | 'nobody' | 'unfinished';
  winner: number | null;
  by: string;
  places: number[];
}

export interface Shown {
  title: string;
  players: { name: string; colour: string }[];
  decider: { player: number } | 'chance' | null;
  turns: number;
  svg: string;
  cells: string[];
  options: Offer[];
  nOptions: number;
  hands: Held[][];
  variables: [string, string][];
  /** Which round it is of how many, where an end counts rounds. */
  round?: string;
  /** What the colours of cells mean. */
  ground?: { name: string; colour: string }[];
  moves: string[];
  /** How moves and options are told in the language, where that is not how they are written. */
  told?: Record<string, string>;
  last: number[];
  ended: Ended | null;
  fingerprint: string;
}

export interface Choice {
  name: string;
  title: string;
  values: string[];
  titles: string[];
  chosen: string;
  picture: boolean;
}

export interface Card {
  name: string;
  title: string;
  titles: Record<string, string>;
  players: number[];
  seats: string[];
  options: Choice[];
  board: 'square' | 'hex' | 'lines' | 'track' | 'graph';
  cells: number;
  mechanisms: string[];
  /** How many decisions a match takes, played at random. */
  length: 'short' | 'middling' | 'long';
  info: [string, string][];
  prose: string | null;
  svg: string;
}

/** What is told of the moves of a line. */
export interface ToldLine {
  /** The moves from the start of the match. */
  moves: string[];
  /** Remarks, in the order of the moves; empty where there is none. */
  comments: string[];
  /** What whoever moved expected, from 0 to 1. */
  evaluations: (number | null)[];
  times: number[];
}

/** What a match file tells beside its moves, which stand here too. */
export interface Notes extends ToldLine {
  settled: string | null;
  clock: string | null;
  left: number[];
  tags: Record<string, string>;
  /** What is told of moves on other lines. */
  lines?: ToldLine[];
}

/** What a match file says. */
export interface Opened {
  table: Table;
  seats: string[];
  title: string;
  notes: Notes | null;
  /** Other lines, each from the start, the latest last. */
  others: string[][];
}

export interface Why {
  status: 'legal' | 'illegal' | 'unclear' | 'over' | 'open';
  reason?: { message: string; cells: string[]; place?: { file: string; line: number; text: string } | null } | null;
  meant?: string[];
}

export interface Hint {
  text: string;
  cells: number[];
  /** The share of games that is expected, from 0 to 1. */
  value: number;
  /** After so many moves the result is proven. */
  proven: number | null;
  /** The option, and the best replies after it as far as they are known. */
  line: string[];
}

export interface Draft {
  name: string;
  text: string;
}

export interface Place {
  line: number;
  character: number;
}

export interface Range {
  start: Place;
  end: Place;
}

export interface Diagnostic {
  range: Range;
  severity: number;
  code: string;
  message: string;
}

export interface Action {
  title: string;
  isPreferred?: boolean;
  diagnostics?: Diagnostic[];
  edit?: { changes?: Record<string, { range: Range; newText: string }[]> };
}

export interface Checked {
  diagnostics: Diagnostic[];
  actions: Action[];
}

export interface Scenario {
  name: string;
  line: number;
  end: number;
  status: 'passed' | 'failed' | 'broken';
  message: string;
  failedOn: number | null;
}

export interface BoardAnswer {
  scenario: string | null;
  svg: string;
  options: string[];
  message: string;
}

/** What was used on a line. */
export interface LineUse {
  line: number;
  used: { random: number; search: number; scenarios: number };
  never: boolean;
}

export interface Cover {
  lines: LineUse[];
  summary: string;
}

export interface SavedFile {
  name: string;
  text: string;
  fingerprint: string;
}

export interface Kernel {
  ask<T>(question: Record<string, unknown>): Promise<T>;
  files(): Promise<{ open: boolean; files: string[] }>;
  read(name: string): Promise<SavedFile>;
  save(name: string, text: string, base: string | null): Promise<{ fingerprint: string }>;
}

const TOKEN = 'merel.token';

/** What the server wants to hear from whoever may ask it, if it listens to other machines. */
let token = tokenKept();

function tokenKept(): string | null {
  try {
    return sessionStorage.getItem(TOKEN);
  } catch {
    return null;
  }
}

/** Takes the token out of the address, so that it is not shared with it. */
export function takeToken(): void {
  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
  if (found?.[1]) {
    token = found[1];
    try {
      sessionStorage.setItem(TOKEN, token);
    } catch {
      // A browser that keeps nothing asks for the link again after a reload.
    }
    history.replaceState(null, '', '#/');
  }
}

/** Asks the server. */
export async function request<T>(path: string, method: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers['x-merel-token'] = token;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let response: Response;
  try {
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    response = await fetch(path, init);
  } catch {
    throw new Refusal('', 'gone', 0, {});
  }
  const value = (await response.json().catch(() => ({}))) as { error?: Record<string, unknown> };
  if (!response.ok) {
    const error = value.error ?? {};
    throw new Refusal(String(error['message'] ?? response.statusText), String(error['kind'] ?? 'request'), response.status, error);
  }
  return value as T;
}

export class ServerKernel implements Kernel {
  /** The kernel of the server, or that of a table, which answers about its game alone. */
  constructor(private readonly base = '/api') {}

  ask<T>(question: Record<string, unknown>): Promise<T> {
    return request<T>(`${this.base}/ask`, 'POST', question);
  }

  files(): Promise<{ open: boolean; files: string[] }> {
    return request('/api/files', 'GET');
  }

  read(name: string): Promise<SavedFile> {
    return request(`/api/files/${encodeURIComponent(name)}`, 'GET');
  }

  save(name: string, text: string, base: string | null): Promise<{ fingerprint: string }> {
    return request(`/api/files/${encodeURIComponent(name)}`, 'PUT', { text, base });
  }
}

/** Whether there is a server, which keeps tables that people share. */
export const hasServer = document.documentElement.dataset['kernel'] !== 'browser';

export const kernel: Kernel = hasServer ? new ServerKernel() : new BrowserKernel();
