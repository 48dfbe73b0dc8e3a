// Arrows and circles that a person draws on the board by the right button, to think or to show.

const SVG = 'http://www.w3.org/2000/svg';

/** An arrow from a cell to another, or a circle around one. */
export interface Stroke {
  from: number;
  to: number;
}

/** The strokes with one more, or without it if it was there. */
export function toggled(strokes: Stroke[], stroke: Stroke): Stroke[] {
  const rest = strokes.filter(({ from, to }) => from !== stroke.from || to !== stroke.to);
  return rest.length < strokes.length ? rest : [...strokes, stroke];
}

function middle(box: DOMRect): [number, number] {
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** What is drawn for strokes over these cells. */
export function sketched(strokes: Stroke[], boxOf: (cell: number) => DOMRect | undefined): SVGGElement {
  const all = document.createElementNS(SVG, 'g');
  all.setAttribute('class', 'sketch');
  for (const { from, to } of strokes) {
    const [one, other] = [boxOf(from), boxOf(to)];
    if (!one || !other) continue;
    const size = Math.min(one.width, one.height);
    const [x, y] = middle(one);
    if (from === to) {
      const ring = document.createElementNS(SVG, 'circle');
      ring.setAttribute('cx', String(x));
      ring.setAttribute('cy', String(y));
      ring.setAttribute('r', String(size * 0.44));
      ring.setAttribute('stroke-width', String(size * 0.07));
      all.append(ring);
      continue;
    }
    const [tx, ty] = middle(other);
    const far = Math.hypot(tx - x, ty - y) || 1;
    const [ux, uy] = [(tx - x) / far, (ty - y) / far];
    // The head ends in the middle of its cell, and the shaft where the head begins.
    const head = size * 0.34;
    const [hx, hy] = [tx - ux * head, ty - uy * head];
    const shaft = document.createElementNS(SVG, 'line');
    for (const [name, value] of Object.entries({ x1: x + ux * size * 0.2, y1: y + uy * size * 0.2, x2: hx, y2: hy })) shaft.setAttribute(name, String(value));
    shaft.setAttribute('stroke-width', String(size * 0.13));
    const tip = document.createElementNS(SVG, 'polygon');
    const wide = size * 0.2;
    tip.setAttribute('points', `${tx},${ty} ${hx - uy * wide},${hy + ux * wide} ${hx + uy * wide},${hy - ux * wide}`);
    all.append(shaft, tip);
  }
  return all;
}

/** Numbers in order, those that follow each other joined: `3–5·9`. */
export function ranges(numbers: number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs[runs.length - 1];
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join('·');
}

/** The numbers of the options, on the last cell of each, towards where it comes from; on a turned board they stand upright. */
export function numbered(offers: { cells: number[] }[], boxOf: (cell: number) => DOMRect | undefined, turned: boolean): SVGGElement {
  const all = document.createElementNS(SVG, 'g');
  all.setAttribute('class', 'numbers');
  const ways = new Map<string, { from: number; to: number; numbers: number[] }>();
  offers.forEach(({ cells }, at) => {
    const [from, to] = [cells[0], cells[cells.length - 1]];
    if (from === undefined || to === undefined) return;
    const way = ways.get(`${from} ${to}`) ?? { from, to, numbers: [] };
    way.numbers.push(at + 1);
    ways.set(`${from} ${to}`, way);
  });
  const labels: { to: number; x: number; y: number; size: number; numbers: number[] }[] = [];
  for (const { from, to, numbers } of ways.values()) {
    const [one, other] = [boxOf(from), boxOf(to)];
    if (!one || !other) continue;
    const size = Math.min(other.width, other.height);
    const [[x, y], [tx, ty]] = [middle(one), middle(other)];
    const back = Math.min(0.5, (0.34 * size) / (Math.hypot(tx - x, ty - y) || Infinity));
    const [lx, ly] = [tx - (tx - x) * back, ty - (ty - y) * back];
    // Of two that would lie over each other nobody could read one.
    const beside = labels.find((label) => label.to === to && Math.abs(label.x - lx) < 0.45 * size && Math.abs(label.y - ly) < 0.3 * size);
    if (beside) {
      beside.numbers.push(...numbers);
      beside.x = (beside.x + lx) / 2;
      beside.y = (beside.y + ly) / 2;
    } else labels.push({ to, x: lx, y: ly, size, numbers: [...numbers] });
  }
  for (const { x, y, size, numbers } of labels) {
    const label = document.createElementNS(SVG, 'text');
    label.textContent = ranges(numbers.sort((a, b) => a - b));
    label.setAttribute('x', String(x));
    label.setAttribute('y', String(y));
    label.setAttribute('font-size', String(size * 0.27));
    label.setAttribute('stroke-width', String(size * 0.08));
    if (turned) label.setAttribute('transform', `rotate(180 ${x} ${y})`);
    all.append(label);
  }
  return all;
}
