// Who sits where, and the options of a game.

import { useEffect, useState } from 'preact/hooks';
import { type Card, hasServer, kernel, request } from './kernel';
import { LEVELS, tableOf } from './match';
import * as store from './store';
import { problemOf, useAround } from './words';

/** Who sits where, and the options of the game: a new match, or other seats in this one. */
export function SetUp({ one, keep, go }: { one: store.Match; keep: (next: store.Match) => void; go: (path: string) => void }) {
  const { say, language } = useAround();
  const [card, setCard] = useState<Card | null>(null);
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState(one.options);
  const [players, setPlayers] = useState<number | null>(one.players ?? null);
  const [problem, setProblem] = useState('');
  const [clock, setClock] = useState('');
  const [from, setFrom] = useState<'start' | 'here'>('start');
  useEffect(() => {
    if (!open) return;
    const table = { ...tableOf(one, language, []), options, players };
    kernel
      .ask<Card>({ ask: 'card', table })
      .then((found) => {
        setCard(found);
        setProblem('');
      })
      .catch((error: unknown) => setProblem(problemOf(error, say, language)));
  }, [open, language, options, players]);
  const seat = (at: number, value: string) => {
    const seats = (card?.seats ?? one.seats).map((_, place) => (place === at ? value : (one.seats[place] ?? 'human')));
    const level = LEVELS.find(([name]) => name === value)?.[0];
    if (level) store.keepWishes({ ...store.wishes(), level });
    keep({ ...one, seats });
  };
  const fresh = () => {
    const seats = (card?.seats ?? one.seats).map((_, at) => one.seats[at] ?? store.wishes().level);
    keep({ ...one, options, players, start: null, seats, line: [], others: [], by: [], at: 0, seed: store.newSeed(), over: false, notes: null });
  };
  const isSame = JSON.stringify([options, players]) === JSON.stringify([one.options, one.players ?? null]);
  const canBeHere = isSame && (one.at > 0 || Boolean(one.start));
  const isHere = canBeHere && from === 'here';
  /** A table that others come to by a link: where fewer than two people would sit, all seats are people's. */
  const byLink = async () => {
    const names = card?.seats ?? one.seats;
    const chosen = names.map((_, at) => one.seats[at] ?? 'human');
    const seats = chosen.filter((seat) => seat === 'human').length >= 2 ? chosen : names.map(() => 'human');
    // What stands on the board came about by the options of this match, and goes on by them.
    const table = isHere ? tableOf(one, '') : { ...tableOf(one, '', []), options, players, start: null };
    try {
      const made = await request<{ id: string; seats: (string | null)[] }>('/api/tables', 'POST', { table, seats, clock: clock || null });
      const mine = made.seats.find((token) => token !== null) ?? null;
      store.keepShared({ id: made.id, title: one.title, mine, seats: made.seats });
      go(`/table/${made.id}${mine ? `/${mine}` : ''}`);
    } catch (error) {
      setProblem(problemOf(error, say, language));
    }
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
          {hasServer && (
            <>
              <label>
                <span>{say('clock')}</span>
                <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
                  <option value="">{say('noClock')}</option>
                  {['3m+2s', '5m+3s', '10m+5s', '30m', '1h+30s', '24h'].map((text) => (
                    <option key={text} value={text}>
                      {text}
                    </option>
                  ))}
                </select>
              </label>
              {canBeHere && (
                <label>
                  <span>{say('beginFrom')}</span>
                  <select value={from} onChange={(event) => setFrom(event.currentTarget.value as 'start' | 'here')}>
                    <option value="start">{say('fromStart')}</option>
                    <option value="here">{say('fromHere')}</option>
                  </select>
                </label>
              )}
              <button type="button" onClick={() => void byLink()}>
                {say('byLink')}
              </button>
              <p class="soft">{say('byLinkHelp')}</p>
            </>
          )}
        </div>
      )}
    </details>
  );
}
