// A match: the board, who is to move, the moves, and what can be done with it.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Playing } from './board';
import { begins, changed } from './branches';
import { useHand } from './hand';
import { type Hint, kernel, Refusal, type Shown } from './kernel';
import { download, linked } from './link';
import { status, tableOf } from './match';
import { remarked } from './notes';
import { reasonOf } from './reason';
import { Said, useTitle } from './said';
import { SetUp } from './setup';
import { Hints, Moves, Players, Remark, RulesOf, Swatch, TypeMove } from './side';
import * as store from './store';
import { Telling, useTelling } from './telling';
import { problemOf, useAround, type Word } from './words';

/** What the machine thinks of a position. */
async function judged(one: store.Match, language: string): Promise<Hint[]> {
  const told = await kernel.ask<{ hints: Hint[] }>({ ask: 'hint', table: tableOf(one, language), level: 'search:600ms' });
  return told.hints;
}

export function Play({ id, go }: { id: string; go: (path: string) => void }) {
  const { say, language } = useAround();
  const [one, setOne] = useState<store.Match | null>(() => store.match(id));
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState('');
  const [kept, setKept] = useState(() => !store.isMatchHeld(id));
  const [note, setNote] = useState('');
  const [noteCells, setNoteCells] = useState<number[]>([]);
  const [hints, setHints] = useState<Hint[]>([]);
  const [flipped, setFlipped] = useState(false);
  const [numbers, setNumbers] = useState(false);
  const [judging, setJudging] = useState(false);
  const [held, setHeld] = useHand(shown);
  const tell = useTelling(shown);
  const [pending, setPending] = useState(false);
  const [tries, setTries] = useState(0);
  const turn = useRef(0);
  useTitle(shown?.title ?? one?.title);

  const keep = useCallback((next: store.Match) => {
    setOne(next);
    setKept(store.keepMatch(next));
  }, []);

  /** Takes away what was said of the board. */
  const hush = () => {
    setNote('');
    setNoteCells([]);
  };

  const wrong = useCallback(
    (error: unknown) => setProblem(problemOf(error, say, language)),
    [say],
  );

  const key = one ? JSON.stringify([one.options, one.players, one.seats, one.line.slice(0, one.at), one.seed]) : '';
  const isLive = one !== null && one.at === one.line.length;

  /** Takes over what stands after a move. */
  const reached = useCallback(
    (base: store.Match, before: Shown['decider'], now: Shown) => {
      setShown(now);
      hush();
      const at = now.moves.length;
      if (begins(now.moves, base.line)) {
        // Whoever plays what was played goes along the line.
        keep({ ...base, at });
        return;
      }
      const by = Array.from({ length: base.at }, (_, before) => base.by?.[before]);
      by.push(before === null || before === 'chance' ? null : before.player);
      keep({ ...base, ...changed(base, now.moves), by, at, over: now.ended !== null });
    },
    [keep],
  );

  useEffect(() => setHints([]), [key]);

  // Where it is wanted, every position that somebody here decides in is judged.
  useEffect(() => {
    const decider = shown?.decider ?? null;
    const isOurs = one && decider !== null && decider !== 'chance' && (!isLive || (one.seats[decider.player] ?? 'human') === 'human');
    if (!judging || !isOurs) return;
    let left = false;
    judged(one, language)
      .then((found) => !left && setHints(found))
      .catch((error: unknown) => !left && wrong(error));
    return () => {
      left = true;
    };
  }, [shown, judging]);

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
      const { note: reason, cells } = await reasonOf(text, tableOf(one, language), shown.cells, kernel, say, tell);
      setNote(reason);
      setNoteCells(cells);
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
  const see = (at: number) => {
    hush();
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
    keep({ ...one, ...changed(one, one.line.slice(0, at)), at, over: false });
  };
  const hint = async () => {
    try {
      const found = await judged(one, language);
      setNote('');
      setHints(found);
      setNoteCells(found[0]?.cells ?? []);
    } catch (error) {
      wrong(error);
    }
  };
  const copyLink = async () => {
    const { game, title, text, options, players, start, seed, seats, line, others } = one;
    // Without a server of one's own the other side has no file of that name, so its text goes along.
    const whole = text ?? (game.endsWith('.gdl') ? (await kernel.ask<{ text: string }>({ ask: 'text', table: tableOf(one, language, []) })).text : null);
    const { packed, isWhole } = await linked({ game, title, text: whole, options, players: players ?? null, start: start ?? null, seed, seats, line, others: others ?? [] });
    const address = `${location.origin}${location.pathname}#/t/${packed}`;
    const noted = (word: Word) => setNote([say(word), isWhole ? '' : say('linkAlone')].join(' ').trim());
    try {
      await navigator.clipboard.writeText(address);
      noted('copied');
    } catch {
      history.replaceState(null, '', address);
      noted('linkHere');
    }
  };
  /** Gives the person what the kernel makes of the match, as a file whose name ends so. */
  const save = async (question: Record<string, unknown>, ending: string, kind: string) => {
    try {
      const made = await kernel.ask<{ text?: string; svg?: string }>(question);
      download(one.game.replace(/\.gdl$/, '') + ending, kind, made.text ?? made.svg ?? '');
    } catch (error) {
      wrong(error);
    }
  };
  const whole = () => tableOf(one, language, one.line);
  const seats = one.seats.length === shown.players.length ? one.seats : [];
  const saveMatch = () => save({ ask: 'match', table: whole(), seats, notes: one.notes ?? null, others: (one.others ?? []).slice().reverse() }, '.toml', 'application/toml');
  const saveSvg = () => save({ ask: 'picture', table: tableOf(one, language) }, '.svg', 'image/svg+xml');
  const saveFilm = () => save({ ask: 'film', table: whole() }, '-film.svg', 'image/svg+xml');
  const copyPosition = async () => {
    try {
      const told = await kernel.ask<{ text: string; leftOut: string[] }>({ ask: 'situation', table: tableOf(one, language) });
      await navigator.clipboard.writeText(told.text);
      // What is left out is told in English.
      const leftOut = language === 'en' ? told.leftOut : told.leftOut.slice(0, 1).map(() => say('notAll'));
      setNote([say('positionCopied'), ...leftOut].join(' '));
    } catch (error) {
      wrong(error);
    }
  };
  const along: [Word, () => Promise<void>][] = [
    ['copyLink', copyLink],
    ['copyPosition', copyPosition],
    ['saveMatch', saveMatch],
    ['saveSvg', saveSvg],
    ['saveFilm', saveFilm],
  ];
  const branch = (other: number, at: number) => {
    const line = one.others?.[other];
    if (!line) return;
    hush();
    keep({ ...one, ...changed(one, line), by: (one.by ?? []).slice(0, at), at: at + 1, over: false });
  };
  // A machine that was refused does not think.
  const told = status(shown, problem ? [] : one.seats, say);
  const lastWord = shown.moves[shown.moves.length - 1];

  return (
    <Telling.Provider value={tell}>
      <main class="play">
        <section class="table" aria-label={shown.title}>
          <header class="titlebar">
            <h1>{shown.title}</h1>
            <p class="status" aria-hidden="true" data-status={shown.ended ? 'over' : 'on'}>
              {decider !== null && decider !== 'chance' && <Swatch colour={shown.players[decider.player]?.colour ?? ''} />}
              {told}
            </p>
          </header>
          <Playing
            shown={shown}
            flipped={flipped}
            active={active}
            pointed={noteCells}
            held={held}
            letGo={() => setHeld(null)}
            numbers={numbers}
            play={(text) => void playText(text)}
            explain={(text) => void explain(text)}
          />
          {!isLive && <p class="soft">{say('here')}</p>}
          <Remark one={one} write={(comment) => keep({ ...one, notes: remarked(one, one.at, comment) })} key={`remark ${one.at}`} />
          {note && <Said text={note} />}
          <Hints
            hints={hints}
            player={decider !== null && decider !== 'chance' ? decider.player : 0}
            colours={shown.players.map((player) => player.colour)}
            active={active}
            point={setNoteCells}
            play={(text) => void playText(text)}
          />
          {!kept && (
            <p class="problem" role="alert">
              {say('full')}
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
            {lastWord ? `${tell(lastWord)}. ` : ''}
            {told}
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
            <button type="button" onClick={() => setNumbers(!numbers)} aria-pressed={numbers}>
              {say('numbers')}
            </button>
            <button type="button" onClick={() => void hint()} disabled={!active}>
              {say('hint')}
            </button>
            <button type="button" onClick={() => setJudging(!judging)} aria-pressed={judging}>
              {say('evaluation')}
            </button>
          </div>
          <Players shown={shown} seats={one.seats} active={active} held={held} pick={setHeld} />
          <Moves one={one} see={see} branch={branch} />
          <TypeMove active={active} options={shown.options} play={(text) => void playText(text)} />
          <SetUp one={one} keep={keep} go={go} key={`${one.id}${language}`} />
          <details>
            <summary>{say('takeAlong')}</summary>
            <div class="tools">
              {along.map(([word, take]) => (
                <button type="button" key={word} onClick={() => void take()}>
                  {say(word)}
                </button>
              ))}
            </div>
          </details>
          <RulesOf one={one} go={go} />
        </aside>
      </main>
    </Telling.Provider>
  );
}
