// What happened between two positions, shown as motion: pieces that go, chains, pushes, sowing.

/** What stands on a cell: whatever lies on top, and how many. */
export interface Standing {
  key: string;
  size: number;
}

/** What a picture shows, by the number of the cell. */
export interface Seen {
  pieces: Map<number, Standing>;
  /** Seeds, or other numbers in houses. */
  seeds: Map<number, number>;
}

/** A piece goes from the first of these cells over all others to the last. */
export type Journey = number[];

/** A seed that goes from a cell to another, the how-manieth that does. */
export interface Sown {
  from: number;
  to: number;
  order: number;
}

type Point = readonly [number, number];
type Centre = (cell: number) => Point | undefined;

/** How long one step takes, in milliseconds, and all of a sowing at most. */
const STEP = 220;
const SOWING = 1400;

const SVG = 'http://www.w3.org/2000/svg';

/** What stands, from the words of a stack: `c1: 3 × White Man`. */
export function standing(words: string, name: string): Standing {
  const told = words.startsWith(`${name}: `) ? words.slice(name.length + 2) : words;
  const runs = told.split(', ');
  const counts = runs.map((run) => Number(/^(\d+) × /.exec(run)?.[1] ?? 1));
  return { key: (runs[runs.length - 1] ?? '').replace(/^\d+ × /, ''), size: counts.reduce((all, count) => all + count, 0) };
}

/** What a picture shows. */
export function seen(drawn: Element, numbers: Map<string, number>): Seen {
  const pieces = new Map<number, Standing>();
  const seeds = new Map<number, number>();
  const cell = (part: Element) => numbers.get(part.getAttribute('data-site') ?? '');
  for (const stack of drawn.querySelectorAll('.stack')) {
    const at = cell(stack);
    if (at !== undefined) pieces.set(at, standing(stack.querySelector('title')?.textContent ?? '', stack.getAttribute('data-site') ?? ''));
  }
  for (const house of drawn.querySelectorAll('.seeds')) {
    const at = cell(house);
    if (at !== undefined) seeds.set(at, Number(house.getAttribute('data-count')));
  }
  return { pieces, seeds };
}

function same(one: Standing | undefined, other: Standing | undefined): boolean {
  return one !== undefined && other !== undefined && one.key === other.key && one.size === other.size;
}

/** The cells between two, on the straight line. */
function between(from: number, to: number, cells: Iterable<number>, centre: Centre): number[] {
  const [a, b] = [centre(from), centre(to)];
  if (!a || !b) return [];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const far = Math.hypot(dx, dy) || 1;
  const found: [number, number][] = [];
  for (const cell of cells) {
    const point = centre(cell);
    if (!point || cell === from || cell === to) continue;
    const [x, y] = [point[0] - a[0], point[1] - a[1]];
    const along = (x * dx + y * dy) / far;
    const aside = Math.abs(x * dy - y * dx) / far;
    if (along > 0 && along < far && aside < 4) found.push([along, cell]);
  }
  return found.sort(([one], [other]) => one - other).map(([, cell]) => cell);
}

/** Where the way leads over others of the same kind that stay, each of them goes one step: a push. */
function pushed(path: number[], before: Seen, after: Seen): Journey[] {
  const key = after.pieces.get(path[path.length - 1] ?? -1)?.key;
  const stays = (cell: number) => before.pieces.get(cell)?.key === key && after.pieces.get(cell)?.key === key;
  if (!path.slice(1, -1).some(stays)) return [path];
  const stops = path.filter((cell, at) => at === 0 || at === path.length - 1 || stays(cell));
  return stops.slice(1).map((cell, at) => [stops[at] ?? cell, cell]);
}

/** How pieces went from one position to the next. `last` are the cells of the latest move, in the order of its choices. */
export function journeys(before: Seen, after: Seen, last: number[], centre: Centre): Journey[] {
  const came = new Set<number>();
  const left = new Set<number>();
  for (const [cell, now] of after.pieces) {
    const then = before.pieces.get(cell);
    if (!same(then, now) && !(then && then.key === now.key && then.size > now.size)) came.add(cell);
  }
  for (const [cell, then] of before.pieces) {
    const now = after.pieces.get(cell);
    if (!same(then, now) && !(now && now.key === then.key && now.size > then.size)) left.add(cell);
  }
  const found: Journey[] = [];
  const go = (path: number[]) => {
    const [from, to] = [path[0], path[path.length - 1]];
    if (from !== undefined) left.delete(from);
    if (to !== undefined) came.delete(to);
    found.push(...pushed(path, before, after));
  };
  // Whoever moved goes over all the cells that were chosen.
  const [first] = last;
  let end = last.length - 1;
  while (end > 0 && !came.has(last[end] ?? -1)) end -= 1;
  if (first !== undefined && end > 0 && left.has(first)) go(last.slice(0, end + 1));
  // Others, who were moved with it, come from the nearest cell that one like them has left.
  for (const to of [...came]) {
    const point = centre(to);
    const key = after.pieces.get(to)?.key;
    if (!point) continue;
    const far = (cell: number) => {
      const other = centre(cell);
      return other ? Math.hypot(other[0] - point[0], other[1] - point[1]) : Infinity;
    };
    const from = [...left].filter((cell) => before.pieces.get(cell)?.key === key).sort((one, other) => far(one) - far(other))[0];
    if (from !== undefined) go([from, ...between(from, to, before.pieces.keys(), centre), to]);
  }
  return found;
}

/** How seeds went: from the house that was emptied around to those that have more now, one after the other. */
export function sowing(before: Seen, after: Seen, last: number[]): Sown[] {
  const gain = (cell: number) => (after.seeds.get(cell) ?? 0) - (before.seeds.get(cell) ?? 0);
  const cells = [...new Set([...before.seeds.keys(), ...after.seeds.keys()])];
  const poorer = cells.filter((cell) => gain(cell) < 0).sort((one, other) => gain(one) - gain(other));
  const from = last.find((cell) => gain(cell) < 0) ?? poorer[0];
  const richer = cells.filter((cell) => gain(cell) > 0);
  if (from === undefined || richer.length === 0) return [];
  const n = Math.max(...cells) + 1;
  const on = (cell: number) => (cell - from + n) % n;
  const back = (cell: number) => (from - cell + n) % n;
  const farthest = (way: (cell: number) => number) => Math.max(...richer.map(way));
  const way = farthest(on) <= farthest(back) ? on : back;
  const inOrder = richer.sort((one, other) => way(one) - way(other));
  const found: Sown[] = [];
  for (let lap = 0; inOrder.some((cell) => gain(cell) > lap); lap += 1) {
    for (const to of inOrder.filter((cell) => gain(cell) > lap)) found.push({ from, to, order: found.length });
  }
  return found;
}

/** Lets a picture move from what was seen before to what it shows. */
export function animate(drawn: SVGSVGElement, before: Seen, after: Seen, last: number[], cells: string[], boxes: Map<number, DOMRect>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const centre: Centre = (cell) => {
    const box = boxes.get(cell);
    return box && [box.x + box.width / 2, box.y + box.height / 2];
  };
  const part = (kind: string, cell: number) =>
    [...drawn.querySelectorAll<SVGGElement>(kind)].find((one) => one.getAttribute('data-site') === cells[cell]);
  for (const path of journeys(before, after, last, centre)) {
    const end = path[path.length - 1] ?? -1;
    const [stack, goal] = [part('.stack', end), centre(end)];
    // A stack of a board that is turned has a place of its own already.
    if (!stack || !goal || stack.hasAttribute('transform')) continue;
    const places = path.map(centre).filter((point): point is Point => point !== undefined);
    const frames = places.map(([x, y]) => ({ transform: `translate(${x - goal[0]}px, ${y - goal[1]}px)` }));
    stack.animate(frames, { duration: STEP * Math.min(4, places.length - 1), easing: 'ease-in-out' });
  }
  sow(drawn, sowing(before, after, last), centre, (cell) => part('.seeds', cell));
}

function sow(drawn: SVGSVGElement, seeds: Sown[], centre: Centre, house: (cell: number) => SVGGElement | undefined): void {
  if (seeds.length === 0) return;
  const pause = Math.min(110, SOWING / seeds.length);
  const reached = new Set<number>();
  for (const { from, to, order } of seeds) {
    const [start, goal] = [centre(from), centre(to)];
    if (!start || !goal) continue;
    const timing = { duration: STEP, delay: order * pause, easing: 'ease-in-out' };
    if (!reached.has(to)) house(to)?.animate([{ opacity: 0.25 }, { opacity: 1 }], { ...timing, fill: 'backwards' });
    reached.add(to);
    const seed = document.createElementNS(SVG, 'circle');
    seed.setAttribute('class', 'seed');
    seed.setAttribute('cx', String(goal[0]));
    seed.setAttribute('cy', String(goal[1]));
    seed.setAttribute('r', '5');
    (drawn.querySelector('.turned') ?? drawn).append(seed);
    const away = `translate(${start[0] - goal[0]}px, ${start[1] - goal[1]}px)`;
    const flight = seed.animate(
      [
        { transform: away, opacity: 1 },
        { transform: 'translate(0, 0)', opacity: 1 },
      ],
      timing,
    );
    flight.onfinish = () => seed.remove();
    flight.oncancel = () => seed.remove();
  }
}
