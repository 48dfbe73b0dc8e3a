/** Why a move is legal or not, and what of a file is ever used: what is asked of the server, and what of it is shown. Knows nothing of VS Code, so that it can be tested alone. */

import type { Place } from "./board";

/** The request `merel/why`: the reason for which a move is legal or not before a place. */
export const WHY_REQUEST = "merel/why";

export interface WhyParams {
  textDocument: { uri: string };
  position: Place;
  /** The move as it is typed; empty for what the ends of the game lack. */
  move: string;
}

export interface WhyAnswer {
  message?: string | null;
}

/** The request `merel/cover`: how often what stands on each line is used in play. */
export const COVER_REQUEST = "merel/cover";

export interface CoverParams {
  textDocument: { uri: string };
}

export interface CoverAnswer {
  lines?: LineUse[] | null;
  summary?: string | null;
}

export interface LineUse {
  /** Counted from 1. */
  line: number;
  used: { random: number; search: number; scenarios: number };
  /** Whether something on the line is never used. */
  never: boolean;
}

/** What is written behind a line. */
export interface Remark {
  /** Counted from 0. */
  line: number;
  text: string;
  hover: string;
  never: boolean;
}

/** Makes of an answer, whatever it is, what is written behind the lines of a text with so many lines. */
export function remarksOf(answer: unknown, lines: number): Remark[] {
  const parts = (typeof answer === "object" && answer !== null ? answer : {}) as Record<string, unknown>;
  const uses = Array.isArray(parts.lines) ? (parts.lines as unknown[]) : [];
  return uses.flatMap((use) => {
    const { line, used, never } = (typeof use === "object" && use !== null ? use : {}) as Partial<LineUse>;
    if (!Number.isInteger(line) || line! < 1 || line! > lines) return [];
    const count = (key: keyof LineUse["used"]) => (Number.isFinite(used?.[key]) ? (used![key] as number) : 0);
    const [random, search, scenarios] = [count("random"), count("search"), count("scenarios")];
    const hover = `${random} at random, ${search} with search, ${scenarios} in scenarios${never === true ? "; something here is never used" : ""}`;
    return [{ line: line! - 1, text: `${never === true ? "! " : ""}${short(random + search + scenarios)}`, hover, never: never === true }];
  });
}

/** A count in few signs. */
export function short(count: number): string {
  if (count < 10_000) return String(count);
  return count < 10_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1_000_000)}M`;
}

/** The message of an answer, whatever it is. */
export function messageOf(answer: unknown): string {
  const message = typeof answer === "object" && answer !== null ? (answer as WhyAnswer).message : undefined;
  return typeof message === "string" && message.trim() !== "" ? message.trim() : "There is no answer.";
}

/** The arguments of `merel` for a game in the terminal. */
export function playArguments(file: string): string[] {
  // A path never begins with a minus here: VS Code gives whole paths.
  return ["play", file];
}
