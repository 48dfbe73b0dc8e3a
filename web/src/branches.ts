// The lines of a match: the one that is shown, and others that part from it. All begin at the start.

/** Where another line parts from the one that is shown. */
export interface Fork {
  /** Its place among the others. */
  other: number;
  /** The first move of its own. */
  text: string;
  /** So many moves it has from there. */
  length: number;
}

export interface Lines {
  line: string[];
  others?: string[][];
}

/** So many other lines are kept; the oldest go. */
export const KEPT = 40;

/** How many moves two lines begin with together. */
export function shared(one: string[], other: string[]): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Whether a line is the beginning of another. */
export function begins(one: string[], other: string[]): boolean {
  return shared(one, other) === one.length;
}

/** The lines when `line` is shown instead: no move is lost, and nothing is kept twice. */
export function changed(match: Lines, line: string[]): { line: string[]; others: string[][] } {
  const known = [match.line, ...(match.others ?? [])];
  const isTold = (one: string[], at: number) => known.some((other, place) => place !== at && begins(one, other) && (other.length > one.length || place < at));
  const others = known.filter((one, at) => !begins(one, line) && !isTold(one, at));
  return { line, others: others.slice(0, KEPT) };
}

/** The forks of the line that is shown, by the number of moves before them. */
export function forks(match: Lines): Map<number, Fork[]> {
  const found = new Map<number, Fork[]>();
  for (const [other, moves] of (match.others ?? []).entries()) {
    const at = shared(match.line, moves);
    const text = moves[at];
    if (text !== undefined) found.set(at, [...(found.get(at) ?? []), { other, text, length: moves.length - at }]);
  }
  return found;
}
