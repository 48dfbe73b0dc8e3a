// The library: all games with pictures, search and filters; matches under way; own files.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Picture } from './board';
import { type Card, kernel } from './kernel';
import * as store from './store';
import { isOne, problemOf, useAround, type Word } from './words';

/** So many pictures are asked for at once. */
const AT_ONCE = 3;

/** How long matches are, as the kernel says it. */
const LENGTHS = ['short', 'middling', 'long'] as const;

/** Cards that were fetched, by language; they do not change while the page is open. */
const fetched = new Map<string, Card>();

/** Something to go on with, which can be removed. */
function Row({ title, href, remove, children }: { title: string; href: string; remove: () => void; children?: ComponentChildren }) {
  const { say } = useAround();
  return (
    <li>
      <a href={href}>{title}</a>
      {children}
      <button type="button" class="plain" aria-label={`${say('remove')}: ${title}`} onClick={remove}>
        ✕
      </button>
    </li>
  );
}

export function Library({ go }: { go: (path: string) => void }) {
  const { say, language } = useAround();
  const [names, setNames] = useState<string[]>([]);
  const [cards, setCards] = useState<Record<string, Card>>({});
  const [files, setFiles] = useState<{ open: boolean; files: string[] }>({ open: false, files: [] });
  const [problem, setProblem] = useState('');
  const [sought, setSought] = useState('');
  const [players, setPlayers] = useState('');
  const [board, setBoard] = useState('');
  const [mechanism, setMechanism] = useState('');
  const [length, setLength] = useState('');
  const [matches, setMatches] = useState(store.matches());
  const [tables, setTables] = useState(store.sharedTables());
  const drafts = store.drafts();

  useEffect(() => {
    let left = false;
    const fetchAll = async () => {
      try {
        const [library, folder] = await Promise.all([
          kernel.ask<{ games: { name: string }[] }>({ ask: 'library' }),
          kernel.files(),
        ]);
        if (left) return;
        const all = library.games.map((game) => game.name);
        setNames(all);
        setFiles(folder);
        const waiting = [...all];
        const fetchSome = async () => {
          for (let name = waiting.shift(); name !== undefined && !left; name = waiting.shift()) {
            const key = `${language} ${name}`;
            const table = { game: name, language };
            const card = fetched.get(key) ?? (await kernel.ask<Card>({ ask: 'card', table }).catch(() => null));
            if (!card || left) continue;
            fetched.set(key, card);
            setCards((before) => ({ ...before, [card.name]: card }));
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
      } catch (error) {
        if (!left) setProblem(problemOf(error, say, language));
      }
    };
    void fetchAll();
    return () => {
      left = true;
    };
  }, [language]);

  const all = Object.values(cards);
  const numbers = useMemo(() => [...new Set(all.flatMap((card) => card.players))].sort((a, b) => a - b), [cards]);
  const boards = useMemo(() => [...new Set(all.map((card) => card.board))].sort(), [cards]);
  const mechanisms = useMemo(() => [...new Set(all.flatMap((card) => card.mechanisms))], [cards]);
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const fits = (name: string) => {
    const card = cards[name];
    const wanted = plain(sought.trim());
    const words = [name, card?.title ?? '', ...Object.values(card?.titles ?? {}), ...(card?.info ?? []).map(([, value]) => value)];
    if (wanted && !words.some((word) => plain(word).includes(wanted))) return false;
    if (players && !card?.players.includes(Number(players))) return false;
    if (board && card?.board !== board) return false;
    if (length && card?.length !== length) return false;
    return !mechanism || (card?.mechanisms.includes(mechanism) ?? false);
  };
  const found = names.filter(fits);

  return (
    <main class="library">
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {matches.length > 0 && (
        <section aria-labelledby="going">
          <h2 id="going">{say('going')}</h2>
          <ul class="rows">
            {matches.slice(0, 6).map((one) => (
              <Row
                key={one.id}
                title={one.title}
                href={`#/play/${one.id}`}
                remove={() => {
                  store.dropMatch(one.id);
                  setMatches(store.matches());
                }}
              >
                <span class="soft">
                  {say(isOne(one.line.length, language) ? 'moveMade' : 'movesMade', one.line.length)}
                </span>
              </Row>
            ))}
          </ul>
        </section>
      )}
      {tables.length > 0 && (
        <section aria-labelledby="tables">
          <h2 id="tables">{say('tablesByLink')}</h2>
          <ul class="rows">
            {tables.slice(0, 6).map((one) => (
              <Row
                key={one.id}
                title={one.title}
                href={`#/table/${one.id}${one.mine ? `/${one.mine}` : ''}`}
                remove={() => {
                  store.dropShared(one.id);
                  setTables(store.sharedTables());
                }}
              />
            ))}
          </ul>
        </section>
      )}
      {(files.files.length > 0 || drafts.length > 0) && (
        <section aria-labelledby="files">
          <h2 id="files">{say(files.open ? 'myFiles' : 'drafts')}</h2>
          <ul class="rows">
            {[...new Set([...files.files, ...drafts.map((one) => one.name)])].map((name) => (
              <li key={name}>
                <a href={`#/edit/${encodeURIComponent(name)}`}>{name}</a>
                {files.files.includes(name) && (
                  <button type="button" class="plain" onClick={() => go(`/new/${encodeURIComponent(name)}`)}>
                    {say('play')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          placeholder={say('search')}
          aria-label={say('search')}
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
        <Filter label={say('players')} value={players} set={setPlayers} values={numbers.map((n) => [String(n), String(n)])} />
        <Filter label={say('board')} value={board} set={setBoard} values={boards.map((one) => [one, say(one)])} />
        <Filter
          label={say('mechanism')}
          value={mechanism}
          set={setMechanism}
          values={mechanisms.map((one) => [one, say(`m-${one}` as Word)])}
        />
        <Filter label={say('length')} value={length} set={setLength} values={LENGTHS.map((one) => [one, say(one)])} />
        <button type="button" class="plain" onClick={() => go('/edit/')}>
          + {say('newFile')}
        </button>
      </form>
      <ul class="cards">
        {found.map((name) => (
          <li key={name}>
            <CardView name={name} card={cards[name]} />
          </li>
        ))}
      </ul>
      {names.length > 0 && found.length === 0 && <p class="soft">{say('nothingFound')}</p>}
    </main>
  );
}

function Filter(props: { label: string; value: string; set: (value: string) => void; values: [string, string][] }) {
  const { say } = useAround();
  return (
    <label>
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.set(event.currentTarget.value)}>
        <option value="">{say('any')}</option>
        {props.values.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

function CardView({ name, card }: { name: string; card: Card | undefined }) {
  const { say } = useAround();
  const facts = Object.fromEntries(card?.info ?? []);
  const who = [facts['author'], facts['year']].filter(Boolean).join(', ');
  const least = card?.players[0] ?? 0;
  const most = card?.players[card.players.length - 1] ?? least;
  return (
    <a class="card" href={`#/new/${name}`} data-game={name}>
      <span class="frame">{card ? <Picture svg={card.svg} label={card.title} /> : <span class="blank" />}</span>
      <strong>{card?.title ?? name}</strong>
      <span class="soft">
        {card ? `${least === most ? least : `${least}–${most}`} · ${say(card.board)}` : say('loading')}
        {who && ` · ${who}`}
      </span>
    </a>
  );
}
