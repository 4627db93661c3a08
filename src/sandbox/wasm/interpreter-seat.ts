import type { WasmFrame } from './frames.ts';
import { type InterpreterProcess, WasmDeath } from './wasm-process.ts';

/** How a piece of work ended, as the judge is told. `killed`: by a signal from elsewhere, not of its own doing. */
export interface Ending {
  readonly kind: 'done' | 'timeout' | 'out-of-memory' | 'died' | 'killed';
  readonly detail: string;
  /** Of a script: its exit code, whether all of its output was kept, and the end of its errors. */
  readonly code: number;
  readonly complete: boolean;
  readonly stderrTail: string;
  /** Whether the program made files. */
  readonly left: boolean;
}

/** The interpreter's own wall limit is four times the CPU limit and a second (`runner/wasm/deadline.mjs`). */
const WALL_FACTOR = 4;
const WALL_SLACK_MS = 1500;
const POLL_MS = 50;
const CPU_SLACK_MS = 100;

const KINDS = new Set<unknown>(['done', 'timeout', 'out-of-memory', 'died']);

/** The fields that are known, where they are of their type. */
function endingFrom({ kind, detail, code, complete, stderrTail, left }: Readonly<Record<string, unknown>>): Ending {
  return {
    kind: KINDS.has(kind) ? (kind as Ending['kind']) : 'died',
    detail: typeof detail === 'string' ? detail.slice(0, 500) : 'the program ended',
    code: typeof code === 'number' ? code : 1,
    complete: complete === true,
    stderrTail: typeof stderrTail === 'string' ? stderrTail : '',
    left: left === true,
  };
}

const lost = (ending: Pick<Ending, 'kind' | 'detail'>): Ending => ({ ...endingFrom({}), ...ending });
const CRASHED = lost({ kind: 'died', detail: 'the program crashed the interpreter' });
const NONE = Buffer.alloc(0);

/**
 * The place of one interpreter process that runs what a model wrote. Python loops end themselves at their limit; what
 * does not answer is in a loop of the interpreter's own, is killed, and the next piece of work finds a new process.
 */
export class InterpreterSeat {
  readonly #start: () => Promise<InterpreterProcess>;
  #process: InterpreterProcess | null = null;
  #next: Promise<InterpreterProcess> | null = null;
  /** Whether the process is in the middle of something. */
  #busy = false;
  /** CPU milliseconds since it was last asked. */
  #cpuMs = 0;
  #closed = false;

  constructor(start: () => Promise<InterpreterProcess>) {
    this.#start = start;
  }

  /** Starts a process ahead of need. */
  prepare(): void {
    if (this.#closed) return;
    this.#next ??= this.#start();
    this.#next.catch(() => {});
  }

  takeCpuMs(): number {
    const spent = this.#cpuMs;
    this.#cpuMs = 0;
    return spent;
  }

  /** A process that waits for work. @throws WorkerDied when none starts. */
  async ready(): Promise<void> {
    if (this.#busy) await this.#replace();
    if (this.#process && !this.#process.dead) return;
    this.prepare();
    try {
      this.#process = await (this.#next ?? this.#start());
    } finally {
      this.#next = null;
    }
    if (this.#closed) await this.#process.end();
  }

  /** Begins a piece of work, which lasts until `next` gives an ending. @throws WorkerDied when no process starts. */
  async begin(header: WasmFrame['header'], body: Buffer): Promise<void> {
    await this.ready();
    this.#busy = true;
    this.tell(header, body);
  }

  tell(header: WasmFrame['header'], body?: Buffer): void {
    this.#process?.send(header, body);
  }

  /**
   * The next frame of the work that was begun, which must be `expected`, or how it ended; the process is then free, or
   * another one.
   */
  async next(limitMs: number, expected: string): Promise<{ frame: WasmFrame } | { ending: Ending; body: Buffer }> {
    const frame = await this.#await(limitMs);
    if ('kind' in frame) {
      await this.#replace();
      return { ending: frame, body: NONE };
    }
    const { op, cpuMs, recycle } = frame.header;
    if (op === expected && op !== 'ended') return { frame };
    if (op !== 'ended') {
      await this.#replace();
      return { ending: CRASHED, body: NONE };
    }
    this.#busy = false;
    if (typeof cpuMs === 'number') this.#cpuMs += cpuMs;
    if (recycle) await this.#replace();
    return { ending: endingFrom(frame.header), body: frame.body };
  }

  /** How work ends that says nothing before. */
  async ending(limitMs: number): Promise<{ ending: Ending; body: Buffer }> {
    const step = await this.next(limitMs, 'ended');
    if ('frame' in step) throw new Error('an ending is not a frame');
    return step;
  }

  /** Gives up what is in work, where something is: nobody waits for it any more. */
  async abandon(): Promise<void> {
    if (this.#busy) await this.#replace();
  }

  /** The next frame, or what became of a process that had to be killed, or died. */
  async #await(limitMs: number): Promise<WasmFrame | Ending> {
    const process = this.#process;
    if (!process) return lost({ kind: 'died', detail: 'the program ended' });
    const began = performance.now();
    const cpuBefore = process.cpuMs;
    try {
      for (let patience = limitMs + CPU_SLACK_MS; ; patience = POLL_MS) {
        const frame = await process.receive(patience);
        if (frame) return frame;
        const cpu = cpuBefore === null ? 0 : (process.cpuMs ?? 0) - cpuBefore;
        const wall = performance.now() - began;
        if (cpu > limitMs * 1.5 + CPU_SLACK_MS || wall > limitMs * WALL_FACTOR + WALL_SLACK_MS) {
          this.#cpuMs += cpu;
          return lost({ kind: 'timeout', detail: '' });
        }
      }
    } catch (error) {
      if (!(error instanceof WasmDeath)) throw error;
      return error.ownDoing ? CRASHED : lost({ kind: 'killed', detail: 'the process of the program was killed' });
    }
  }

  async #replace(): Promise<void> {
    const old = this.#process;
    this.#process = null;
    this.#busy = false;
    this.prepare();
    await old?.end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#process?.end();
    const next = await this.#next?.catch(() => null);
    await next?.end();
  }
}
