import type { Job, Worker } from 'bullmq';
import type { Sandbox, SandboxResult } from '../core/sandbox.ts';
import { type JobOutcome, JobRunner } from './job-runner.ts';
import { openTaker } from './redis-taker.ts';
import type { WorkerPart } from './worker-part.ts';

/** A job may be lost with so many workers before it counts as failed. */
const MOST_LOST_WORKERS = 10;

export interface RowTakerOptions {
  readonly sandbox: Sandbox;
  /** Runners of the sandbox. */
  readonly jobs: number;
  /** Throws, and ends the worker, where its sandbox no longer judges right. */
  readonly assertWorking: () => Promise<void>;
}

/** What a worker does with the jobs of its sandbox, once it is run. */
export function takeRows(part: WorkerPart, { sandbox, jobs, assertWorking }: RowTakerOptions): Worker {
  const { key, board, shelf, worker, kind, ending, note, count } = part;
  const { bullmq } = part.link;
  const desk = {
    read: shelf.read.bind(shelf),
    store: shelf.put.bind(shelf),
    isAlive: board.isAlive.bind(board),
    now: board.now.bind(board),
  };
  const runner = new JobRunner({ key, kind, worker, sandbox, desk });

  /** What BullMQ is told of a job: its result, or an error. */
  const report = async (job: Job, outcome: JobOutcome): Promise<unknown> => {
    if (outcome.kind === 'done') {
      count(countsOf(outcome.results));
      return outcome.message;
    }
    if (outcome.kind === 'left') throw new bullmq.UnrecoverableError(outcome.reason);
    if (outcome.kind === 'refused') {
      count({ refused: 1 });
      note(`a job in the queue was refused, and no program of it run (${job.id}): ${outcome.reason}`);
      throw new bullmq.UnrecoverableError(`refused: ${outcome.reason}`);
    }
    count({ failed: 1 });
    note(`job ${job.id} failed: ${outcome.error.message}`);
    await job.updateProgress(outcome.message);
    if (outcome.isFinal) throw new bullmq.UnrecoverableError(outcome.error.message);
    await assertWorking();
    throw outcome.error;
  };

  return openTaker(part, {
    // One more than there are runners: its rows are there when another job's last row runs.
    concurrency: jobs + 1,
    mostLostWorkers: MOST_LOST_WORKERS,
    take: async (job) => report(job, await runner.run(job.id ?? '', job.data, ending)),
  });
}

const countsOf = (results: readonly SandboxResult[]) => ({
  done: 1,
  rows: results.length,
  cells: results.reduce((sum, { verdicts }) => sum + verdicts.length, 0),
  cpuMs: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
});
