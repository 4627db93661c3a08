import type { Redis } from 'ioredis';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { JobFailure } from './queue-job.ts';
import { failedAnswer, type ModelAnswer, type ModelJob } from './queue-model.ts';
import { describeFailure, RowRunner, type RowsJob } from './run-rows.ts';
import { modelKind, type ServedModel } from './worker-abilities.ts';
import type { WorkerCounts } from './worker-notice.ts';

/** What a worker made of a job, and what that adds to its counts. */
export type WorkerOutcome = ({ readonly value: unknown } | { readonly failure: JobFailure }) & {
  readonly counts: Partial<WorkerCounts>;
};

/** A queue that a worker takes jobs from. */
export interface WorkerQueue {
  readonly kind: string;
  readonly isPaid: boolean;
  /** Jobs at once. */
  readonly concurrency: number;
  /** @throws InterruptedError if the signal aborts */
  run(value: unknown, signal: AbortSignal): Promise<WorkerOutcome>;
}

/** Programs, in the worker's sandbox. @param jobs its runners */
export function rowQueue(kind: string, client: Redis, sandbox: Sandbox, jobs: number): WorkerQueue {
  const runner = new RowRunner(client, sandbox);
  return {
    kind,
    isPaid: false,
    // One more than there are runners: its rows are at hand when another job's last row runs.
    concurrency: jobs + 1,
    run: async (value, signal) => {
      try {
        const results = await runner.run(value as RowsJob, signal);
        const cells = results.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
        const cpuMs = results.reduce((sum, each) => sum + each.cpuMs, 0);
        return { value: results, counts: { done: 1, rows: results.length, cells, cpuMs } };
      } catch (error) {
        if (signal.aborted) throw new InterruptedError();
        return { failure: describeFailure(error), counts: { failed: 1 } };
      }
    },
  };
}

/** Calls of a model. */
export function modelQueue(served: ServedModel, model: ChatModel, version: string, keyId: string): WorkerQueue {
  return {
    kind: modelKind(served, version, keyId),
    isPaid: true,
    concurrency: served.calls,
    run: async (value, signal) => {
      try {
        const reply = await model.complete((value as ModelJob).request, signal);
        return { value: { reply } satisfies ModelAnswer, counts: { done: 1, replies: 1 } };
      } catch (error) {
        if (signal.aborted) throw new InterruptedError();
        return { value: failedAnswer(error), counts: { failed: 1 } };
      }
    },
  };
}
