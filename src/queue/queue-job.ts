import { createHash } from 'node:crypto';
import { SandboxError } from '../core/errors.ts';

/** A job as a coordinator seals it. */
export interface JobBody {
  /** Milliseconds since 1970 after which no worker begins it. */
  readonly until: number;
  readonly value: unknown;
}

/** The sandbox's failure, never a program's. */
export interface JobFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** Whether every worker would fail alike. */
  readonly isFinal: boolean;
}

/** A worker's result of a job. */
export interface JobDone {
  readonly worker: string;
  readonly value: unknown;
}

/** The sealed content of a worker: its result of a job, or its sandbox's failure. */
export type JobResult = JobDone | { readonly worker: string; readonly failure: JobFailure };

export const failureError = ({ code, message, hint }: JobFailure): SandboxError =>
  new SandboxError(code, message, hint === null ? {} : { hint });

/** The error of a job whose result cannot come any more. */
export const lostError = (reason: string): SandboxError =>
  new SandboxError('queue-lost', `a job was lost on its way through the queue: ${reason}`, {
    hint: 'Check that Redis evicts nothing (noeviction), and who else writes there.',
  });

export const hashOfSuite = (packed: Buffer): string => createHash('sha256').update(packed).digest('hex');
