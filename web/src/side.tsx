// Beside the board: who plays, the moves and their branches, what can be typed, the rules.

import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { forks } from './branches';
import { Hand, type Seated } from './hand';
import { type Card, type Hint, kernel, type Offer } from './kernel';
import { seatWord, tableOf } from './match';
import { LONGEST, noteOn, notesAlong } from './notes';
import * as store from './store';
import { meant, Telling } from './telling';
import { useAround, type Word } from './words';

export function Swatch({ colour }: { colour: string }) {
  const spot = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (spot.current) spot.current.style.background = colour;
  }, [colour]);
  return <span class="swatch" ref={spot} aria-hidden="true" />;
}

export function Players(props: Seated) {
  const { shown, seats } = props;
  const { say } = useAround();
  return (
    <ul class="players">
      {shown.players.map((player, at) => (
        <li key={player.name} class={shown.decider !== null && shown.decider !== 'chance' && shown.decider.player === at ? 'mover' : ''}>
          <Swatch colour={player.colour} />
          <strong>{player.name}</strong>
          <span class="soft">{say(seatWord(seats[at]))}</span>
          {(shown.hands[at]?.length ?? 0) > 0 && (
            <Hand {...props} at={at} />
          )}
        </li>
      ))}
      {shown.round !== undefined && <li class="told round">{shown.round}</li>}
      {shown.ground !== undefined && (
        <li class="told legend">
          {shown.ground.map(({ name, colour }) => (
            <span key={name} class="ground">
              <Swatch colour={colour} /> {name}
            </span>
          ))}
        </li>
      )}
      {shown.variables.length > 0 && (
        <li class="told variables">
          {shown.variables.slice(0, 30).map(([name, value]) => (
            <span key={name}>
              {say('labelled', name)} <strong>{value}</strong>
            </span>
          ))}
        </li>
      )}
    </ul>
  );
}

interface Judged {
  hints: Hint[];
  /** For whom they are worth what they are worth, and everybody's colours. */
  player: number;
  colours: string[];
  active: boolean;
  /** Points at the cells of an option. */
  point: (cells: number[]) => void;
  play: (text: string) => void;
}

/** How it stands: how much of the bar has a player's colour is what is expected for that player. */
function Bar({ share, player, colours }: { share: number; player: number; colours: string[] }) {
  const { say } = useAround();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [one, other] = [...(bar.current?.children ?? [])] as HTMLElement[];
    if (!one || !other) return;
    // Of two players the first is always at the left; of several, whoever decides.
    const isSecond = colours.length === 2 && player === 1;
    const first = isSecond ? 1 - share : share;
    one.style.flexGrow = String(first);
    other.style.flexGrow = String(1 - first);
    one.style.background = colours[isSecond ? 0 : player] ?? '';
    other.style.background = (colours.length === 2 ? colours[isSecond ? 1 : 1 - player] : '') ?? '';
  }, [share, player, colours.join()]);
  return (
    <div class="bar" ref={bar} role="img" aria-label={say('expects', Math.round(share * 100))}>
      <span />
      <span />
    </div>
  );
}

/** What the machine thinks of the best options; one click plays one. */
export function Hints({ hints, player, colours, active, point, play }: Judged) {
  const { say } = useAround();
  const tell = useContext(Telling);
  if (hints.length === 0) return null;
  const proven = (value: number, moves: number) => say(value >= 1 ? 'provenWin' : value <= 0 ? 'provenLoss' : 'provenDraw', moves);
  return (
    <div class="note" role="status">
      <Bar share={hints[0]?.value ?? 0.5} player={player} colours={colours} />
      <strong>{say('hintTold')}</strong>
      <ul class="hints">
        {hints.map((hint) => (
          <li key={hint.text} onPointerEnter={() => point(hint.cells)}>
            <button type="button" class="plain" disabled={!active} onFocus={() => point(hint.cells)} onClick={() => play(hint.text)}>
              {tell(hint.text)}
            </button>
            <meter min={0} max={1} value={hint.value} />
            <span>{hint.proven === null ? say('expects', Math.round(hint.value * 100)) : proven(hint.value, hint.proven)}</span>
            {hint.line.length > 1 && <span class="line soft">{hint.line.map(tell).join(' ')}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Remarked {
  one: store.Match;
  /** Writes another remark on the latest move on the board. */
  write: (comment: string) => void;
}

/** What is told of the latest move on the board, and a field to write something. */
export function Remark({ one, write }: Remarked) {
  const { say } = useAround();
  const tell = useContext(Telling);
  // What was told before the field was opened; none while it is closed.
  const [before, setBefore] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [before === null]);
  if (one.at === 0) return null;
  const note = noteOn(one, one.at);
  const move = tell(one.line[one.at - 1] ?? '');
  const comment = note?.comment ?? '';
  if (before !== null) {
    return (
      <form
        class="note writing"
        onSubmit={(event) => {
          event.preventDefault();
          setBefore(null);
        }}
      >
        <strong>{move}</strong>
        <input
          ref={field}
          value={comment}
          maxLength={LONGEST}
          aria-label={say('noteOn', move)}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            write(before);
            setBefore(null);
          }}
        />
        <button type="submit">{say('close')}</button>
      </form>
    );
  }
  const expected = note?.value == null ? '' : say('expects', Math.round(note.value * 100));
  return (
    <>
      {note && (
        <p class="note remark" role="status">
          <strong>{move}</strong> {comment}
          {comment && expected ? ' – ' : ''}
          {expected}
        </p>
      )}
      <button type="button" class="plain soft" onClick={() => setBefore(comment)}>
        ✎ {say(comment ? 'changeNote' : 'writeNote')}
      </button>
    </>
  );
}

interface Line {
  one: store.Match;
  /** Looks at what stood after so many moves. */
  see: (at: number) => void;
  /** Shows another line, where it parts from this one after so many moves. */
  branch: (other: number, at: number) => void;
}

export function Moves({ one, see, branch }: Line) {
  const { say } = useAround();
  const tell = useContext(Telling);
  const parting = forks(one);
  const notes = notesAlong(one);
  const partings = (at: number) =>
    parting.get(at)?.map((fork) => (
      <button type="button" class="plain fork" key={fork.other} title={say('branch', fork.length)} onClick={() => branch(fork.other, at)}>
        {say('orElse', tell(fork.text))}
      </button>
    ));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (now && list.current) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [one.at, one.line.length]);
  const step = (to: number, word: Word, sign: string) => (
    <button type="button" aria-label={say(word)} title={say(word)} disabled={to < 0 || to > one.line.length || to === one.at} onClick={() => see(to)}>
      {sign}
    </button>
  );
  return (
    <section aria-label={say('moves')}>
      <ol class="moves" ref={list} tabIndex={0}>
        {one.line.map((text, at) => (
          // biome-ignore lint: a move is known by its place
          <li key={at}>
            <button
              type="button"
              class="plain"
              aria-current={one.at === at + 1 ? 'step' : undefined}
              aria-description={notes[at]?.comment || undefined}
              onClick={() => see(at + 1)}
            >
              {tell(text)}
            </button>
            {notes[at]?.comment && (
              <span class="soft" aria-hidden="true" title={notes[at]?.comment}>
                {' '}
                ✎
              </span>
            )}
            {partings(at)}
          </li>
        ))}
        {parting.has(one.line.length) && <li class="onward">{partings(one.line.length)}</li>}
      </ol>
      <div class="steps">
        {step(0, 'first', '|◀')}
        {step(one.at - 1, 'previous', '◀')}
        {step(one.at + 1, 'next', '▶')}
        {step(one.line.length, 'last', '▶|')}
      </div>
    </section>
  );
}

export function TypeMove(props: { active: boolean; options: Offer[]; play: (text: string) => void }) {
  const { say } = useAround();
  const tell = useContext(Telling);
  const [text, setText] = useState('');
  return (
    <details>
      <summary>
        {say('allOptions')} ({props.options.length})
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) props.play(meant(text.trim(), props.options, tell));
          setText('');
        }}
      >
        <input
          value={text}
          aria-label={say('typeMove')}
          placeholder={say('typeMove')}
          disabled={!props.active}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
      <div class="options">
        {props.options
          .filter((offer) => tell(offer.text).includes(text) || offer.text.includes(text))
          .slice(0, 300)
          .map((offer) => (
            <button type="button" class="plain" key={offer.text} disabled={!props.active} onClick={() => props.play(offer.text)}>
              {tell(offer.text)}
              {offer.probability && <span class="soft"> {offer.probability}</span>}
            </button>
          ))}
      </div>
    </details>
  );
}

/** The rules in prose, asked for when they are opened, and what can be done with them. */
export function Rules({ ask, children }: { ask: () => Promise<Card>; children: ComponentChildren }) {
  const { say, language } = useAround();
  const [open, setOpen] = useState(false);
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => {
    if (!open) return;
    ask()
      .then(setCard)
      .catch(() => setCard(null));
  }, [open, language]);
  return (
    <details onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{say('rules')}</summary>
      {card?.prose?.split(/\n\s*\n/).map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      {card?.info.map(([name, value]) => (
        <p class="soft" key={name + value}>
          {value}
        </p>
      ))}
      <div class="tools">{children}</div>
    </details>
  );
}

export function RulesOf({ one, go }: { one: store.Match; go: (path: string) => void }) {
  const { say, language } = useAround();
  const variant = async () => {
    const isFile = one.game.endsWith('.gdl');
    const title = say('leaveVariant', one.title);
    if (one.text) {
      go(`/edit/${encodeURIComponent(one.game)}`);
      return;
    }
    const begun = await kernel.ask<{ text: string }>({ ask: 'variant', table: tableOf(one, language, []), title });
    const name = `my-${isFile ? one.game : `${one.game}.gdl`}`;
    if (!store.draft(name)) store.keepDraft({ name, text: begun.text, base: null });
    go(`/edit/${encodeURIComponent(name)}`);
  };
  return (
    <Rules ask={() => kernel.ask<Card>({ ask: 'card', table: tableOf(one, language, []) })}>
      <button type="button" onClick={() => go(`/book/${one.id}`)}>
        {say('rulebook')}
      </button>
      <button type="button" onClick={() => void variant()}>
        {say('variant')}
      </button>
      <button
        type="button"
        onClick={() => {
          if (one.text && !store.draft(one.game)) store.keepDraft({ name: one.game, text: one.text, base: null });
          go(`/edit/${encodeURIComponent(one.game)}`);
        }}
      >
        {say('ruleText')}
      </button>
    </Rules>
  );
}
