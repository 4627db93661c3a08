import { groupPassRate, taskPassRates } from '../analysis/attribution/label-results.ts';
import type { Reporter } from '../records/study.ts';
import { conditionNames } from './names.ts';

/** Percent with one decimal, as the leaderboard has it. */
const percentOf = (fraction: number) => Math.round(1000 * fraction) / 10;

/** EvalPlus's names of its own sets, by our format and the file's name; other sets go by their own. */
function benchmarkOf({ format, name }: { readonly format: string; readonly name: string }): string {
  const set = /mbpp/i.test(name) ? 'mbpp' : /human-?eval/i.test(name) ? 'humaneval' : name;
  return format === 'eval-plus' ? `${set}+` : set;
}

/**
 * `leaderboard-evalplus.json`: one entry per model in the shape of EvalPlus's leaderboard file
 * (`{model: {link, "open-data", "pass@1": {set: percent}, prompted, size}}`); pass@1 of the original prompt without
 * selection. Unknown fields (link, size) are null.
 */
export const leaderboardEvalplusReporter: Reporter = {
  name: 'leaderboard-evalplus',
  file: 'leaderboard-evalplus.json',
  summary: "A row per model in the shape of EvalPlus's leaderboard.",
  render(study) {
    const [{ manifest, tasks }] = study.runs;
    const rates = taskPassRates(study, 'baseline', 1);
    const { perCondition } = groupPassRate(rates, new Set(tasks.map(({ taskId }) => taskId)));
    const rows = conditionNames(rates).map((name, at) => {
      const estimate = perCondition[at];
      const passed = { [benchmarkOf(manifest.dataset)]: estimate ? percentOf(estimate.value) : null };
      return [name, { link: null, 'open-data': 'NONE', 'pass@1': passed, prompted: true, size: null }] as const;
    });
    return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
  },
};
