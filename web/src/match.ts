// A match as the page keeps it, and as the kernel is asked about it.

import { type Card, kernel, type Shown, type Table } from './kernel';
import * as store from './store';
import type { Say, Word } from './words';

/** Machines, from weak to strong. */
export const LEVELS: [string, Word][] = [
  ['random', 'random'],
  ['level:1', 'level1'],
  ['level:2', 'level2'],
  ['level:3', 'level3'],
  ['level:4', 'level4'],
  ['level:5', 'level5'],
  ['level:6', 'level6'],
  ['level:7', 'level7'],
  ['level:8', 'level8'],
  ['level:9', 'level9'],
  ['level:10', 'level10'],
];

/** Machines of matches that were kept when there were only three. */
const OLD: [string, Word][] = [
  ['search:40', 'easy'],
  ['search:300ms', 'medium'],
  ['search:1500ms', 'hard'],
];

/** What a seat is called. */
export function seatWord(seat: string | undefined): Word {
  return [...LEVELS, ...OLD].find(([level]) => level === seat)?.[1] ?? 'person';
}

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

/** Who decides, or how it ended, as a sentence. */
export function status({ ended, decider, players }: Pick<Shown, 'ended' | 'decider' | 'players'>, seats: string[], say: Say): string {
  if (ended) {
    const winner = ended.winner === null ? '' : (players[ended.winner]?.name ?? '');
    return ended.verdict === 'won' ? say('won', winner, ended.by) : say(ended.verdict, ended.by);
  }
  if (decider === 'chance') return say('chance');
  if (decider === null) return '';
  const name = players[decider.player]?.name ?? '';
  return (seats[decider.player] ?? 'human') === 'human' ? say('toMove', name) : say('thinks', name);
}
