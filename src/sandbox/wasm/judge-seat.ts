import type { TestSuite } from '../../core/sandbox.ts';
import { suiteMessage } from '../native/runner-protocol.ts';
import { WorkerDied } from '../pool/worker-died.ts';
import type { WasmFrame } from './frames.ts';
import { type InterpreterProcess, WasmDeath } from './wasm-process.ts';

/** What a judge computes between two questions is bounded; beyond this something is wrong with it. */
const MOST_CPU_MS = 10_000;
const MOST_WALL_MS = 180_000;
const POLL_MS = 1000;

/** Why a judge gave no result: it stopped answering, or was gone. */
export type JudgeLoss = 'stalled' | 'gone';

/**
 * The place of the process that holds tests and verdicts. It is told a suite when it says that it does not know it:
 * nobody else has to remember which ones it knows.
 */
export class JudgeSeat {
  readonly #start: () => Promise<InterpreterProcess>;
  #process: InterpreterProcess | null = null;

  constructor(start: () => Promise<InterpreterProcess>) {
    this.#start = start;
  }

  /** @throws WorkerDied when none starts. */
  async ready(): Promise<InterpreterProcess> {
    if (!this.#process || this.#process.dead) this.#process = await this.#start();
    return this.#process;
  }

  /** The result of one job, as the judge wrote it; every question on the way goes to `answer`. */
  async run(
    job: Buffer,
    suite: TestSuite,
    memoryMib: number,
    answer: (question: WasmFrame) => Promise<{ header: object; body?: Buffer | undefined }>,
  ): Promise<WasmFrame['header'] | JudgeLoss> {
    const first = await this.#ask({ op: 'job', memoryMib }, job, answer);
    if (typeof first === 'string' || first['unknown'] !== true) return first;
    const { op: _, ...definition } = suiteMessage(suite);
    const added = await this.#ask({ op: 'suite', memoryMib }, Buffer.from(JSON.stringify(definition), 'utf8'), answer);
    if (typeof added === 'string' || typeof added['error'] === 'string') return added;
    const second = await this.#ask({ op: 'job', memoryMib }, job, answer);
    // A judge that was killed in between knows nothing of the suite.
    return typeof second !== 'string' && second['unknown'] === true ? 'gone' : second;
  }

  async #ask(
    header: WasmFrame['header'],
    body: Buffer,
    answer: (question: WasmFrame) => Promise<{ header: object; body?: Buffer | undefined }>,
  ): Promise<WasmFrame['header'] | JudgeLoss> {
    const process = await this.ready();
    process.send(header, body);
    for (;;) {
      const frame = await this.#next(process);
      if (typeof frame === 'string') {
        await this.replace();
        return frame;
      }
      if (frame.header.op === 'result') {
        // What went wrong inside may have left something behind.
        if (frame.header['recycle'] === true || typeof frame.header['error'] === 'string') await this.replace();
        return frame.header;
      }
      const { header: found, body: data } = await answer(frame);
      process.send({ op: 'answer', ...found }, data);
    }
  }

  async #next(process: InterpreterProcess): Promise<WasmFrame | JudgeLoss> {
    const began = performance.now();
    const cpuBefore = process.cpuMs;
    try {
      while (performance.now() - began < MOST_WALL_MS) {
        const frame = await process.receive(POLL_MS);
        if (frame) return frame.header.op === 'broken' ? 'stalled' : frame;
        if (cpuBefore !== null && (process.cpuMs ?? 0) - cpuBefore > MOST_CPU_MS) break;
      }
      return 'stalled';
    } catch (error) {
      if (error instanceof WasmDeath) return error.ownDoing ? 'stalled' : 'gone';
      throw error;
    }
  }

  async replace(): Promise<void> {
    const old = this.#process;
    this.#process = null;
    await old?.end();
  }

  async close(): Promise<void> {
    await this.replace();
  }
}

/** @throws WorkerDied: a judge asks for what there is not. */
export function unknownQuestion({ header }: WasmFrame): never {
  throw new WorkerDied(`the judge asks "${header.op}"`);
}
