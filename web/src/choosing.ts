// How clicks on cells become an option: step by step, each click one cell further.

import type { Offer } from './kernel';

/** The event that a cell gets when a piece from the hand is let go on it. */
export const DROP = 'merel-drop';

export type Step =
  | { do: 'play'; offer: Offer }
  | { do: 'pick'; picked: number[] }
  | { do: 'ask'; picked: number[]; offers: Offer[] }
  | { do: 'illegal'; from: number | null; to: number };

/** The options that begin with these cells. */
export function matching(offers: Offer[], picked: number[]): Offer[] {
  return offers.filter((offer) => picked.every((cell, at) => offer.cells[at] === cell));
}

/** The options that are whole with these cells. */
export function whole(offers: Offer[], picked: number[]): Offer[] {
  return matching(offers, picked).filter((offer) => offer.cells.length === picked.length);
}

/** The cells that can be picked next. */
export function targets(offers: Offer[], picked: number[]): Set<number> {
  const next = new Set<number>();
  for (const offer of matching(offers, picked)) {
    const cell = offer.cells[picked.length];
    if (cell !== undefined) next.add(cell);
  }
  return next;
}

/** The options that touch no cell: they have buttons. */
export function placeless(offers: Offer[]): Offer[] {
  return offers.filter((offer) => offer.cells.length === 0);
}

/** The numbers of the cells that have these names. */
export function cellsCalled(cells: string[] = [], names: string[] = []): number[] {
  return names.map((name) => cells.indexOf(name)).filter((cell) => cell >= 0);
}

/** What a click on a cell comes to. */
export function clicked(offers: Offer[], picked: number[], cell: number): Step {
  const further = [...picked, cell];
  if (matching(offers, further).length > 0) return settled(offers, further);
  const last = picked[picked.length - 1];
  // The same cell again lets go of it.
  if (last === cell) return { do: 'pick', picked: picked.slice(0, -1) };
  // Another piece is picked instead.
  if (matching(offers, [cell]).length > 0) return settled(offers, [cell]);
  return { do: 'illegal', from: last ?? null, to: cell };
}

function settled(offers: Offer[], picked: number[]): Step {
  const left = matching(offers, picked);
  const [only] = left;
  if (only && left.length === 1 && (picked.length >= 2 || only.cells.length === picked.length)) {
    return { do: 'play', offer: only };
  }
  const done = whole(offers, picked);
  if (done.length > 0) return { do: 'ask', picked, offers: done };
  return { do: 'pick', picked };
}
