// Sounds, made by the browser itself: a knock of wood for a move, two for a capture, seeds that fall, a chord at the end.
// There are none unless somebody wants them.

export type Sound = 'move' | 'capture' | 'sow' | 'end';

let context: AudioContext | null = null;

/** Whether this browser can make sounds. */
export function canSound(): boolean {
  return typeof AudioContext !== 'undefined';
}

/** A short sound of a height in hertz, after so many seconds, that fades away within so many. */
function tone(audio: AudioContext, kind: OscillatorType, height: number, after: number, length: number, loud: number): void {
  const begin = audio.currentTime + after;
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = kind;
  source.frequency.setValueAtTime(height, begin);
  source.frequency.exponentialRampToValueAtTime(height * 0.7, begin + length);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

/** Makes a sound. A browser that has none, or lets none be made yet, is silent. */
export function sound(what: Sound): void {
  if (!canSound()) return;
  try {
    context ??= new AudioContext();
    const audio = context;
    if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
    if (what === 'move') tone(audio, 'triangle', 220, 0, 0.09, 0.4);
    else if (what === 'capture') [0, 0.07].forEach((after) => tone(audio, 'square', 160, after, 0.08, 0.18));
    else if (what === 'sow') [0, 0.1, 0.2, 0.3].forEach((after, at) => tone(audio, 'sine', 520 + 40 * at, after, 0.06, 0.25));
    else [262, 330, 392].forEach((height) => tone(audio, 'sine', height, 0, 0.9, 0.15));
  } catch {
    // A game goes on without.
  }
}
