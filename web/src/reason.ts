// Why a move is none, as a person is told.

import { cellsCalled } from './choosing';
import type { Kernel, Table, Why } from './kernel';
import type { Tell } from './telling';
import type { Say } from './words';

/** The options that a text may mean are told as far as there are so many. */
const MEANT = 8;

export interface Reason {
  note: string;
  /** The cells that it is about, to be pointed out. */
  cells: number[];
}

/** Asks why a text is no move of a table, whose cells are called so. */
export async function reasonOf(text: string, table: Table, cells: string[], kernel: Kernel, say: Say, tell: Tell): Promise<Reason> {
  const { reason, meant } = await kernel.ask<Why>({ ask: 'why', table, text });
  const several = meant?.length ? `${say('which')} ${meant.slice(0, MEANT).map(tell).join(', ')}` : '';
  return { note: `${say('labelled', tell(text))} ${reason?.message || several || say('noReason')}`, cells: cellsCalled(cells, reason?.cells) };
}
