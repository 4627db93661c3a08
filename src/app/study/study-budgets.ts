import { join } from 'node:path';
import { type Budget, createBudget } from '../../model/with-budget.ts';
import { readLog } from '../../store/load-run.ts';
import { spentUsd } from '../assembly/model-stack.ts';
import type { PreparedStudy } from './prepare-study.ts';

/** The cap of a study with what its runs spent in earlier sessions; none without `maxCost`. */
export async function studyBudgets({ config, plan, prices }: PreparedStudy): Promise<readonly Budget[]> {
  const { maxCost } = config;
  if (maxCost === undefined) return [];
  let spent = 0;
  for (const { directory } of plan.runs) {
    const path = join(plan.directory, directory);
    spent += spentUsd({ replies: await readLog(path, 'replies'), calls: await readLog(path, 'calls') }, prices);
  }
  return [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
}
