import { randomUUID } from 'node:crypto';
import { InterruptedError, SandboxError } from '../core/errors.ts';
import { canonicalJson } from '../core/hash.ts';
import type { Sandbox, SandboxJob, SandboxResult, TestSuite } from '../core/sandbox.ts';
import { rowsOfNextJob } from './pack-rows.ts';
import type { QueueClient } from './queue-client.ts';
import { hashOfSuite } from './queue-job.ts';
import { pack } from './queue-secret.ts';
import type { RowsJob } from './run-rows.ts';

interface Row {
  readonly job: SandboxJob;
  readonly signal: AbortSignal;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Suites are large and come again with every job of their task: each is packed once. */
const packedSuites = new WeakMap<TestSuite, Promise<Buffer>>();

function packedSuite(suite: TestSuite): Promise<Buffer> {
  const packed = packedSuites.get(suite) ?? pack(suite);
  packedSuites.set(suite, packed);
  return packed;
}

/** Runs programs on the workers of a queue, packed into jobs of some thousand cells. */
export class QueueSandbox implements Sandbox {
  readonly name: string;
  readonly #client: QueueClient;
  readonly #run = randomUUID();
  readonly #waiting: Row[] = [];
  #isScheduled = false;
  #isClosed = false;
  #sent = 0;
  #open = 0;

  constructor(name: string, client: QueueClient) {
    this.name = name;
    this.#client = client;
  }

  run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new InterruptedError());
      if (this.#isClosed) return reject(new SandboxError('sandbox-closed', 'the queue is closed'));
      this.#waiting.push({ job, signal, resolve, reject });
      this.#schedule();
    });
  }

  /** After all rows that come at once, so that they travel together. */
  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const room = () => this.#client.watch.capacity - this.#open;
      while (this.#waiting.length > 0 && room() > 0) void this.#send(this.#nextRows(room()));
    });
  }

  /** Rows of one job share their signal. */
  #nextRows(room: number): readonly Row[] {
    const count = rowsOfNextJob(this.#waiting, room);
    const other = this.#waiting.findIndex(({ signal }) => signal !== this.#waiting[0]?.signal);
    return this.#waiting.splice(0, other < 0 ? count : Math.min(count, other));
  }

  async #send(rows: readonly Row[]): Promise<void> {
    this.#open++;
    try {
      const suites = await Promise.all([...new Set(rows.map(({ job }) => job.suite))].map(packedSuite));
      const content = { id: `${this.#run}-${this.#sent++}`, value: await rowsJob(rows), suites };
      const { worker, value } = await this.#client.submit(content, (rows[0] as Row).signal);
      for (const [at, { job, resolve, reject }] of rows.entries()) {
        const result = (value as readonly SandboxResult[])[at];
        if (result?.verdicts.length === job.suite.tests.length) resolve(result);
        else reject(new SandboxError('queue-result', `worker ${worker} gave no row for ${job.id}`));
      }
    } catch (error) {
      for (const { reject } of rows) reject(error);
    }
    this.#open--;
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new InterruptedError());
    await this.#client.close();
  }
}

/** Rows with their suites and limits named once. */
async function rowsJob(rows: readonly Row[]): Promise<RowsJob> {
  const limits = new Map(rows.map(({ job }) => [canonicalJson(job.limits), job.limits]));
  const keys = [...limits.keys()];
  return {
    limits: [...limits.values()],
    rows: await Promise.all(
      rows.map(async ({ job: { id, code, suite, limits: own } }) => {
        return { id, code, suite: hashOfSuite(await packedSuite(suite)), limits: keys.indexOf(canonicalJson(own)) };
      }),
    ),
  };
}
