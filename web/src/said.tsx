// What is said around a board: below it, and in the title of the window.

import { useEffect, useRef } from 'preact/hooks';

/** Something said of the board, below it; it comes into sight where the window is low. */
export function Said({ text }: { text: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [text]);
  return (
    <p class="note" role="status" ref={place}>
      {text}
    </p>
  );
}

/** Names the window after what is shown, as long as that is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return;
    document.title = `${title} – Merel`;
    return () => {
      document.title = 'Merel';
    };
  }, [title]);
}
