import type { Redis } from 'ioredis';
import { hashOfSuite, type JobBody, type JobResult } from './queue-job.ts';
import { HOUR_S, jobKeys, suiteKey, waitKey, workerKey } from './queue-keys.ts';
import type { QueueKey } from './queue-secret.ts';

/** No worker begins a job that its coordinator has not renewed for so long. */
const BODY_MS = 20_000;
const JOB_LIFE_MS = 24 * 3600_000;
/** Suites are sent again before they expire. */
const SUITE_FRESH_MS = (HOUR_S * 1000) / 2;

/** The content of a job, from a coordinator. */
export interface JobContent {
  readonly id: string;
  readonly value: unknown;
  /** Packed; the value names them by `hashOfSuite`. */
  readonly suites: readonly Buffer[];
}

/** The jobs of one queue in Redis, for a coordinator. */
export class JobStore {
  readonly #client: Redis;
  readonly #key: QueueKey;
  readonly #kind: string;
  readonly #suiteSentAt = new Map<string, number>();

  constructor(client: Redis, key: QueueKey, kind: string) {
    this.#client = client;
    this.#key = key;
    this.#kind = kind;
  }

  /** Sealed result and owner of a job. */
  async read(id: string): Promise<{ readonly sealed: Buffer | null; readonly owner: string | null }> {
    const { result, claim } = this.#keys(id);
    const [sealed = null, owner] = await this.#client.mgetBuffer(result, claim);
    return { sealed, owner: owner?.toString() ?? null };
  }

  /** The result; undefined if no worker sealed it for this job. */
  async open(id: string, sealed: Buffer): Promise<JobResult | undefined> {
    return (await this.#key.open('result', this.#keys(id).name, sealed)) as JobResult | undefined;
  }

  /** Whether the job waits for a worker; renews it if so. */
  async isWaiting(job: JobContent): Promise<boolean> {
    if ((await this.#client.lpos(waitKey(this.#kind), job.id)) === null) return false;
    if (!(await this.#client.pexpire(this.#keys(job.id).body, BODY_MS))) await this.#store(job, false);
    return true;
  }

  async isThere(worker: string): Promise<boolean> {
    return (await this.#client.exists(workerKey(worker))) === 1;
  }

  /** @param isAgain whether it was sent before, so that its suites may be lost, too */
  async send(job: JobContent, isAgain: boolean): Promise<void> {
    await this.#client.unlink(this.#keys(job.id).claim);
    await this.#store(job, isAgain);
    await this.#client.lpush(waitKey(this.#kind), job.id);
  }

  async #store({ id, value, suites }: JobContent, isAgain: boolean): Promise<void> {
    for (const suite of suites) {
      const hash = hashOfSuite(suite);
      const sentAt = this.#suiteSentAt.get(hash) ?? Number.NEGATIVE_INFINITY;
      if (!isAgain && performance.now() - sentAt < SUITE_FRESH_MS) continue;
      await this.#client.set(suiteKey(hash), suite, 'EX', HOUR_S);
      this.#suiteSentAt.set(hash, performance.now());
    }
    const { name, body } = this.#keys(id);
    const content: JobBody = { until: Date.now() + JOB_LIFE_MS, value };
    await this.#client.set(body, await this.#key.seal('job', name, content), 'PX', BODY_MS);
  }

  /** Drops claim and result, so that the job can be sent again. */
  async reset(id: string): Promise<void> {
    const { claim, result } = this.#keys(id);
    await this.#client.unlink(claim, result);
  }

  /** Deletes the body together with the claim: a worker that claims it later sees that the job is gone. */
  async forget(id: string): Promise<void> {
    const { body, claim, result } = this.#keys(id);
    await this.#client.multi().unlink(body, claim, result).lrem(waitKey(this.#kind), 0, id).exec();
  }

  #keys(id: string) {
    return jobKeys(this.#kind, id);
  }
}
