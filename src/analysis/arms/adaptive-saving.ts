import type { AdaptiveSaving } from '../../records/report/run-schema.ts';
import type { RunRecord } from '../../records/run-record.ts';

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
