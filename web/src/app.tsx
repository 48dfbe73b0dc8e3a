// The page: what its address asks for, the language and the theme.

import { render } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { BookOf } from './book';
import { KEPT } from './branches';
import { Edit } from './edit';
import { hasServer, kernel, type Opened, Refusal, type Shown, takeToken } from './kernel';
import { Library } from './library';
import { Linked } from './linked';
import { unpacked } from './link';
import { begin } from './match';
import { Play } from './play';
import { canSound, sound } from './sound';
import * as store from './store';
import { Around, LANGUAGES, languageOf, problemOf, sayer } from './words';

function pathNow(): string {
  return location.hash.startsWith('#/') ? location.hash.slice(1) : '/';
}

function App() {
  const [path, setPath] = useState(pathNow());
  const [wishes, setWishes] = useState(store.wishes());
  const around = useMemo(
    () => ({ language: wishes.language, say: sayer(wishes.language), sounds: wishes.sounds }),
    [wishes.language, wishes.sounds],
  );
  const { say } = around;

  useEffect(() => {
    const changed = () => setPath(pathNow());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  useEffect(() => {
    document.documentElement.lang = wishes.language;
    document.documentElement.dataset['theme'] = wishes.theme;
    store.keepWishes(wishes);
  }, [wishes]);
  // What the browser had no room for goes with the page.
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (store.isAnythingHeld()) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => removeEventListener('beforeunload', leave);
  }, []);
  const go = useCallback((to: string, replace = false) => {
    if (replace) {
      history.replaceState(null, '', `#${to}`);
      setPath(pathNow());
    } else location.hash = to;
  }, []);

  const [, place = '', rest = ''] = /^\/([a-z]*)\/?(.*)$/.exec(path) ?? [];
  let page: preact.JSX.Element;
  if (place === 'play' && rest) page = <Play key={rest} id={rest} go={go} />;
  else if (place === 'book' && rest) page = <BookOf key={rest} id={rest} />;
  else if (place === 'table' && rest) {
    const [id = '', token = ''] = rest.split('/');
    page = hasServer ? <Linked key={rest} id={id} token={token || null} /> : <main class="middle"><p role="alert">{say('noTables')}</p></main>;
  } else if (place === 'edit') page = <Edit key={rest} name={decoded(rest)} go={go} />;
  else if (place === 'new' && rest) page = <Opening key={path} go={go} open={() => begin(decoded(rest), wishes.language)} />;
  else if (place === 't' && rest) page = <Opening key={path} go={go} open={() => opened(rest, say('badLink'))} />;
  else page = <Library go={go} />;

  const openMatch = async (file: File | undefined) => {
    if (!file) return;
    try {
      const told = await kernel.ask<Opened>({ ask: 'open', text: await file.text() });
      const { game, options, players, start, seed } = told.table;
      const { moves, others, notes, isWhole } = await lines(told, wishes.language);
      if (!isWhole) alert(say('lineLeftOut'));
      const n = players ?? 2;
      const one: store.Match = {
        id: store.newId(),
        game,
        title: told.title || game,
        options,
        players: players ?? null,
        start: start ?? null,
        seed,
        seats: told.seats.length === n ? told.seats : Array.from({ length: n }, () => 'human'),
        line: moves,
        others,
        at: moves.length,
        notes,
        saved: Date.now(),
      };
      store.keepMatch(one);
      go(`/play/${one.id}`);
    } catch (error) {
      alert(problemOf(error, say, wishes.language));
    }
  };

  return (
    <Around.Provider value={around}>
      <nav class="top">
        <a class="brand" href="#/">
          <img src="icon.svg" alt="" width="26" height="26" /> Merel
        </a>
        <a href="#/">{say('library')}</a>
        <label class="filebutton">
          {say('openMatch')}
          <input type="file" accept=".toml" onChange={(event) => void openMatch(event.currentTarget.files?.[0])} />
        </label>
        <span class="gap" />
        {canSound() && (
          <button
            type="button"
            class="plain sounds"
            aria-label={say('sounds')}
            title={say('sounds')}
            aria-pressed={wishes.sounds}
            onClick={() => {
              if (!wishes.sounds) sound('move');
              setWishes({ ...wishes, sounds: !wishes.sounds });
            }}
          >
            {wishes.sounds ? '♪' : '♪̸'}
          </button>
        )}
        <select
          aria-label={say('language')}
          value={wishes.language}
          onChange={(event) => setWishes({ ...wishes, language: languageOf(event.currentTarget.value) })}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option value={code} key={code}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={say('theme')}
          value={wishes.theme}
          onChange={(event) => setWishes({ ...wishes, theme: event.currentTarget.value as store.Wishes['theme'] })}
        >
          <option value="auto">◐ {say('auto')}</option>
          <option value="light">☀ {say('light')}</option>
          <option value="dark">☾ {say('dark')}</option>
        </select>
      </nav>
      {page}
    </Around.Provider>
  );
}

/**
 * The lines of a match file, and what is told of them, by the moves as the game writes them: in the file they may be written in
 * several ways. Other lines that cannot be played are left out; the match then is not whole.
 */
async function lines(told: Opened, language: string) {
  const known = new Map<string, string[] | null>();
  const written = async (moves: string[]): Promise<string[] | null> => {
    const key = JSON.stringify(moves);
    const before = known.get(key);
    if (before !== undefined) return before;
    const ask = kernel.ask<Shown>({ ask: 'position', table: { ...told.table, moves, language } });
    const found = await ask.then((shown) => shown.moves).catch((error: unknown) => {
      if (error instanceof Refusal && error.kind === 'move') return null;
      throw error;
    });
    known.set(key, found);
    return found;
  };
  // What is wrong with the match itself is told when it is shown.
  const moves = (await written(told.table.moves).catch(() => null)) ?? told.table.moves;
  const others = [];
  for (const other of told.others.slice(-KEPT).reverse()) others.push(await written(other));
  const toldLines = [];
  for (const line of told.notes?.lines ?? []) {
    const own = await written(line.moves);
    if (own) toldLines.push({ ...line, moves: own });
  }
  const played = others.filter((one) => one !== null);
  const isWhole = played.length === told.others.length;
  return { moves, others: played, notes: told.notes && { ...told.notes, moves, lines: toldLines }, isWhole };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function opened(payload: string, broken: string): Promise<store.Match> {
  const shared = await unpacked(payload);
  if (!shared) throw new Error(broken);
  const one: store.Match = { ...shared, id: store.newId(), title: String(shared.title), at: shared.line.length, saved: Date.now() };
  store.keepMatch(one);
  return one;
}

/** A match that is about to begin. */
function Opening({ open, go }: { open: () => Promise<store.Match>; go: (path: string, replace?: boolean) => void }) {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    open()
      .then((one) => !left && go(`/play/${one.id}`, true))
      .catch((error: unknown) => {
        if (!left) setProblem(problemOf(error, sayer(store.wishes().language), store.wishes().language));
      });
    return () => {
      left = true;
    };
  }, []);
  return (
    <main class="middle">
      <p role={problem ? 'alert' : 'status'}>{problem || sayer(store.wishes().language)('loading')}</p>
    </main>
  );
}

takeToken();
const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
