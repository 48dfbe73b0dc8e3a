// The board: a picture from the kernel, on which cells are clicked, dragged from, and reached by keys.

import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { clicked, DROP, placeless, targets, whole } from './choosing';
import type { Offer, Shown } from './kernel';
import { animate, type Seen, seen } from './motion';
import { numbered, sketched, type Stroke, toggled } from './sketch';
import { sound } from './sound';
import { Telling } from './telling';
import { useAround } from './words';

const SVG = 'http://www.w3.org/2000/svg';

/** The picture as a tree. Nothing in it can run: scripts and foreign parts are left out, and the page allows none. */
export function picture(text: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.namespaceURI !== SVG || root.localName !== 'svg') return null;
  for (const part of [root, ...root.querySelectorAll('*')]) {
    if (['script', 'foreignObject', 'iframe', 'animate', 'set', 'use', 'image', 'a', 'style'].includes(part.localName)) {
      part.remove();
      continue;
    }
    for (const { name } of [...part.attributes]) {
      if (/^on|href$|^style$/i.test(name)) part.removeAttribute(name);
    }
  }
  // Labels beside the board stand on the page, and have its colours; those in the cells do not.
  const cells = new Set([...root.querySelectorAll('.site:not(.extra)')].map((site) => site.getAttribute('data-site')));
  for (const label of root.querySelectorAll('.coordinates text')) {
    if (!cells.has(label.textContent)) label.setAttribute('class', 'outside');
  }
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

/** A picture that is only looked at. */
export function Picture({ svg, label }: { svg: string; label: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawn = picture(svg);
    if (!drawn) return;
    drawn.setAttribute('aria-label', label);
    drawn.removeAttribute('width');
    drawn.removeAttribute('height');
    for (const title of drawn.querySelectorAll('title')) title.remove();
    holder.current?.replaceChildren(drawn);
  }, [svg, label]);
  return <div class="picture" ref={holder} />;
}

/** What a board shows, whoever plays on it. */
interface View {
  shown: Shown;
  flipped: boolean;
  /** Whether somebody at this screen decides. */
  active: boolean;
  /** Cells to point out, of a hint. */
  pointed: number[];
  /** The kind that was picked from the hand. */
  held: number | null;
  /** Lets go of it. */
  letGo: () => void;
  /** Whether the numbers of the options are shown. */
  numbers: boolean;
}

/** What is tapped beside a narrow field is meant for it, as far as a third of its length. */
function reach(site: SVGGraphicsElement): SVGRectElement {
  const { x, y, width, height } = site.getBBox();
  const beside = Math.max(width, height) / 3;
  const [wide, high] = width < height ? [beside, 0] : [0, beside];
  const part = document.createElementNS(SVG, 'rect');
  part.setAttribute('class', 'reach');
  part.setAttribute('data-site', site.getAttribute('data-site') ?? '');
  const places = { x: x - wide, y: y - high, width: width + 2 * wide, height: height + 2 * high };
  for (const [name, value] of Object.entries(places)) part.setAttribute(name, String(value));
  return part;
}

/** The light on a cell: round; around a long field, whose middle may lie between its pieces, along its edge. */
function lit(box: DOMRect, kind: string, share: number): SVGElement {
  const { x, y, width, height } = box;
  const isLong = Math.max(width, height) > 2 * Math.min(width, height) && kind !== 'dot';
  const radius = (Math.min(width, height) / 2) * share;
  const edge = Math.min(width, height) / 2 - radius;
  const around = { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge, rx: radius / 3 };
  const round = { cx: x + width / 2, cy: y + height / 2, r: radius };
  const mark = document.createElementNS(SVG, isLong ? 'rect' : 'circle');
  mark.setAttribute('class', `light ${kind}`);
  for (const [name, value] of Object.entries(isLong ? around : round)) mark.setAttribute(name, String(value));
  return mark;
}

interface Props extends View {
  onPlay: (offer: Offer) => void;
  onIllegal: (from: number | null, to: number) => void;
}

function Board({ shown, flipped, active, pointed, held: kind, letGo, numbers, onPlay, onIllegal }: Props) {
  const { say, sounds } = useAround();
  const tell = useContext(Telling);
  const holder = useRef<HTMLDivElement>(null);
  const sites = useRef<Map<number, SVGGraphicsElement>>(new Map());
  const [picked, setPicked] = useState<number[]>([]);
  const [asked, setAsked] = useState<Offer[]>([]);
  const drag = useRef<{ cell: number; x: number; y: number; part: SVGGElement | null; moved: boolean } | null>(null);
  const [strokes, setStrokes] = useState<Stroke[]>([]);
  const stroke = useRef<number | null>(null);
  const hadFocus = useRef<number | null>(null);
  const before = useRef<{ svg: string; seen: Seen; fingerprint: string } | null>(null);

  const all = active ? shown.options : [];
  const offers = kind === null ? all : all.filter((offer) => offer.held === kind);

  useEffect(() => {
    setPicked([]);
    setAsked([]);
  }, [shown, active, kind]);
  useEffect(() => setStrokes([]), [shown]);

  const click = (cell: number) => {
    if (!active) return;
    const step = clicked(offers, picked, cell);
    setAsked(step.do === 'ask' ? step.offers : []);
    if (step.do === 'play') onPlay(step.offer);
    else if (step.do === 'illegal') {
      setPicked([]);
      letGo();
      onIllegal(step.from, step.to);
    } else setPicked(step.picked);
  };
  const back = () => {
    setAsked([]);
    if (picked.length === 0) letGo();
    setPicked(picked.slice(0, -1));
  };
  const latest = useRef({ click, back, picked, offers, active });
  latest.current = { click, back, picked, offers, active };

  const cellOf = (target: EventTarget | null): number | null => {
    const name = (target as Element | null)?.closest?.('[data-site]')?.getAttribute('data-site');
    const at = name === null || name === undefined ? -1 : shown.cells.indexOf(name);
    return at < 0 ? null : at;
  };

  // A piece from the hand that is let go on a cell is put there.
  useEffect(() => {
    const dropped = (event: Event) => {
      const cell = cellOf(event.target);
      if (cell !== null) latest.current.click(cell);
    };
    const board = holder.current;
    board?.addEventListener(DROP, dropped);
    return () => board?.removeEventListener(DROP, dropped);
  }, [shown.cells]);

  // The picture is put in anew when it changes.
  useLayoutEffect(() => {
    const drawn = picture(shown.svg);
    if (!drawn || !holder.current) return;
    drawn.removeAttribute('width');
    drawn.removeAttribute('height');
    drawn.setAttribute('role', 'group');
    drawn.setAttribute('aria-label', shown.title);
    drawn.querySelector(':scope > title')?.remove();
    holder.current.replaceChildren(drawn);
    const found = new Map<number, SVGGraphicsElement>();
    const numbers = new Map(shown.cells.map((name, at) => [name, at]));
    const stacks = new Map<string, string>();
    for (const stack of drawn.querySelectorAll('.stack')) {
      const name = stack.getAttribute('data-site') ?? '';
      stacks.set(name, stack.querySelector('title')?.textContent ?? name);
    }
    for (const site of drawn.querySelectorAll<SVGGraphicsElement>('.site')) {
      const name = site.getAttribute('data-site') ?? '';
      const at = numbers.get(name);
      if (at === undefined) continue;
      found.set(at, site);
      site.setAttribute('role', 'button');
      site.setAttribute('tabindex', '-1');
      const mark = site.getAttribute('data-mark');
      site.setAttribute('aria-label', [stacks.get(name) ?? name, mark].filter(Boolean).join(', '));
    }
    for (const site of drawn.querySelectorAll<SVGGraphicsElement>('.site.narrow')) drawn.append(reach(site));
    sites.current = found;
    if (flipped) turn(drawn);
    const focus = hadFocus.current ?? found.keys().next().value;
    const first = focus === undefined ? undefined : found.get(focus);
    first?.setAttribute('tabindex', '0');
    if (hadFocus.current !== null) first?.focus();
    const [then, now] = [before.current, seen(drawn, numbers)];
    before.current = { svg: shown.svg, seen: now, fingerprint: shown.fingerprint };
    if (then && then.svg !== shown.svg && then.fingerprint === shown.fingerprint) {
      const boxes = new Map([...found].map(([cell, site]) => [cell, site.getBBox()]));
      animate(drawn, then.seen, now, shown.last, shown.cells, boxes);
      const count = ({ pieces }: Seen) => [...pieces.values()].reduce((sum, { size }) => sum + size, 0);
      const sown = [...now.seeds].some(([cell, n]) => then.seen.seeds.get(cell) !== n);
      if (sounds) sound(shown.ended ? 'end' : sown ? 'sow' : count(now) < count(then.seen) ? 'capture' : 'move');
    }
  }, [shown.svg, flipped]);

  // What can be chosen is lit.
  useLayoutEffect(() => {
    const drawn = holder.current?.querySelector('svg');
    if (!drawn) return;
    drawn.querySelector('.lights')?.remove();
    const lights = document.createElementNS(SVG, 'g');
    lights.setAttribute('class', 'lights');
    const next = active && (picked.length > 0 || kind !== null) ? targets(offers, picked) : new Set<number>();
    const begun = active && picked.length === 0 ? targets(offers, []) : new Set<number>();
    const light = (cell: number, kind: string, share: number) => {
      const box = sites.current.get(cell)?.getBBox();
      if (!box) return;
      lights.append(lit(box, kind, share));
    };
    const stands = new Set([...drawn.querySelectorAll('.stack')].map((stack) => stack.getAttribute('data-site')));
    const full = (cell: number) => stands.has(shown.cells[cell] ?? '');
    for (const cell of next) light(cell, full(cell) ? 'ring' : 'dot', full(cell) ? 0.92 : 0.34);
    for (const cell of picked) light(cell, 'picked', 0.96);
    for (const cell of pointed) light(cell, 'pointed', 0.98);
    (drawn.querySelector('.turned') ?? drawn).append(lights);
    for (const [cell, site] of sites.current) {
      const can = next.has(cell) || begun.has(cell);
      site.classList.toggle('can', can);
      site.setAttribute('aria-pressed', String(picked.includes(cell)));
      site.setAttribute('aria-description', can ? say('target') : '');
    }
  }, [shown.svg, flipped, picked, active, pointed, kind]);

  useLayoutEffect(() => {
    const drawn = holder.current?.querySelector('svg');
    if (!drawn) return;
    drawn.querySelector('.sketch')?.remove();
    (drawn.querySelector('.turned') ?? drawn).append(sketched(strokes, (cell) => sites.current.get(cell)?.getBBox()));
  }, [shown.svg, flipped, strokes]);

  useLayoutEffect(() => {
    const drawn = holder.current?.querySelector('svg');
    if (!drawn) return;
    drawn.querySelector('.numbers')?.remove();
    if (!numbers) return;
    (drawn.querySelector('.turned') ?? drawn).append(numbered(shown.options, (cell) => sites.current.get(cell)?.getBBox(), flipped));
  }, [shown.svg, flipped, numbers]);

  const down = (event: PointerEvent) => {
    const cell = cellOf(event.target);
    if (event.button === 2) stroke.current = cell;
    if (event.button !== 0) return;
    setStrokes([]);
    if (!active || cell === null) return;
    const name = shown.cells[cell] ?? '';
    const part = [...(holder.current?.querySelectorAll<SVGGElement>('.stack') ?? [])].find(
      (stack) => stack.getAttribute('data-site') === name,
    );
    drag.current = { cell, x: event.clientX, y: event.clientY, part: part ?? null, moved: false };
  };
  const move = (event: PointerEvent) => {
    const held = drag.current;
    if (!held?.part || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved) {
      if (Math.hypot(dx, dy) < 6 || !targets(offers, []).has(held.cell)) return;
      held.moved = true;
      holder.current?.setPointerCapture(event.pointerId);
      held.part.classList.add('dragged');
      if (picked[picked.length - 1] !== held.cell) click(held.cell);
    }
    const scale = (held.part.ownerSVGElement?.getScreenCTM()?.a ?? 1) || 1;
    held.part.style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
  };
  const up = (event: PointerEvent) => {
    if (event.button === 2) {
      const [from, to] = [stroke.current, cellOf(event.target)];
      stroke.current = null;
      if (from !== null && to !== null) setStrokes(toggled(strokes, { from, to }));
      return;
    }
    const held = drag.current;
    drag.current = null;
    if (!held) return;
    if (!held.moved) {
      click(held.cell);
      return;
    }
    held.part?.classList.remove('dragged');
    if (held.part) held.part.style.transform = '';
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const cell = under.filter((one) => one.closest('.stack') !== held.part).map(cellOf).find((one) => one !== null) ?? null;
    if (cell !== null && cell !== held.cell) latest.current.click(cell);
  };
  const cancel = () => {
    if (drag.current?.part) {
      drag.current.part.classList.remove('dragged');
      drag.current.part.style.transform = '';
    }
    drag.current = null;
  };

  const key = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (cell === null) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      click(cell);
    } else if (event.key === 'Escape') {
      back();
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const next = neighbour(sites.current, cell, event.key);
      if (next === null) return;
      sites.current.get(cell)?.setAttribute('tabindex', '-1');
      const site = sites.current.get(next);
      site?.setAttribute('tabindex', '0');
      site?.focus();
    }
  };

  const done = picked.length > 0 ? whole(offers, picked) : [];
  const goesOn = picked.length > 0 && targets(offers, picked).size > 0;
  return (
    <div class="boardbox">
      <div
        class={`board${active ? ' active' : ''}`}
        ref={holder}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onContextMenu={(event: Event) => event.preventDefault()}
        onKeyDown={key}
        onFocusIn={(event: FocusEvent) => (hadFocus.current = cellOf(event.target))}
        onFocusOut={(event: FocusEvent) => {
          if (event.relatedTarget) hadFocus.current = null;
        }}
        aria-describedby="board-help"
      />
      <p id="board-help" class="hidden">
        {say('boardHelp')}
      </p>
      {(asked.length > 0 || done.length > 0) && (
        <div class="asked" role="group" aria-label={say('which')}>
          <strong>{say('which')}</strong>
          {(asked.length > 0 ? asked : done).map((offer) => (
            <button type="button" class="choice" key={offer.text} onClick={() => onPlay(offer)}>
              {tell(offer.text)}
            </button>
          ))}
          {goesOn && <span class="soft">{say('orGoOn')}</span>}
          <button type="button" class="plain" onClick={back}>
            {say('cancel')}
          </button>
        </div>
      )}
      {picked.length > 1 && done.length === 0 && (
        <div class="asked">
          <span class="soft">{picked.map((cell) => shown.cells[cell]).join(' ')}…</span>
          <button type="button" class="plain" onClick={back}>
            {say('back')}
          </button>
        </div>
      )}
    </div>
  );
}

/** The nearest cell in the direction of an arrow. */
function neighbour(sites: Map<number, SVGGraphicsElement>, from: number, key: string): number | null {
  const middle = (site: SVGGraphicsElement) => {
    const box = site.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2] as const;
  };
  const own = sites.get(from);
  if (!own) return null;
  const [x, y] = middle(own);
  let best: number | null = null;
  let least = Infinity;
  for (const [cell, site] of sites) {
    const [ox, oy] = middle(site);
    const [dx, dy] = [ox - x, oy - y];
    const [on, aside] =
      key === 'ArrowRight' ? [dx, dy] : key === 'ArrowLeft' ? [-dx, dy] : key === 'ArrowDown' ? [dy, dx] : [-dy, dx];
    if (on < 2) continue;
    const far = on + 2.5 * Math.abs(aside);
    if (far < least) [least, best] = [far, cell];
  }
  return best;
}

/** Half a turn: the board is turned as a whole, and what is written or stands on it is turned back. */
function turn(drawn: SVGSVGElement) {
  const view = drawn.viewBox.baseVal;
  const all = document.createElementNS(SVG, 'g');
  all.setAttribute('class', 'turned');
  for (const part of [...drawn.childNodes]) {
    if (part instanceof Element && part.classList.contains('page')) continue;
    all.append(part);
  }
  drawn.append(all);
  const upright = [...all.querySelectorAll<SVGGraphicsElement>('.stack')];
  const texts = [...all.querySelectorAll<SVGGraphicsElement>('text')].filter((text) => !text.closest('.stack'));
  for (const part of [...upright, ...texts]) {
    const box = part.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    part.setAttribute('transform', `rotate(180 ${x} ${y})`);
  }
  all.setAttribute('transform', `rotate(180 ${view.x + view.width / 2} ${view.y + view.height / 2})`);
}

/** The board, and buttons for the options that touch no cell. `explain` is given a move that is none. */
export function Playing({
  play,
  explain,
  ...view
}: View & { play: (text: string) => void; explain: (text: string) => void }) {
  const { shown, active } = view;
  const tell = useContext(Telling);
  const buttons = active ? placeless(shown.options) : [];
  const name = (cell: number) => shown.cells[cell] ?? '';
  return (
    <>
      <Board
        {...view}
        onPlay={(offer) => play(offer.text)}
        onIllegal={(from, to) => explain(from === null ? name(to) : `${name(from)}-${name(to)}`)}
      />
      {buttons.length > 0 && (
        <div class="asked">
          {buttons.map((offer) => (
            <button type="button" class="choice" key={offer.text} onClick={() => play(offer.text)}>
              {tell(offer.text)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
