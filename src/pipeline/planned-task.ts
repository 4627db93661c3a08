import { hashOf } from '../core/hash.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Variant } from '../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { Task } from '../core/task.ts';
import type { ArmSamples, RefusalRecord } from '../records/run-record.ts';

/** A task after stage 2. */
export interface PlannedTask {
  readonly task: Task;
  /** The original first. */
  readonly variants: readonly Variant[];
  readonly refusals: readonly RefusalRecord[];
  readonly arms: readonly ArmSamples[];
}

/** A task after stages 3 and 4. */
export interface GeneratedTask extends PlannedTask {
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
}

/** A task after stage 5, without candidates that fail a required test. */
export interface ExecutedTask extends GeneratedTask {
  readonly matrix: ExecutionMatrix;
  /** All candidates on the required tests, if there are such tests. */
  readonly required?: { readonly candidates: readonly Candidate[]; readonly matrix: ExecutionMatrix } | undefined;
}

export const plannedKey = ({ id, prompt }: Task): string => hashOf('task', id, prompt.text);
