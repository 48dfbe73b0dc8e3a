// What the browser keeps: matches, drafts and wishes. Nothing is lost when the page is closed.

import type { Notes } from './kernel';
import { type Language, languageOf } from './words';

export interface Match {
  id: string;
  game: string;
  title: string;
  /** The rules, if they are neither built in nor a file. */
  text?: string | null;
  options: Record<string, string>;
  players?: number | null;
  start?: string | null;
  seed: number;
  /** Who sits where: `human`, or a machine. */
  seats: string[];
  /** All moves, also those after the one that is looked at. */
  line: string[];
  /** Lines that part from it, each from the start on. */
  others?: string[][];
  /** Who made each move of the line, as far as that is known: a player's number, or `null` for Chance. */
  by?: (number | null | undefined)[];
  /** So many of them are played on the board. */
  at: number;
  over?: boolean;
  /** What is told of its moves. */
  notes?: Notes | null;
  saved: number;
}

export interface StoredDraft {
  name: string;
  text: string;
  /** What the file on the disk was when it was read. */
  base: string | null;
  saved: number;
}

export interface Wishes {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  level: string;
  /** Whether sounds are made. */
  sounds: boolean;
}

/** A table on a server that people share. */
export interface SharedTable {
  id: string;
  title: string;
  /** The token of the seat that is taken here; none for a spectator. */
  mine: string | null;
  /** The tokens of all seats, where the table was made here; none where a machine sits. */
  seats: (string | null)[];
  saved: number;
}

const SHARED = 'merel.table.';
const MATCH = 'merel.match.';
const DRAFT = 'merel.draft.';
const WISHES = 'merel.wishes';
/** So many matches are kept; older ones go. */
const KEPT = 60;

/** What the browser has no room for, or keeps nothing at all: it is here as long as the page is open. */
const held = new Map<string, string>();

/** Whether anything would be lost with the page. */
export function isAnythingHeld(): boolean {
  return [...held.keys()].some((key) => key !== WISHES);
}

/** What the browser keeps; none if it may keep nothing. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function read<T>(key: string): T | null {
  try {
    const text = held.get(key) ?? storage()?.getItem(key) ?? null;
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Puts a text into the browser; whether there was room. */
function put(key: string, text: string): boolean {
  try {
    storage()?.setItem(key, text);
    const isKept = storage() !== null;
    if (isKept) held.delete(key);
    return isKept;
  } catch {
    return false;
  }
}

function write(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  const isKept = put(key, text);
  if (!isKept) held.set(key, text);
  // Where there is room again, what waits for it is kept as well.
  else for (const [other, waiting] of [...held]) put(other, waiting);
  return isKept;
}

function drop(key: string): void {
  held.delete(key);
  storage()?.removeItem(key);
}

function keys(prefix: string): string[] {
  const found = new Set(held.keys());
  const kept = storage();
  for (let at = 0; at < (kept?.length ?? 0); at += 1) found.add(kept?.key(at) ?? '');
  return [...found].filter((key) => key.startsWith(prefix));
}

export function matches(): Match[] {
  const all = keys(MATCH).map((key) => read<Match>(key));
  return all.filter((one): one is Match => one !== null && Array.isArray(one.line)).sort((a, b) => b.saved - a.saved);
}

export function match(id: string): Match | null {
  return read<Match>(MATCH + id);
}

/** Keeps a match; whether there was room for it. */
export function keepMatch(one: Match): boolean {
  for (const old of matches().slice(KEPT)) drop(MATCH + old.id);
  return write(MATCH + one.id, { ...one, saved: Date.now() });
}

/** Whether a match is lost when the page is closed. */
export function isMatchHeld(id: string): boolean {
  return held.has(MATCH + id);
}

export function dropMatch(id: string): void {
  drop(MATCH + id);
}

export function sharedTables(): SharedTable[] {
  const all = keys(SHARED).map((key) => read<SharedTable>(key));
  return all.filter((one): one is SharedTable => one !== null && Array.isArray(one.seats)).sort((a, b) => b.saved - a.saved);
}

export function shared(id: string): SharedTable | null {
  return read<SharedTable>(SHARED + id);
}

export function keepShared(one: Omit<SharedTable, 'saved'>): boolean {
  for (const old of sharedTables().slice(KEPT)) drop(SHARED + old.id);
  return write(SHARED + one.id, { ...one, saved: Date.now() });
}

export function dropShared(id: string): void {
  drop(SHARED + id);
}

export function drafts(): StoredDraft[] {
  const all = keys(DRAFT).map((key) => read<StoredDraft>(key));
  return all.filter((one): one is StoredDraft => one !== null).sort((a, b) => b.saved - a.saved);
}

export function draft(name: string): StoredDraft | null {
  return read<StoredDraft>(DRAFT + name);
}

export function keepDraft(one: Omit<StoredDraft, 'saved'>): boolean {
  return write(DRAFT + one.name, { ...one, saved: Date.now() });
}

/** Whether a draft is lost when the page is closed. */
export function isDraftHeld(name: string): boolean {
  return held.has(DRAFT + name);
}

export function dropDraft(name: string): void {
  drop(DRAFT + name);
}

export function wishes(): Wishes {
  const usual: Wishes = { language: languageOf(navigator.language), theme: 'auto', level: 'level:5', sounds: false };
  const kept = { ...usual, ...read<Partial<Wishes>>(WISHES) };
  // There were three machines once, told by how much they think.
  return kept.level.startsWith('search:') ? { ...kept, level: usual.level } : kept;
}

export function keepWishes(one: Wishes): void {
  write(WISHES, one);
}

/** A new name for a match. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A new seed for chance, exact as a number. */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}
