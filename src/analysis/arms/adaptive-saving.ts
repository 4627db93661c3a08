import type { RunRecord } from '../../records/run-record.ts';

/** What asking in rounds saved. An arm's samples are programs and test replies alike. */
export interface AdaptiveSaving {
  readonly tasks: number;
  /** Tasks that were left before their budget was spent. */
  readonly endedEarly: number;
  /** Samples that the arms had, summed over arms and tasks, and what whole budgets would have been. */
  readonly asked: number;
  readonly planned: number;
}

/** Null where the run was not adaptive. */
export function adaptiveSaving({ manifest, armSamples }: RunRecord): AdaptiveSaving | null {
  if (manifest.config['adaptive'] !== true) return null;
  const early = armSamples.filter(({ samples }) => samples.length < manifest.samplesPerArm);
  return {
    tasks: new Set(armSamples.map(({ taskId }) => taskId)).size,
    endedEarly: new Set(early.map(({ taskId }) => taskId)).size,
    asked: armSamples.reduce((sum, { samples }) => sum + samples.length, 0),
    planned: armSamples.length * manifest.samplesPerArm,
  };
}
