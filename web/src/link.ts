// A game and its moves behind the `#` of a link.

import { KEPT } from './branches';
import type { Match } from './store';

export type Shared = Pick<Match, 'game' | 'title' | 'options' | 'seed' | 'seats' | 'line' | 'others'> & {
  text?: string | null;
  players?: number | null;
  start?: string | null;
};

/** The most bytes that a link may come to. */
const MOST = 4_000_000;

/** A link with other lines has at most so many signs behind its `#`: longer ones are cut off by some programs. */
const FITS = 8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

export async function packed(shared: Shared): Promise<string> {
  const stream = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The same with the other lines of the match if they fit. */
export async function linked(shared: Shared): Promise<{ packed: string; isWhole: boolean }> {
  const whole = await packed(shared);
  if (!shared.others?.length || whole.length <= FITS) return { packed: whole, isWhole: true };
  return { packed: await packed({ ...shared, others: [] }), isWhole: false };
}

const isLine = (line: unknown) => Array.isArray(line) && line.every((move) => typeof move === 'string');

/** What a link holds; none if it is broken or too long. */
export async function unpacked(text: string): Promise<Shared | null> {
  try {
    const stream = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let all = '';
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MOST) return null;
      all += decoder.decode(value, { stream: true });
    }
    const shared = JSON.parse(all) as Shared;
    const fits =
      typeof shared.game === 'string' &&
      isLine(shared.line) &&
      (shared.others === undefined || (Array.isArray(shared.others) && shared.others.length <= KEPT && shared.others.every(isLine))) &&
      Array.isArray(shared.seats) &&
      typeof shared.seed === 'number';
    return fits ? shared : null;
  } catch {
    return null;
  }
}

/** Gives the person a file. */
export function download(name: string, kind: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
