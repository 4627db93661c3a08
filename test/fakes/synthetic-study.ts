import type { RunRecord } from '../../src/records/run-record.ts';
import type { Study } from '../../src/records/study.ts';
import { syntheticRun } from './run-record.ts';

const DATES = ['2023-06-01', '2023-12-24', '2024-03-03', '2024-08-15', '2025-01-31'];

export interface SyntheticStudyOptions {
  readonly models: number;
  readonly repeats?: number;
  readonly tasks?: number;
  readonly samples?: number;
  /** Whether tasks have the day on which they were published. */
  readonly dated?: true;
}

/** Models `model-a`, `model-b`, …, each run `repeats` times on the same tasks and variants. */
export function syntheticStudy({ models, repeats = 1, tasks, samples, dated }: SyntheticStudyOptions): Study {
  const runs = Array.from({ length: models * repeats }, (_, at): RunRecord => {
    const model = `model-${'abcdefghijklmnop'[Math.floor(at / repeats)]}`;
    const run = syntheticRun({ ...(tasks && { tasks }), ...(samples && { samples }), model, replySeed: at + 1 });
    if (!dated) return run;
    return {
      ...run,
      tasks: run.tasks.map((task, place) => ({ ...task, date: DATES[place % DATES.length] as string })),
    };
  });
  return { runs: runs as [RunRecord, ...RunRecord[]] };
}
