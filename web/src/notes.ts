// What is told of the moves of a match: by the file that it was opened from, and by whoever plays it.

import { begins, shared } from './branches';
import type { Notes, ToldLine } from './kernel';

export interface Note {
  /** The remark; empty if there is none. */
  comment: string;
  /** What whoever moved expected, from 0 to 1. */
  value: number | null;
}

export interface Noted {
  line: string[];
  notes?: Notes | null;
}

/** The longest remark, in units of UTF-16: in a match file it has at most 4096 bytes. */
export const LONGEST = 1300;

/** What nobody sees, and match files therefore do not have; joiners and selectors change what is seen. */
const UNSEEN = /(?![\u200c\u200d\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]/gu;

const NOTHING: Notes = { moves: [], comments: [], evaluations: [], times: [], settled: null, clock: null, left: [], tags: {}, lines: [] };

/** What is told of each move of the line that is shown; it goes with a move to every line that has it. */
export function notesAlong({ line, notes }: Noted): (Note | null)[] {
  const found: (Note | null)[] = line.map(() => null);
  for (const told of notes ? [notes, ...(notes.lines ?? [])] : []) {
    for (let at = 0; at < shared(told.moves, line); at += 1) {
      const comment = found[at]?.comment || (told.comments[at] ?? '');
      const value = found[at]?.value ?? told.evaluations[at] ?? null;
      if (comment || value !== null) found[at] = { comment, value };
    }
  }
  return found;
}

/** What is told of the move with that number, counted from one. */
export function noteOn(noted: Noted, at: number): Note | null {
  return notesAlong({ ...noted, line: noted.line.slice(0, at) })[at - 1] ?? null;
}

function withComment<T extends ToldLine>(told: T, at: number, comment: string): T {
  const length = Math.max(told.comments.length, at);
  const comments = Array.from({ length }, (_, place) => (place === at - 1 ? comment : (told.comments[place] ?? '')));
  return { ...told, comments };
}

/** The notes with another remark on the move of the line with that number, counted from one. */
export function remarked({ line, notes }: Noted, at: number, text: string): Notes {
  const comment = text.replace(/\s/gu, ' ').slice(0, LONGEST).replace(UNSEEN, '');
  const base = notes ?? NOTHING;
  const lines = base.lines ?? [];
  const has = (told: ToldLine) => shared(told.moves, line) >= at;
  const put = <T extends ToldLine>(told: T): T => (has(told) ? withComment(told, at, comment) : told);
  if ([base, ...lines].some(has)) return { ...put(base), lines: lines.map(put) };
  // No line is told of that has the move.
  const moves = line.slice(0, at);
  const before = lines.find((told) => begins(told.moves, moves));
  const own = withComment({ ...(before ?? { comments: [], evaluations: [], times: [] }), moves }, at, comment);
  return { ...base, lines: [...lines.filter((told) => told !== before), own] };
}
