// A match as the page keeps it, and as the kernel is asked about it.

import { type Card, kernel, type Shown, type Table } from './kernel';
import * as store from './store';
import type { Say, Word } from './words';

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
