// How moves are told: the rules write them in one way, and may have words for what is in them in the language of the page.

import { createContext } from 'preact';
import { useRef } from 'preact/hooks';
import type { Offer, Shown } from './kernel';
import { useAround } from './words';

/** The text of a move or an option as it is told. */
export type Tell = (text: string) => string;

export const Telling = createContext<Tell>((text) => text);

/** How the moves of a match are told, as far as positions have shown it. */
export function useTelling(shown: Shown | null): Tell {
  const { language } = useAround();
  const told = useRef(new Map<string, string>());
  const last = useRef({ shown, language });
  if (last.current.language !== language) {
    // What is shown still is in the language of before.
    told.current.clear();
    last.current = { shown, language };
  } else if (last.current.shown !== shown) {
    for (const [text, words] of Object.entries(shown?.told ?? {})) told.current.set(text, words);
    last.current = { shown, language };
  }
  return (text) => told.current.get(text) ?? text;
}

/** Without capitals and accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The option that is told with this text, or else the text. */
export function meant(text: string, options: Offer[], tell: Tell): string {
  const wanted = folded(text);
  return options.find((offer) => folded(tell(offer.text)) === wanted)?.text ?? text;
}
