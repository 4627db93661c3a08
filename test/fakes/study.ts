import type { RunRecord } from '../../src/records/run-record.ts';
import type { Study } from '../../src/records/study.ts';
import { syntheticRun } from './run-record.ts';

const DATES = ['2023-06-01', '2023-12-24', '2024-03-03', '2024-08-15', '2025-01-31'];

/** Another draw over the same tasks and variants. */
function draw(seed: number, tasks: number, model: string): RunRecord {
  const run = syntheticRun({ tasks, seed });
  // Variants are shared by all runs of a study.
  const shared = JSON.parse(JSON.stringify(run).replaceAll(`::s${seed}.`, '::s1.')) as RunRecord;
  return {
    ...shared,
    manifest: { ...shared.manifest, model: { id: model, endpoint: null } },
    tasks: shared.tasks.map((task, at) => ({ ...task, date: DATES[at % DATES.length] as string })),
  };
}

/** Two models with two repeats each, over dated tasks. */
export function syntheticStudy(tasks: number): Study {
  return {
    runs: [
      draw(1, tasks, 'small-model'),
      draw(2, tasks, 'small-model'),
      draw(3, tasks, 'large_model'),
      draw(4, tasks, 'large_model'),
    ],
  };
}
