// The engine in a worker. A question is written into its memory as JSON, and its answer read there.

export interface Asked {
  id: number;
  question: string;
}

export type Told = { id: number; text: string } | { id: number; lost: string };

/** What the engine offers; see `src/wasm.rs`. */
interface Engine {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  answer(): number;
  answered(): number;
}

/** The first two bytes of what is packed by gzip. */
const PACKED = [0x1f, 0x8b];

/** The bytes of the engine; some hosts unpack what they send, others do not. */
async function bytesOfEngine(): Promise<ArrayBuffer> {
  const response = await fetch('engine.wasm.gz');
  if (!response.ok) throw new Error(`engine.wasm.gz: ${response.status}`);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== PACKED[0] || second !== PACKED[1]) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function begun(): Promise<Engine> {
  const { instance } = await WebAssembly.instantiate(await bytesOfEngine(), { page: { now: () => performance.now() } });
  return instance.exports as unknown as Engine;
}

function answerOf(engine: Engine, question: string): string {
  const bytes = new TextEncoder().encode(question);
  // The memory may grow with each call, and what was looked at before is gone then.
  const room = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const length = engine.answer();
  const answered = engine.answered();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, answered, length));
}

const engine = begun();

addEventListener('message', (event: MessageEvent<Asked>) => {
  const { id, question } = event.data;
  const tell = (told: Told) => postMessage(told);
  engine.then((ready) => tell({ id, text: answerOf(ready, question) })).catch((error: unknown) => tell({ id, lost: String(error) }));
});
