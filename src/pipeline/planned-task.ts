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

/** A task after stage 3. */
export interface TaskWithCandidates extends PlannedTask {
  readonly candidates: readonly Candidate[];
}

/** A task after stage 4. */
export interface GeneratedTask extends TaskWithCandidates {
  readonly tests: readonly GeneratedTest[];
}
