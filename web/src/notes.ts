// What the file of an opened match tells of its moves.

import { shared } from './branches';
import type { Notes } from './kernel';

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

/** Of so many moves of the line, the first ones, the file tells. */
export function nTold({ line, notes }: Noted): number {
  return notes ? shared(notes.moves, line) : 0;
}

/** What is told of the move with that number, counted from one; nothing of moves that the file does not have. */
export function noteOn(noted: Noted, at: number): Note | null {
  if (at < 1 || at > nTold(noted)) return null;
  const comment = noted.notes?.comments[at - 1] ?? '';
  const value = noted.notes?.evaluations[at - 1] ?? null;
  return comment || value !== null ? { comment, value } : null;
}
