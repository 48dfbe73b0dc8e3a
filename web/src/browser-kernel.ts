// The kernel in the browser: the engine runs in workers, and no server is asked.

import type { Kernel, SavedFile } from './kernel';
import { Refusal } from './refusal';
import type { Asked, Told } from './worker';

/** So many questions are worked on at once: one may think long, and others are still answered. */
const WORKERS = 2;
/** How long an answer may take, in milliseconds. Work is cut by its budget long before. */
const PATIENCE = 40_000;

interface Waiting {
  asked: Asked;
  resolve: (value: unknown) => void;
  reject: (error: Refusal) => void;
}

/** A worker, and the question that it works on. */
interface Place {
  worker: Worker | null;
  now: Waiting | null;
  alarm: number;
}

export class BrowserKernel implements Kernel {
  private readonly places: Place[] = Array.from({ length: WORKERS }, () => ({ worker: null, now: null, alarm: 0 }));
  private readonly queue: Waiting[] = [];
  private asked = 0;

  ask<T>(question: Record<string, unknown>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (typeof WebAssembly === 'undefined' || typeof Worker === 'undefined') {
        reject(new Refusal('', 'old', 0, {}));
        return;
      }
      this.asked += 1;
      const asked = { id: this.asked, question: JSON.stringify(question) };
      this.queue.push({ asked, resolve: resolve as (value: unknown) => void, reject });
      this.serve();
    });
  }

  async files(): Promise<{ open: boolean; files: string[] }> {
    return { open: false, files: [] };
  }

  read(_name: string): Promise<SavedFile> {
    return Promise.reject(new Refusal('', 'closed', 404, {}));
  }

  save(_name: string, _text: string, _base: string | null): Promise<{ fingerprint: string }> {
    return Promise.reject(new Refusal('', 'closed', 404, {}));
  }

  /** Gives the questions that wait to whoever has nothing to do. */
  private serve(): void {
    for (const place of this.places) {
      if (place.now) continue;
      const next = this.queue.shift();
      if (!next) return;
      place.now = next;
      place.worker ??= this.begun(place);
      place.alarm = setTimeout(() => this.lost(place), PATIENCE);
      place.worker.postMessage(next.asked);
    }
  }

  private begun(place: Place): Worker {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.onmessage = (event: MessageEvent<Told>) => this.answered(place, event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.lost(place);
    };
    return worker;
  }

  private answered(place: Place, told: Told): void {
    const waiting = this.freed(place);
    if (!waiting) return;
    if ('lost' in told) {
      this.lost(place, waiting);
      return;
    }
    const value = JSON.parse(told.text) as { answer?: unknown; error?: Record<string, unknown> };
    if (value.error) waiting.reject(new Refusal(String(value.error['message'] ?? ''), String(value.error['kind']), 422, value.error));
    else waiting.resolve(value.answer);
    this.serve();
  }

  private freed(place: Place): Waiting | null {
    clearTimeout(place.alarm);
    const waiting = place.now;
    place.now = null;
    return waiting;
  }

  /** A worker came to harm, or does not end: another one takes its place. */
  private lost(place: Place, waiting = this.freed(place)): void {
    place.worker?.terminate();
    place.worker = null;
    waiting?.reject(new Refusal('', 'lost', 500, {}));
    this.serve();
  }
}
