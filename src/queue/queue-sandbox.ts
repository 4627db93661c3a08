import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { InterruptedError, SandboxError } from '../core/errors.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../core/sandbox.ts';
import type { JobChannel } from './job-channel.ts';
import { JobsUnderWay } from './jobs-under-way.ts';
import type { OwnWorker } from './known-worker.ts';
import { rowsOfNextJob } from './pack-rows.ts';
import { packed, placeholderOf } from './queue-batch.ts';
import { type QueueRow, rejectRow } from './queue-row.ts';
import type { QueueKey } from './queue-secret.ts';
import { WorkerWatch } from './worker-watch.ts';

export interface QueueSandboxOptions {
  readonly name: string;
  readonly key: QueueKey;
  readonly run: string;
  /** The kind of worker whose verdicts this run has. */
  readonly kind: string;
  readonly note: (text: string) => void;
  /** How often what Redis holds is compared with what is waited for; 5 s. */
  readonly lookMs?: number;
  /** How long a failed job is waited for, so that "mutagree queue retry" can help; 10 minutes. */
  readonly patienceMs?: number;
}

const LOOK_MS = 5000;
/** How long Redis may take to delete what is left when the run ends. */
const LAST_WORDS_MS = 2000;

/**
 * Runs programs on the workers of a queue: rows are packed into jobs, signed and sent; only results that a worker signed
 * for the very job are taken. Jobs that were lost on the way are sent again, so that Redis may forget, repeat or make up
 * whatever it likes.
 */
export class QueueSandbox implements Sandbox {
  readonly name: string;
  readonly #channel: JobChannel;
  readonly #options: QueueSandboxOptions;
  readonly #waiting: QueueRow[] = [];
  readonly #underWay: JobsUnderWay;
  readonly #workers: WorkerWatch;
  readonly #signals = new WeakSet<AbortSignal>();
  readonly #listening = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #isScheduled = false;
  #looking: Promise<void> | null = null;
  #closed: Promise<void> | null = null;

  constructor(channel: JobChannel, options: QueueSandboxOptions) {
    setMaxListeners(0, this.#listening.signal);
    this.name = options.name;
    this.#channel = channel;
    this.#options = options;
    this.#workers = new WorkerWatch(channel, {
      roomOf: ({ kind, jobs }) => (kind === options.kind ? jobs : 0),
      ...{ what: 'runners', note: options.note },
    });
    this.#underWay = new JobsUnderWay(channel, {
      ...options,
      clockOffsetMs: () => this.#workers.clockOffsetMs,
      onRoom: () => this.#schedule(),
    });
    this.#timer = setInterval(() => this.#lookOnce(), options.lookMs ?? LOOK_MS);
  }

  /** Says that the run lives and learns which workers are there. @throws where Redis does not answer */
  async start(): Promise<void> {
    await this.#learn();
  }

  /** Jobs that were refused, and rows by worker. */
  get account(): { readonly refused: number; readonly doneBy: ReadonlyMap<string, number> } {
    return this.#underWay.account;
  }

  /** Workers of the run's kind that were there when it last looked. */
  get workers(): readonly OwnWorker[] {
    return this.#workers.workers;
  }

  run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new InterruptedError());
      if (this.#closed) return reject(new SandboxError('sandbox-closed', 'the queue is closed'));
      this.#listen(signal);
      this.#waiting.push({ job, signal, resolve, reject, isOver: false });
      this.#schedule();
    });
  }

  /** After all that is asked for at once, so that it travels together. */
  #schedule(): void {
    if (this.#isScheduled || this.#closed) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const room = () => this.#workers.capacity - this.#underWay.size;
    while (this.#waiting.length > 0 && room() > 0 && !this.#closed) {
      const rows = this.#waiting.splice(0, rowsOfNextJob(this.#waiting, room()));
      const open = rows.filter(({ isOver }) => !isOver);
      if (open.length > 0) void this.#pack(open);
    }
  }

  async #pack(rows: readonly QueueRow[]): Promise<void> {
    const placeholder = placeholderOf(rows);
    this.#underWay.add(placeholder);
    try {
      const batch = await packed(placeholder);
      this.#underWay.remove(placeholder);
      this.#underWay.add(batch);
      await this.#underWay.send(batch);
    } catch (error) {
      this.#underWay.remove(placeholder);
      for (const row of rows) rejectRow(row, error);
    }
  }

  /** One listener per signal, however many rows share it. */
  #listen(signal: AbortSignal): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    signal.addEventListener('abort', () => this.#abort(signal), { once: true, signal: this.#listening.signal });
  }

  #abort(signal: AbortSignal): void {
    const isOf = (row: QueueRow) => row.signal === signal;
    for (const row of this.#waiting.filter(isOf)) rejectRow(row, new InterruptedError());
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter(({ isOver }) => !isOver));
    for (const batch of this.#underWay) {
      for (const row of batch.rows.filter(isOf)) rejectRow(row, new InterruptedError());
      if (batch.rows.every(({ isOver }) => isOver) && batch.id !== '') this.#underWay.close(batch);
    }
    this.#schedule();
  }

  /** One at a time: Redis may be away for long. */
  #lookOnce(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  async #look(): Promise<void> {
    try {
      await this.#learn();
      await this.#underWay.look(this.#options.lookMs ?? LOOK_MS);
    } catch (error) {
      if (!this.#closed) this.#options.note(`the queue does not answer: ${(error as Error).message}`);
    }
    this.#schedule();
  }

  async #learn(): Promise<void> {
    await this.#channel.beat(this.#options.run);
    return this.#workers.learn(() => (this.#closed ? null : this.#underWay.size + this.#waiting.length > 0));
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer);
    this.#listening.abort();
    for (const row of this.#waiting.splice(0)) rejectRow(row, new InterruptedError());
    const forgotten = this.#underWay.end(() => new InterruptedError());
    // A Redis that is away is not waited for: what is left there expires, and no worker runs it.
    await Promise.race([forgotten, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    await this.#channel.close(this.#options.run);
  }
}
