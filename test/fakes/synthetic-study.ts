import type { RunRecord } from '../../src/records/run-record.ts';
import type { Study } from '../../src/records/study.ts';
import { syntheticRun } from './run-record.ts';

export interface SyntheticStudyOptions {
  readonly models: number;
  readonly repeats?: number;
  readonly tasks?: number;
  readonly samples?: number;
}

/** Models `model-a`, `model-b`, …, each run `repeats` times on the same tasks and variants. */
export function syntheticStudy({ models, repeats = 1, tasks = 12, samples = 10 }: SyntheticStudyOptions): Study {
  const runs = Array.from({ length: models * repeats }, (_, at): RunRecord => {
    const model = `model-${'abcdefghijklmnop'[Math.floor(at / repeats)]}`;
    return syntheticRun({ tasks, samples, model, replySeed: at + 1 });
  });
  return { runs: runs as [RunRecord, ...RunRecord[]] };
}
