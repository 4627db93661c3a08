import { join } from 'node:path';
import { type Budget, createBudget } from '../../model/with-budget.ts';
import { readLog } from '../../store/load-run.ts';
import { spentUsd } from '../assembly/model-stack.ts';
import type { PreparedStudy } from './prepare-study.ts';

/** The caps of a study with what its runs spent in earlier sessions. */
export async function studyBudgets({ config, plan, prices }: PreparedStudy): Promise<{
  /** The caps that a run of the model draws on. */
  of(model: string): readonly Budget[];
}> {
  const { maxCost, maxCostPerModel } = config;
  if (maxCost === undefined && maxCostPerModel === undefined) return { of: () => [] };
  const spent = new Map<string, number>();
  for (const { model, directory } of plan.runs) {
    const path = join(plan.directory, directory);
    const logs = { replies: await readLog(path, 'replies'), calls: await readLog(path, 'calls') };
    spent.set(model, (spent.get(model) ?? 0) + spentUsd(logs, prices));
  }
  const total = [...spent.values()].reduce((sum, usd) => sum + usd, 0);
  const all = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost, spentUsd: total })];
  const each = new Map(
    [...spent].map(([model, usd]) => [
      model,
      maxCostPerModel === undefined
        ? []
        : [createBudget({ maxCostUsd: maxCostPerModel, spentUsd: usd, setting: '--max-cost-per-model' })],
    ]),
  );
  return { of: (model) => [...all, ...(each.get(model) ?? [])] };
}
