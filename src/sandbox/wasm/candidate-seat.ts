import { WorkerDied } from '../sandbox-pool.ts';
import type { WasmFrame } from './frames.ts';
import { WasmDeath, type WasmProcess } from './wasm-process.ts';

/** How the work of a candidate ended, as the judge is told. */
export interface CandidateEnding {
  readonly kind: 'done' | 'timeout' | 'out-of-memory' | 'died';
  readonly detail: string;
  /** Of a script: its exit code, whether all of its output was kept, and the end of its errors. */
  readonly code: number;
  readonly complete: boolean;
  readonly stderrTail: string;
}

/** The interpreter's own wall limit is four times the CPU limit and a second (`runner/wasm/interpreter.mjs`). */
const WALL_FACTOR = 4;
const WALL_SLACK_MS = 1500;
const POLL_MS = 50;
const CPU_SLACK_MS = 100;

const STALLED: WasmFrame = { header: { op: 'stalled' }, body: Buffer.alloc(0) };
const CRASHED: WasmFrame = { header: { op: 'crashed' }, body: Buffer.alloc(0) };

const KINDS = new Set<unknown>(['done', 'timeout', 'out-of-memory', 'died']);

/** The fields that are known, where they are of their type. */
function endingFrom({ kind, detail, code, complete, stderrTail }: Readonly<Record<string, unknown>>): CandidateEnding {
  return {
    kind: KINDS.has(kind) ? (kind as CandidateEnding['kind']) : 'died',
    detail: typeof detail === 'string' ? detail.slice(0, 500) : 'the program ended',
    code: typeof code === 'number' ? code : 1,
    complete: complete === true,
    stderrTail: typeof stderrTail === 'string' ? stderrTail : '',
  };
}

/**
 * The place of the one process that runs candidates. Python loops end themselves at their limit; what does not answer
 * is in a loop of the interpreter's own, is killed, and the next question finds a new process.
 */
export class CandidateSeat {
  readonly #start: () => Promise<WasmProcess>;
  #process: WasmProcess | null = null;
  #next: Promise<WasmProcess> | null = null;
  /** How the conversation that is open, or was last, ended. */
  #ending: CandidateEnding | null = null;
  #sessionTimeoutMs = 0;
  /** CPU milliseconds since it was last asked. */
  #cpuMs = 0;
  #closed = false;

  constructor(start: () => Promise<WasmProcess>) {
    this.#start = start;
    this.prepare();
  }

  /** Starts a process ahead of need. */
  prepare(): void {
    this.#next ??= this.#start();
    this.#next.catch(() => {});
  }

  takeCpuMs(): number {
    const spent = this.#cpuMs;
    this.#cpuMs = 0;
    return spent;
  }

  /** @throws WorkerDied when no process starts. */
  async ready(): Promise<WasmProcess> {
    if (this.#process && !this.#process.dead) return this.#process;
    this.prepare();
    const next = this.#next as Promise<WasmProcess>;
    try {
      this.#process = await next;
    } finally {
      this.#next = null;
    }
    if (this.#closed) await this.#process.end();
    return this.#process;
  }

  /** Runs plans one after the other; gives their outcomes up to the one that ended it. */
  async batch(header: WasmFrame['header'], body: Buffer): Promise<{ header: object; body: Buffer }> {
    const process = await this.ready();
    const outcomes: Buffer[] = [];
    const plans = (header['sizes'] as readonly number[]).length - 1;
    let slowestMs = 0;
    process.send(header, body);
    for (;;) {
      const asked = performance.now();
      const frame = await this.#await(process, Number(header['timeoutMs']));
      if (frame.header.op === 'cell' && outcomes.length < plans) {
        outcomes.push(frame.body);
        slowestMs = Math.max(slowestMs, performance.now() - asked);
        continue;
      }
      const ending = await this.#finish(frame);
      return {
        header: { ...ending, outcomes: outcomes.map((outcome) => outcome.length), slowestMs },
        body: Buffer.concat(outcomes),
      };
    }
  }

  async script(header: WasmFrame['header'], body: Buffer): Promise<{ header: object; body: Buffer }> {
    const process = await this.ready();
    process.send(header, body);
    const frame = await this.#await(process, Number(header['timeoutMs']));
    return { header: await this.#finish(frame), body: frame.body };
  }

  async open(header: WasmFrame['header'], body: Buffer): Promise<void> {
    const process = await this.ready();
    this.#ending = null;
    this.#sessionTimeoutMs = Number(header['timeoutMs']);
    process.send(header, body);
  }

  /** One question of a conversation; null once the candidate is gone. */
  async say(body: Buffer): Promise<Buffer | null> {
    const process = this.#process;
    if (this.#ending || !process) return null;
    process.send({ op: 'say' }, body);
    const frame = await this.#await(process, this.#sessionTimeoutMs);
    if (frame.header.op === 'said') return frame.body;
    this.#ending = await this.#finish(frame);
    return null;
  }

  async hangUp(): Promise<CandidateEnding> {
    const process = this.#process;
    if (process && !this.#ending) {
      process.send({ op: 'hang-up' });
      let frame = await this.#await(process, this.#sessionTimeoutMs);
      while (frame.header.op === 'said') frame = await this.#await(process, this.#sessionTimeoutMs);
      this.#ending = await this.#finish(frame);
    }
    return this.#ending ?? endingFrom({});
  }

  /** The next frame, or one of ours for a process that has to be killed, or died of what it ran. */
  async #await(process: WasmProcess, timeoutMs: number): Promise<WasmFrame> {
    const began = performance.now();
    const cpuBefore = process.cpuMs;
    try {
      for (let patience = timeoutMs + CPU_SLACK_MS; ; patience = POLL_MS) {
        const frame = await process.receive(patience);
        if (frame) return frame;
        const cpu = cpuBefore === null ? 0 : (process.cpuMs ?? 0) - cpuBefore;
        const wall = performance.now() - began;
        if (cpu > timeoutMs * 1.5 + CPU_SLACK_MS || wall > timeoutMs * WALL_FACTOR + WALL_SLACK_MS) {
          this.#cpuMs += cpu;
          return STALLED;
        }
      }
    } catch (error) {
      if (error instanceof WasmDeath && error.ownDoing) return CRASHED;
      throw error;
    }
  }

  async #finish(frame: WasmFrame): Promise<CandidateEnding> {
    if (frame === STALLED || frame === CRASHED) {
      await this.#replace();
      return endingFrom(
        frame === STALLED
          ? { kind: 'timeout', detail: '' }
          : { kind: 'died', detail: 'the program crashed the interpreter' },
      );
    }
    if (frame.header.op !== 'ended') throw new WorkerDied(`the candidate's process says "${frame.header.op}"`);
    const { cpuMs, recycle } = frame.header;
    if (typeof cpuMs === 'number') this.#cpuMs += cpuMs;
    if (recycle) await this.#replace();
    return endingFrom(frame.header);
  }

  async #replace(): Promise<void> {
    const old = this.#process;
    this.#process = null;
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
