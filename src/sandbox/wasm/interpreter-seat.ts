import { WorkerDied } from '../framed-process.ts';
import type { InterpreterProcess, WasmFrame } from './wasm-process.ts';

/** Why a process gives no frame: it took too long, was killed by somebody else, or ended by its own doing. */
export type Silence = 'timeout' | 'killed' | 'crashed';

/** For one frame. */
export interface Patience {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const POLL_MS = 50;

/** The place of one interpreter process; what is silent is replaced. */
export class InterpreterSeat {
  readonly #start: () => Promise<InterpreterProcess>;
  #process: InterpreterProcess | null = null;
  #closed = false;
  /** CPU milliseconds of processes that took too long. */
  lostMs = 0;

  constructor(start: () => Promise<InterpreterProcess>) {
    this.#start = start;
  }

  /** A process that waits for work. @throws WorkerDied when none starts. */
  async ready(): Promise<InterpreterProcess> {
    if (!this.#process || this.#process.spent) this.#process = await this.#start();
    if (this.#closed) await this.#process.close();
    return this.#process;
  }

  /** The next frame of the process that was ready, also where it has died since. */
  async receive({ cpuMs, wallMs }: Patience): Promise<WasmFrame | Silence> {
    const process = this.#process;
    if (!process) return 'crashed';
    const deadline = performance.now() + wallMs;
    const before = process.cpuMs ?? 0;
    let spent = 0;
    try {
      while (spent <= cpuMs && performance.now() <= deadline) {
        const frame = await process.hear(POLL_MS);
        if (frame) return frame;
        spent = (process.cpuMs ?? before) - before;
      }
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.replace();
      return error.ownDoing ? 'crashed' : 'killed';
    }
    this.lostMs += spent;
    await this.replace();
    return 'timeout';
  }

  async replace(): Promise<void> {
    const old = this.#process;
    this.#process = null;
    await old?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#process?.close();
  }
}
