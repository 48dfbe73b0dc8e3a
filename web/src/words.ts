// The page's own words, in the languages that there are tables for: `words/`.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Refusal } from './refusal';
import { de } from './words/de';
import { en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';

export type Word = keyof typeof en;

/** A table: every word of the page in one language. */
export type Words = Record<Word, string>;

const TABLES = { en, fr, de, es } satisfies Record<string, Words>;

export type Language = keyof typeof TABLES;

/** What each language is called in itself. */
export const LANGUAGES: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' };

/** The language of a code like `fr-CH`, where there is a table for it, or else English. */
export function languageOf(code: string): Language {
  const found = code.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(TABLES, found) ? (found as Language) : 'en';
}

export type Say = (word: Word, ...values: (string | number)[]) => string;

export function sayer(language: Language): Say {
  const words: Words = TABLES[languageOf(language)];
  return (word, ...values) => words[word].replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ''));
}

/** Whether a language speaks of so many as it speaks of one. */
export function isOne(count: number, language: Language): boolean {
  return new Intl.PluralRules(language).select(count) === 'one';
}

/** What the page says of each kind of refusal. */
const REFUSALS: Record<string, Word> = {
  gone: 'gone',
  old: 'old',
  lost: 'lost',
  choice: 'wrongChoice',
  question: 'wrongQuestion',
  request: 'wrongQuestion',
  move: 'wrongMove',
  spent: 'tooMuch',
  file: 'wrongFile',
  changed: 'changed',
  many: 'tooMany',
  rules: 'wrongRules',
};

/**
 * Why something did not succeed, in words for the person. What the kernel says is more exact, but English: other languages have what
 * the page says of its kind.
 */
export function problemOf(error: unknown, say: Say, language: Language): string {
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
  if (error.message && language === 'en') return error.message;
  const word = REFUSALS[error.kind];
  return word ? say(word) : error.message || say('gone');
}

export interface Surroundings {
  language: Language;
  say: Say;
  /** Whether sounds are wanted. */
  sounds: boolean;
}

export const Around = createContext<Surroundings>({ language: 'en', say: sayer('en'), sounds: false });

export function useAround(): Surroundings {
  return useContext(Around);
}
