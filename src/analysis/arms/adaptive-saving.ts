import type { RunRecord } from '../../records/run-record.ts';

/** The saving of adaptive rounds: samples of the arms, compared with whole budgets; null where the run was not adaptive. */
export function adaptiveSaving({ manifest, armSamples }: RunRecord) {
  if (manifest.config['adaptive'] !== true) return null;
  const early = armSamples.filter(({ samples }) => samples.length < manifest.samplesPerArm);
  return {
    tasks: new Set(armSamples.map(({ taskId }) => taskId)).size,
    endedEarly: new Set(early.map(({ taskId }) => taskId)).size,
    asked: armSamples.reduce((sum, { samples }) => sum + samples.length, 0),
    planned: armSamples.length * manifest.samplesPerArm,
  };
}

export type AdaptiveSaving = NonNullable<ReturnType<typeof adaptiveSaving>>;
