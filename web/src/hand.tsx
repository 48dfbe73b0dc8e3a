// What a player holds: pieces that are picked by a click, or drawn to the board.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Picture } from './board';
import { DROP } from './choosing';
import type { Shown } from './kernel';
import { useAround } from './words';

/** How far the pointer moves before a press becomes a drag, in pixels. */
const FAR = 6;

/** The kind that was picked from the hand, until the position changes; and how one is picked, or let go. */
export function useHand(shown: Shown | null): [number | null, (kind: number | null) => void] {
  const [held, setHeld] = useState<number | null>(null);
  useEffect(() => setHeld(null), [shown]);
  return [held, setHeld];
}

export interface Seated {
  shown: Shown;
  seats: string[];
  /** Whether somebody at this screen decides. */
  active: boolean;
  held: number | null;
  pick: (kind: number | null) => void;
}

/** A piece on its way from the hand. */
interface Drawn {
  x: number;
  y: number;
  /** What is seen of it under the pointer, once it is moved. */
  ghost: SVGSVGElement | null;
}

/** One kind in hand: a click picks it or lets go of it, and it can be drawn to a cell. */
function Piece({ kind, svg, name, count, can, picked, pick }: { kind: number; svg: string; name: string; count: number; can: boolean; picked: boolean; pick: (kind: number | null) => void }) {
  const drawn = useRef<Drawn | null>(null);
  /** Whether the click that follows belongs to a drag. */
  const wasDrawn = useRef(false);

  const down = (event: PointerEvent) => {
    wasDrawn.current = false;
    if (!can || event.button !== 0 || !event.isPrimary) return;
    drawn.current = { x: event.clientX, y: event.clientY, ghost: null };
    (event.currentTarget as HTMLButtonElement).setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const piece = drawn.current;
    if (!piece || !event.isPrimary) return;
    const button = event.currentTarget as HTMLButtonElement;
    if (!piece.ghost) {
      if (Math.hypot(event.clientX - piece.x, event.clientY - piece.y) < FAR) return;
      const seen = button.querySelector('svg');
      if (!seen) return;
      piece.ghost = seen.cloneNode(true) as SVGSVGElement;
      piece.ghost.setAttribute('class', 'ghost');
      document.body.append(piece.ghost);
      pick(kind);
    }
    piece.ghost.style.left = `${event.clientX}px`;
    piece.ghost.style.top = `${event.clientY}px`;
  };
  const end = () => {
    drawn.current?.ghost?.remove();
    drawn.current = null;
  };
  const up = (event: PointerEvent) => {
    const isDrawn = drawn.current?.ghost;
    end();
    if (!isDrawn) return;
    wasDrawn.current = true;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest('.board [data-site]');
    if (cell) cell.dispatchEvent(new CustomEvent(DROP, { bubbles: true }));
    else pick(null);
  };
  useEffect(() => end, []);

  return (
    <button
      type="button"
      class="held"
      disabled={!can}
      aria-pressed={picked}
      aria-label={`${count} × ${name}`}
      title={name}
      onClick={() => {
        if (!wasDrawn.current) pick(picked ? null : kind);
        wasDrawn.current = false;
      }}
      onKeyDown={(event) => event.key === 'Escape' && pick(null)}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        if (drawn.current?.ghost) pick(null);
        end();
      }}
    >
      <Picture svg={svg} label={name} />
      <span aria-hidden="true">×{count}</span>
    </button>
  );
}

/** What a player holds: pieces as they are on the board. Whoever decides picks one and then a cell, or draws it there. */
export function Hand({ shown, at, active, held, pick }: Seated & { at: number }) {
  const { say } = useAround();
  const decides = active && shown.decider !== null && shown.decider !== 'chance' && shown.decider.player === at;
  const can = new Set(decides ? shown.options.map((offer) => offer.held) : []);
  return (
    <span class="hand">
      <span class="hidden">{say('hand')}: </span>
      {shown.hands[at]?.map((one) => (
        <Piece
          key={one.number}
          kind={one.number}
          svg={one.svg}
          name={one.kind}
          count={one.count}
          can={can.has(one.number)}
          picked={decides && held === one.number}
          pick={pick}
        />
      ))}
      {decides && held !== null && (
        <span class="soft" role="status">
          {say('dropHelp', shown.hands[at]?.find((one) => one.number === held)?.kind ?? '')}
        </span>
      )}
    </span>
  );
}
