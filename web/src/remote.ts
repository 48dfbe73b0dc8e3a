// A table on the server that people share: what stands is told over a socket, or asked for again and again where there is none.

import { Refusal, request } from './kernel';

export interface Standing {
  revision: number;
  ply: number;
  from: number;
  moves: string[];
  by: (number | null)[];
  /** Whether nobody is to decide any more. */
  over: boolean;
  decider: { player: number } | 'chance' | null;
  settled: { how: 'resigned' | 'late' | 'agreed'; player?: number } | null;
  seats: string[];
  present: boolean[];
  you: number | null;
  clocks: { left: number[]; running: number | null } | null;
  asked: { by: number; wish: 'draw' | 'undo'; to: number | null; agreed: number[] } | null;
  trouble: string | null;
}

/** How the page is connected: over a socket, by asking again and again, not at the moment, or never again. */
export type Line = 'open' | 'asking' | 'lost' | 'refused';

interface Waiting {
  done: () => void;
  fail: (error: Refusal) => void;
}

/** The first pause before another try, in milliseconds; it doubles up to the longest. */
const PAUSE = 500;
const LONGEST = 10_000;
/** Between two questions where there is no socket. */
const ASK = 2000;
/** So many sockets in a row may fail before the page asks instead. */
const TRIES = 3;

export class Remote {
  private socket: WebSocket | null = null;
  private failed = 0;
  /** Whether the server did not answer when it was asked last. */
  private unanswered = false;
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();
  private timer = 0;
  private stopped = false;
  private moves: string[] = [];
  private revision: number | null = null;

  constructor(
    private readonly id: string,
    private readonly token: string | null,
    /** Is told what stands, with all moves. */
    private readonly tell: (standing: Standing, moves: string[]) => void,
    /** Is told how the page is connected, and why not. */
    private readonly line: (line: Line, error?: Refusal) => void,
  ) {}

  start(): void {
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Does something. Where the answer is lost with the connection nobody knows whether it is done; what stands tells. */
  async act(deed: Record<string, unknown>): Promise<void> {
    const { socket } = this;
    if (socket?.readyState === 1) {
      const id = this.next;
      this.next += 1;
      return new Promise((done, fail) => {
        this.waiting.set(id, { done, fail });
        socket.send(JSON.stringify({ ...deed, id }));
      });
    }
    await request(`/api/tables/${this.id}/do`, 'POST', { ...deed, token: this.token });
    await this.ask();
  }

  private connect(): void {
    if (this.stopped) return;
    if (typeof WebSocket === 'undefined' || this.failed >= TRIES) {
      void this.askOn();
      return;
    }
    let socket: WebSocket;
    try {
      socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${this.id}/socket`);
    } catch {
      this.failed = TRIES;
      void this.askOn();
      return;
    }
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.token, revision: this.revision }));
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as Record<string, unknown>);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const { fail } of this.waiting.values()) fail(new Refusal('', 'gone', 0, {}));
      this.waiting.clear();
      if (this.stopped) return;
      this.failed += 1;
      this.line('lost');
      // Whether there is such a table at all a socket does not tell.
      void this.ask().catch(() => undefined);
      const pause = Math.min(LONGEST, PAUSE * 2 ** (this.failed - 1));
      this.timer = window.setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
    };
  }

  private hear(told: Record<string, unknown>): void {
    if (told['is'] === 'state') {
      this.failed = 0;
      this.line('open');
      this.take(told as unknown as Standing);
      return;
    }
    const waiting = this.waiting.get(Number(told['id']));
    this.waiting.delete(Number(told['id']));
    const refusal = () => new Refusal(String(told['message'] ?? ''), String(told['kind'] ?? ''), 409, told);
    if (told['is'] === 'done') waiting?.done();
    else if (told['is'] === 'refused') {
      if (told['kind'] === 'token') this.refused(refusal());
      waiting?.fail(refusal());
    }
  }

  private take(standing: Standing): void {
    this.moves = [...this.moves.slice(0, standing.from), ...standing.moves];
    this.revision = standing.revision;
    this.tell(standing, this.moves);
  }

  private refused(error: Refusal): void {
    this.stop();
    this.line('refused', error);
  }

  /** Asks once what stands. */
  private async ask(): Promise<void> {
    try {
      const standing = await request<Standing>(`/api/tables/${this.id}/state`, 'POST', { token: this.token });
      if (!this.stopped) this.take(standing);
    } catch (error) {
      this.unanswered = true;
      if (error instanceof Refusal && (error.status === 404 || error.status === 403)) this.refused(error);
      throw error;
    }
  }

  /** Asks again and again. Once a server that did not answer does so again, sockets may work again too. */
  private async askOn(): Promise<void> {
    try {
      await this.ask();
      if (this.unanswered) {
        this.unanswered = false;
        this.failed = 0;
        this.connect();
        return;
      }
      if (!this.stopped) this.line('asking');
    } catch {
      if (!this.stopped) this.line('lost');
    }
    if (!this.stopped) this.timer = window.setTimeout(() => void this.askOn(), ASK);
  }
}
