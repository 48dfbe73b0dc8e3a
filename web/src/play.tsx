// A match: the board, who is to move, the moves, and what can be done with it.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Board } from './board';
import { placeless } from './choosing';
import { type Card, type Hint, kernel, type Offer, Refusal, type Shown, type Table, type Why } from './kernel';
import { download, packed } from './link';
import * as store from './store';
import { type Say, useAround, type Word } from './words';

/** Machines, from weak to strong. */
export const LEVELS: [string, Word][] = [
  ['random', 'random'],
  ['search:40', 'easy'],
  ['search:300ms', 'medium'],
  ['search:1500ms', 'hard'],
];

/** A match of a game that just begins: the first player sits here, a machine elsewhere. */
export async function begin(game: string, language: string, text?: string | null): Promise<store.Match> {
  const table = { game, language, text: text ?? null };
  const card = await kernel.ask<Card>({ ask: 'card', table });
  const level = store.wishes().level;
  const one: store.Match = {
    id: store.newId(),
    game,
    title: card.title,
    text: text ?? null,
    options: {},
    seed: store.newSeed(),
    seats: card.seats.map((_, at) => (at === 0 ? 'human' : level)),
    line: [],
    at: 0,
    saved: Date.now(),
  };
  store.keepMatch(one);
  return one;
}

export function tableOf(one: store.Match, language: string, moves = one.line.slice(0, one.at)): Table {
  return {
    game: one.game,
    text: one.text ?? null,
    options: one.options,
    players: one.players ?? null,
    start: one.start ?? null,
    moves,
    seed: one.seed,
    language,
  };
}

/** Who decides, as a sentence. */
function status(shown: Shown, seats: string[], say: Say): string {
  const { ended, decider } = shown;
  if (ended) {
    const winner = ended.winner === null ? '' : (shown.players[ended.winner]?.name ?? '');
    return ended.verdict === 'won' ? say('won', winner, ended.by) : say(ended.verdict, ended.by);
  }
  if (decider === 'chance') return say('chance');
  if (decider === null) return '';
  const name = shown.players[decider.player]?.name ?? '';
  return (seats[decider.player] ?? 'human') === 'human' ? say('toMove', name) : say('thinks', name);
}

export function Play({ id, go }: { id: string; go: (path: string) => void }) {
  const { say, language } = useAround();
  const [one, setOne] = useState<store.Match | null>(() => store.match(id));
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState('');
  const [note, setNote] = useState('');
  const [noteCells, setNoteCells] = useState<number[]>([]);
  const [flipped, setFlipped] = useState(false);
  const [pending, setPending] = useState(false);
  const [tries, setTries] = useState(0);
  const turn = useRef(0);

  const keep = useCallback(
    (next: store.Match) => {
      setOne(next);
      if (!store.keepMatch(next)) setProblem(say('full'));
    },
    [say],
  );

  const wrong = useCallback(
    (error: unknown) => {
      const message = error instanceof Refusal && error.kind === 'gone' ? say('gone') : '';
      setProblem(message || (error instanceof Error ? error.message : String(error)));
    },
    [say],
  );

  const key = one ? JSON.stringify([one.options, one.players, one.seats, one.line.slice(0, one.at), one.seed]) : '';
  const isLive = one !== null && one.at === one.line.length;

  /** Takes over what stands after a move. */
  const reached = useCallback(
    (base: store.Match, before: Shown['decider'], now: Shown) => {
      setShown(now);
      setNote('');
      setNoteCells([]);
      const by = Array.from({ length: base.at }, (_, at) => base.by?.[at]);
      by.push(before === null || before === 'chance' ? null : before.player);
      keep({ ...base, by, line: now.moves, at: now.moves.length, over: now.ended !== null });
    },
    [keep],
  );

  // What stands is asked for, and machines and Chance go on by themselves.
  useEffect(() => {
    if (!one) return;
    turn.current += 1;
    const mine = turn.current;
    const isMine = () => mine === turn.current;
    const goOn = async () => {
      try {
        const table = tableOf(one, language);
        const fits = shown !== null && JSON.stringify(shown.moves) === JSON.stringify(table.moves) && shown.fingerprint !== '' && fresh.current === language + JSON.stringify([one.options, one.players]);
        let now = shown;
        if (!fits || !now) {
          now = await kernel.ask<Shown>({ ask: 'position', table });
          if (!isMine()) return;
          fresh.current = language + JSON.stringify([one.options, one.players]);
          setShown(now);
        }
        setProblem('');
        const { decider } = now;
        if (!isLive || decider === null) return;
        const seat = decider === 'chance' ? null : (one.seats[decider.player] ?? 'human');
        if (seat === 'human') return;
        const begun = performance.now();
        const next = await kernel.ask<Shown>({ ask: 'advance', table, level: seat });
        // So that people can follow.
        const rest = 350 - (performance.now() - begun);
        if (rest > 0) await new Promise((done) => setTimeout(done, rest));
        if (isMine()) reached(one, decider, next);
      } catch (error) {
        if (isMine()) wrong(error);
      }
    };
    void goOn();
    return () => {
      turn.current += 1;
    };
  }, [key, language, tries]);
  const fresh = useRef('');

  const playText = useCallback(
    async (text: string) => {
      if (!one || pending) return;
      setPending(true);
      turn.current += 1;
      try {
        const next = await kernel.ask<Shown>({ ask: 'move', table: tableOf(one, language), text });
        reached(one, shown?.decider ?? null, next);
        setProblem('');
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'move') await explain(text);
        else wrong(error);
      } finally {
        setPending(false);
      }
    },
    [one, language, pending, reached, shown],
  );

  const explain = async (text: string) => {
    if (!one || !shown) return;
    try {
      const why = await kernel.ask<Why>({ ask: 'why', table: tableOf(one, language), text });
      const { reason } = why;
      const meant = why.meant?.length ? `${say('which')} ${why.meant.slice(0, 8).join(', ')}` : '';
      setNote(`${text}: ${reason?.message ?? meant ?? ''}`);
      setNoteCells((reason?.cells ?? []).map((name) => shown.cells.indexOf(name)).filter((cell) => cell >= 0));
    } catch (error) {
      wrong(error);
    }
  };

  if (!one) {
    return (
      <main class="middle">
        <p>{say('noMatch')}</p>
        <p>
          <a href="#/">{say('library')}</a>
        </p>
      </main>
    );
  }
  if (!shown) {
    return (
      <main class="middle">
        <p role={problem ? 'alert' : 'status'}>{problem || say('loading')}</p>
        {problem && (
          <button type="button" onClick={() => setTries(tries + 1)}>
            {say('again')}
          </button>
        )}
      </main>
    );
  }

  const decider = shown.decider;
  const mine = decider !== null && decider !== 'chance' && (one.seats[decider.player] ?? 'human') === 'human';
  const active = !pending && (mine || (!isLive && decider !== null && decider !== 'chance'));
  const buttons = active ? placeless(shown.options) : [];
  const see = (at: number) => {
    setNote('');
    setNoteCells([]);
    setOne({ ...one, at });
  };
  const takeBack = () => {
    // Back to the last decision of somebody at this screen; who made a move of an opened match is not known.
    const isOurs = (at: number) => {
      const who = one.by?.[at];
      return who === undefined || (who !== null && (one.seats[who] ?? 'human') === 'human');
    };
    let at = one.at - 1;
    while (at > 0 && !isOurs(at)) at -= 1;
    keep({ ...one, line: one.line.slice(0, at), at, over: false });
  };
  const hint = async () => {
    try {
      const told = await kernel.ask<{ hints: Hint[] }>({ ask: 'hint', table: tableOf(one, language), level: 'search:600ms' });
      const [best] = told.hints;
      if (!best) return;
      setNote(say('hintTold', best.text, Math.round(best.value * 100)));
      setNoteCells(best.cells);
    } catch (error) {
      wrong(error);
    }
  };
  const copyLink = async () => {
    const { game, title, text, options, players, start, seed, seats, line } = one;
    // Without a server of one's own the other side has no file of that name, so its text goes along.
    const whole = text ?? (game.endsWith('.gdl') ? (await kernel.ask<{ text: string }>({ ask: 'text', table: tableOf(one, language, []) })).text : null);
    const address = `${location.origin}${location.pathname}#/t/${await packed({ game, title, text: whole, options, players: players ?? null, start: start ?? null, seed, seats, line })}`;
    try {
      await navigator.clipboard.writeText(address);
      setNote(say('copied'));
    } catch {
      history.replaceState(null, '', address);
      setNote(say('linkHere'));
    }
  };
  const saveMatch = async () => {
    try {
      const seats = one.seats.length === shown.players.length ? one.seats : [];
      const file = await kernel.ask<{ text: string }>({ ask: 'match', table: tableOf(one, language, one.line), seats });
      download(`${one.game.replace(/\.gdl$/, '')}.toml`, 'application/toml', file.text);
    } catch (error) {
      wrong(error);
    }
  };
  const saveSvg = async () => {
    try {
      const drawn = await kernel.ask<{ svg: string }>({ ask: 'picture', table: tableOf(one, language) });
      download(`${one.game.replace(/\.gdl$/, '')}.svg`, 'image/svg+xml', drawn.svg);
    } catch (error) {
      wrong(error);
    }
  };
  const lastWord = shown.moves[shown.moves.length - 1];

  return (
    <main class="play">
      <section class="table" aria-label={shown.title}>
        <header class="titlebar">
          <h1>{shown.title}</h1>
          <p class="status" aria-hidden="true" data-status={shown.ended ? 'over' : 'on'}>
            {decider !== null && decider !== 'chance' && <Swatch colour={shown.players[decider.player]?.colour ?? ''} />}
            {status(shown, one.seats, say)}
          </p>
        </header>
        <Board
          shown={shown}
          flipped={flipped}
          active={active}
          pointed={noteCells}
          onPlay={(offer: Offer) => void playText(offer.text)}
          onIllegal={(from, to) => {
            const name = (cell: number) => shown.cells[cell] ?? '';
            void explain(from === null ? name(to) : `${name(from)}-${name(to)}`);
          }}
        />
        {buttons.length > 0 && (
          <div class="asked">
            {buttons.map((offer) => (
              <button type="button" class="choice" key={offer.text} onClick={() => void playText(offer.text)}>
                {offer.text}
              </button>
            ))}
          </div>
        )}
        {!isLive && <p class="soft">{say('here')}</p>}
        {note && (
          <p class="note" role="status">
            {note}
          </p>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}{' '}
            <button type="button" class="plain" onClick={() => setTries(tries + 1)}>
              {say('again')}
            </button>
          </p>
        )}
        <p class="hidden" role="status" aria-live="polite">
          {lastWord ? `${lastWord}. ` : ''}
          {status(shown, one.seats, say)}
        </p>
      </section>
      <aside class="side">
        <div class="tools">
          <button type="button" onClick={takeBack} disabled={one.at === 0}>
            {say('takeBack')}
          </button>
          <button type="button" onClick={() => setFlipped(!flipped)} aria-pressed={flipped}>
            {say('flip')}
          </button>
          <button type="button" onClick={() => void hint()} disabled={!active}>
            {say('hint')}
          </button>
        </div>
        <Players shown={shown} seats={one.seats} />
        <Moves one={one} see={see} />
        <TypeMove active={active} options={shown.options} play={(text) => void playText(text)} />
        <SetUp one={one} keep={keep} key={`${one.id}${language}`} />
        <details>
          <summary>{say('takeAlong')}</summary>
          <div class="tools">
            <button type="button" onClick={() => void copyLink()}>
              {say('copyLink')}
            </button>
            <button type="button" onClick={() => void saveMatch()}>
              {say('saveMatch')}
            </button>
            <button type="button" onClick={() => void saveSvg()}>
              {say('saveSvg')}
            </button>
          </div>
        </details>
        <RulesOf one={one} go={go} />
      </aside>
    </main>
  );
}

function Swatch({ colour }: { colour: string }) {
  const spot = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (spot.current) spot.current.style.background = colour;
  }, [colour]);
  return <span class="swatch" ref={spot} aria-hidden="true" />;
}

function Players({ shown, seats }: { shown: Shown; seats: string[] }) {
  const { say } = useAround();
  return (
    <ul class="players">
      {shown.players.map((player, at) => (
        <li key={player.name} class={shown.decider !== null && shown.decider !== 'chance' && shown.decider.player === at ? 'mover' : ''}>
          <Swatch colour={player.colour} />
          <strong>{player.name}</strong>
          <span class="soft">{say(LEVELS.find(([level]) => level === seats[at])?.[1] ?? 'person')}</span>
          {(shown.hands[at]?.length ?? 0) > 0 && (
            <span class="hand">
              {say('hand')}: {shown.hands[at]?.map((held) => `${held.count} × ${held.kind}`).join(', ')}
            </span>
          )}
        </li>
      ))}
      {shown.variables.length > 0 && (
        <li class="variables">
          {shown.variables.slice(0, 30).map(([name, value]) => (
            <span key={name}>
              {name}: <strong>{value}</strong>
            </span>
          ))}
        </li>
      )}
    </ul>
  );
}

function Moves({ one, see }: { one: store.Match; see: (at: number) => void }) {
  const { say } = useAround();
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
            <button type="button" class="plain" aria-current={one.at === at + 1 ? 'step' : undefined} onClick={() => see(at + 1)}>
              {text}
            </button>
          </li>
        ))}
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

function TypeMove(props: { active: boolean; options: Offer[]; play: (text: string) => void }) {
  const { say } = useAround();
  const [text, setText] = useState('');
  return (
    <details>
      <summary>
        {say('allOptions')} ({props.options.length})
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) props.play(text.trim());
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
          .filter((offer) => offer.text.includes(text))
          .slice(0, 300)
          .map((offer) => (
            <button type="button" class="plain" key={offer.text} disabled={!props.active} onClick={() => props.play(offer.text)}>
              {offer.text}
              {offer.probability && <span class="soft"> {offer.probability}</span>}
            </button>
          ))}
      </div>
    </details>
  );
}

/** Who sits where, and the options of the game: a new match, or other seats in this one. */
function SetUp({ one, keep }: { one: store.Match; keep: (next: store.Match) => void }) {
  const { say, language } = useAround();
  const [card, setCard] = useState<Card | null>(null);
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState(one.options);
  const [players, setPlayers] = useState<number | null>(one.players ?? null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!open) return;
    const table = { ...tableOf(one, language, []), options, players };
    kernel
      .ask<Card>({ ask: 'card', table })
      .then((found) => {
        setCard(found);
        setProblem('');
      })
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : ''));
  }, [open, language, options, players]);
  const seat = (at: number, value: string) => {
    const seats = (card?.seats ?? one.seats).map((_, place) => (place === at ? value : (one.seats[place] ?? 'human')));
    const level = LEVELS.find(([name]) => name === value)?.[0];
    if (level) store.keepWishes({ ...store.wishes(), level });
    keep({ ...one, seats });
  };
  const fresh = () => {
    const seats = (card?.seats ?? one.seats).map((_, at) => one.seats[at] ?? store.wishes().level);
    keep({ ...one, options, players, start: null, seats, line: [], by: [], at: 0, seed: store.newSeed(), over: false });
  };
  return (
    <details open={open} onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{say('setUp')}</summary>
      {problem && <p class="problem">{problem}</p>}
      {card && (
        <div class="setup">
          {card.players.length > 1 && (
            <label>
              <span>{say('players')}</span>
              <select value={String(card.seats.length)} onChange={(event) => setPlayers(Number(event.currentTarget.value))}>
                {card.players.map((n) => (
                  <option key={n} value={String(n)}>
                    {n}
                  </option>
                ))}
              </select>
            </label>
          )}
          {card.seats.map((name, at) => (
            <label key={name}>
              <span>{name}</span>
              <select value={one.seats[at] ?? 'human'} onChange={(event) => seat(at, event.currentTarget.value)}>
                <option value="human">{say('person')}</option>
                {LEVELS.map(([level, word]) => (
                  <option key={level} value={level}>
                    {say(word)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          {card.options
            .filter((option) => option.values.length > 0)
            .map((option) => (
              <label key={option.name}>
                <span>{option.title}</span>
                <select
                  value={option.chosen}
                  onChange={(event) => setOptions({ ...options, [option.name]: event.currentTarget.value })}
                >
                  {option.values.map((value, at) => (
                    <option key={value} value={value}>
                      {option.titles[at]}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          <button type="button" class="strong" onClick={fresh}>
            {say('newMatch')}
          </button>
        </div>
      )}
    </details>
  );
}

function RulesOf({ one, go }: { one: store.Match; go: (path: string) => void }) {
  const { say, language } = useAround();
  const [open, setOpen] = useState(false);
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => {
    if (!open) return;
    kernel
      .ask<Card>({ ask: 'card', table: tableOf(one, language, []) })
      .then(setCard)
      .catch(() => setCard(null));
  }, [open, language]);
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
    <details onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{say('rules')}</summary>
      {card?.prose && <p class="prose">{card.prose}</p>}
      {card?.info.map(([name, value]) => (
        <p class="soft" key={name + value}>
          {value}
        </p>
      ))}
      <div class="tools">
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
      </div>
    </details>
  );
}
