// A match at a table that people share by a link: the server is the referee.

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Playing } from './board';
import { Rulebook } from './book';
import { useHand } from './hand';
import { type Card, Refusal, ServerKernel, type Shown, type Table } from './kernel';
import { status } from './match';
import { reasonOf } from './reason';
import { type Line, Remote, type Standing } from './remote';
import { Said, useTitle } from './said';
import { Moves, Players, Rules, TypeMove } from './side';
import * as store from './store';
import { Telling, useTelling } from './telling';
import { type Language, problemOf, type Say, useAround, type Word } from './words';

/** A time as a clock shows it. */
function time(left: number): string {
  const seconds = Math.floor(left / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds < 20) return `0:${two(seconds)}.${Math.floor(left / 100) % 10}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How it stands, as a sentence. */
function statusAt(standing: Standing, shown: Shown, say: Say): string {
  const name = (player: number | null | undefined) => shown.players[player ?? -1]?.name ?? '';
  const { settled, decider, over, you, seats } = standing;
  if (settled) return settled.how === 'agreed' ? say('settledDraw') : say(settled.how === 'late' ? 'settledLate' : 'settledResigned', name(settled.player));
  const ended = over ? shown.ended : null;
  if (!ended && decider !== null && decider !== 'chance' && decider.player === you) return say('yourMove', name(you));
  return status({ ...shown, ended, decider }, seats, say);
}

/** What is wrong, in the language of the page where it is known. */
function told(error: unknown, say: Say, language: Language): string {
  const known: Record<string, Word> = {
    stale: 'linkStale',
    turn: 'linkTurn',
    over: 'linkOver',
    waiting: 'linkWaiting',
    'nothing-to-undo': 'linkNothingToUndo',
    'nothing-asked': 'linkNothingAsked',
    machines: 'linkMachines',
    disk: 'linkDisk',
    token: 'linkToken',
    'no-table': 'linkNoTable',
  };
  const word = error instanceof Refusal ? known[error.kind] : undefined;
  return word ? say(word) : problemOf(error, say, language);
}

function Clocks({ standing, shown }: { standing: Standing; shown: Shown }) {
  const { say } = useAround();
  const [now, setNow] = useState(performance.now());
  const begun = useMemo(() => performance.now(), [standing]);
  const running = standing.clocks?.running ?? null;
  useEffect(() => {
    if (running === null) return;
    const ticks = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(ticks);
  }, [running]);
  if (!standing.clocks) return null;
  return (
    <ul class="clocks" aria-label={say('clock')}>
      {standing.clocks.left.map((left, player) => {
        const rest = player === running ? Math.max(0, left - Math.max(0, now - begun)) : left;
        return (
          // biome-ignore lint: a player is known by his place
          <li key={player} class={player === running ? 'running' : ''} data-left={Math.round(rest)}>
            {shown.players[player]?.name} <strong>{time(rest)}</strong>
          </li>
        );
      })}
    </ul>
  );
}

/** The links of a table that was made here. */
function Links({ table, you, shown }: { table: store.SharedTable; you: number | null; shown: Shown }) {
  const { say } = useAround();
  const [copied, setCopied] = useState('');
  const base = `${location.origin}${location.pathname}#/table/${table.id}`;
  const link = (address: string, name: string) => (
    <label key={name}>
      <span>{name}</span>
      <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <button
        type="button"
        aria-label={`${say('labelled', say('copyLink'))} ${name}`}
        onClick={() => {
          navigator.clipboard.writeText(address).then(
            () => setCopied(name),
            () => setCopied(''),
          );
        }}
      >
        {copied === name ? '✓' : say('copyLink')}
      </button>
    </label>
  );
  return (
    <section class="links" aria-label={say('byLink')}>
      <p class="soft">{say('linksHelp')}</p>
      {table.seats.map((token, seat) => (token && seat !== you ? link(`${base}/${token}`, shown.players[seat]?.name ?? String(seat + 1)) : null))}
      {link(base, say('spectators'))}
    </section>
  );
}

export function Linked({ id, token }: { id: string; token: string | null }) {
  const { say, language } = useAround();
  const kernel = useMemo(() => new ServerKernel(`/api/tables/${id}`), [id]);
  const remote = useRef<Remote | null>(null);
  const [line, setLine] = useState<Line>('lost');
  const [standing, setStanding] = useState<Standing | null>(null);
  const [moves, setMoves] = useState<string[]>([]);
  const [looked, setLooked] = useState<number | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [shownAt, setShownAt] = useState('');
  const [problem, setProblem] = useState('');
  const [note, setNote] = useState('');
  const [noteCells, setNoteCells] = useState<number[]>([]);
  const [flipped, setFlipped] = useState(false);
  const [numbers, setNumbers] = useState(false);
  const [reads, setReads] = useState(false);
  const [held, setHeld] = useHand(shown);
  const tell = useTelling(shown);
  const [pending, setPending] = useState(false);
  const wrong = useCallback((error: unknown) => setProblem(told(error, say, language)), [say]);

  useEffect(() => {
    const one = new Remote(
      id,
      token,
      (next, all) => {
        setStanding(next);
        setMoves(all);
      },
      (now, error) => {
        setLine(now);
        if (error) wrong(error);
        else if (now === 'open') setProblem('');
      },
    );
    remote.current = one;
    one.start();
    return () => one.stop();
  }, [id, token]);

  /** The table after these moves; what is played there the server knows. */
  const at = (made: string[]): Table => ({ game: '', options: {}, moves: made, seed: 0, language });
  const seen = looked === null ? moves.length : Math.min(looked, moves.length);
  const key = JSON.stringify([language, moves.slice(0, seen)]);
  const known = standing !== null;
  const lost = line === 'lost';
  // What could not be asked for while the server was gone is asked for when it is back.
  useEffect(() => {
    if (!known || shownAt === key) return;
    let left = false;
    kernel
      .ask<Shown>({ ask: 'position', table: at(moves.slice(0, seen)) })
      .then((found) => {
        if (left) return;
        setShown(found);
        setShownAt(key);
        setNote('');
        setNoteCells([]);
      })
      .catch((error: unknown) => !left && wrong(error));
    return () => {
      left = true;
    };
  }, [key, known, lost]);
  useEffect(() => {
    if (shown) store.keepShared({ id, title: shown.title, mine: token, seats: store.shared(id)?.seats ?? [] });
  }, [shown?.title]);
  useTitle(shown?.title);

  const act = async (deed: Record<string, unknown>) => {
    setProblem('');
    setPending(true);
    try {
      await remote.current?.act(deed);
      setLooked(null);
    } catch (error) {
      // The server tells the reason as well, but does not know in which language it is read.
      if (error instanceof Refusal && error.kind === 'illegal') await explain(String(deed['text']));
      else wrong(error);
    } finally {
      setPending(false);
    }
  };
  const play = (text: string) => void act({ do: 'move', text, ply: moves.length });
  const explain = async (text: string) => {
    try {
      const { note: reason, cells } = await reasonOf(text, at(moves), shown?.cells ?? [], kernel, say, tell);
      setNote(reason);
      setNoteCells(cells);
    } catch (error) {
      wrong(error);
    }
  };

  if (!standing || !shown) {
    return (
      <main class="middle">
        <p role={problem ? 'alert' : 'status'}>{problem || say('loading')}</p>
      </main>
    );
  }
  const { you, asked, decider } = standing;
  const isLive = seen === moves.length && shownAt === key;
  const isOver = standing.over;
  const active = !pending && isLive && line !== 'refused' && you !== null && decider !== null && decider !== 'chance' && decider.player === you;
  const sits = you !== null && !isOver && standing.seats[you] === 'human';
  const name = (player: number) => shown.players[player]?.name ?? '';
  const mine = store.shared(id);
  const one = { id, game: '', title: shown.title, options: {}, seed: 0, seats: standing.seats, line: moves, at: seen, saved: 0 };
  return (
    <Telling.Provider value={tell}>
      <main class="play" data-line={line}>
        <section class="table" aria-label={shown.title}>
          <header class="titlebar">
            <h1>{shown.title}</h1>
            <p class="status" aria-hidden="true" data-status={isOver ? 'over' : 'on'}>
              {statusAt(standing, shown, say)}
            </p>
          </header>
          {line === 'lost' && (
            <p class="note" role="status">
              {say('linkLost')}
            </p>
          )}
          {line === 'asking' && <p class="soft">{say('linkAsking')}</p>}
          {standing.trouble && (
            <p class="problem" role="alert">
              {language === 'en' ? standing.trouble : say('tooMuch')}{' '}
              <button type="button" class="plain" onClick={() => void act({ do: 'again' })}>
                {say('again')}
              </button>
            </p>
          )}
          <Playing
            shown={shown}
            flipped={flipped}
            active={active}
            pointed={noteCells}
            held={held}
            letGo={() => setHeld(null)}
            numbers={numbers}
            play={play}
            explain={(text) => void explain(text)}
          />
          {note && <Said text={note} />}
          {asked && (
            <div class="note" role="status">
              {asked.by === you ? say(asked.wish === 'draw' ? 'drawWaits' : 'undoWaits') : say(asked.wish === 'draw' ? 'drawAsked' : 'undoAsked', name(asked.by))}{' '}
              {sits && asked.by !== you && (
                <button type="button" class="strong" disabled={pending} onClick={() => void act({ do: 'agree' })}>
                  {say('agree')}
                </button>
              )}{' '}
              {sits && (
                <button type="button" disabled={pending} onClick={() => void act({ do: 'decline' })}>
                  {say(asked.by === you ? 'cancel' : 'decline')}
                </button>
              )}
            </div>
          )}
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          {reads && <Rulebook table={at([])} from={kernel} />}
          <p class="hidden" role="status" aria-live="polite">
            {moves.length > 0 ? `${tell(moves[moves.length - 1] ?? '')}. ` : ''}
            {statusAt(standing, shown, say)}
          </p>
        </section>
        <aside class="side">
          <p class="soft">{you === null ? say('youLookOn') : say('youAre', name(you))}</p>
          <div class="tools">
            {sits && (
              <>
                <button type="button" disabled={pending || asked !== null} onClick={() => void act({ do: 'undo', ply: moves.length })}>
                  {say('askUndo')}
                </button>
                <button type="button" disabled={pending || asked !== null} onClick={() => void act({ do: 'draw', ply: moves.length })}>
                  {say('offerDraw')}
                </button>
                <button type="button" disabled={pending} onClick={() => confirm(say('reallyResign')) && void act({ do: 'resign' })}>
                  {say('resign')}
                </button>
              </>
            )}
            <button type="button" onClick={() => setFlipped(!flipped)} aria-pressed={flipped}>
              {say('flip')}
            </button>
            <button type="button" onClick={() => setNumbers(!numbers)} aria-pressed={numbers}>
              {say('numbers')}
            </button>
          </div>
          <Clocks standing={standing} shown={shown} />
          <Players shown={shown} seats={standing.seats} active={active} held={held} pick={setHeld} />
          <p class="soft presence">
            {standing.seats.map((seat, player) => (seat === 'human' ? `${say('labelled', name(player))} ${say(standing.present[player] ? 'isHere' : 'isAway')}` : '')).filter(Boolean).join(' · ')}
          </p>
          {mine && mine.seats.length > 0 && <Links table={mine} you={you} shown={shown} />}
          <Moves one={one} see={setLooked} branch={() => undefined} />
          <TypeMove active={active} options={shown.options} play={play} />
          <Rules ask={() => kernel.ask<Card>({ ask: 'card', table: at([]) })}>
            <button type="button" aria-pressed={reads} onClick={() => setReads(!reads)}>
              {say('rulebook')}
            </button>
          </Rules>
        </aside>
      </main>
    </Telling.Provider>
  );
}
