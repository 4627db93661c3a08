import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { modelComparisons } from '../../analysis/comparison/compare-sides.ts';
import { conditionOutcomes } from '../../analysis/comparison/conditions.ts';
import { wordingSpread } from '../../analysis/draws/wordings.ts';
import { oncePer } from '../../analysis/once-per.ts';
import { robustness } from '../../analysis/robustness/robustness.ts';
import { varianceBySource } from '../../analysis/robustness/variance-by-source.ts';
import type { ComparedSide } from '../../records/report/report-schema.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { type Study, studyOf } from '../../records/study.ts';
import { conditionNames } from '../axis-names.ts';
import { runNames } from '../run-names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

interface WorstCell {
  readonly cell: TableCell;
  /** Over so many, each task counting that has as many. */
  readonly variants: number | null;
  readonly tasks: number | null;
}

/** ReCode's worst case over the most variants that there is a figure for; of crossed samples, the worst wording. */
const worstOf = oncePer((record: RunRecord): WorstCell => {
  const spread = wordingSpread(record);
  const cells = robustness(studyOf(record)).flatMap((result) => result.cells);
  const robust = cells
    .filter(({ group, label, k, tasks }) => group.kind === 'all' && label.axis === 'all' && k === 1 && tasks > 0)
    .toSorted((a, b) => b.s - a.s)[0];
  return spread
    ? { cell: numberCell(spread.worst, 'percent'), variants: spread.wordings, tasks: summariseArms(record).tasks }
    : robust
      ? { cell: percentCell(robust.robustPass), variants: robust.s, tasks: robust.tasks }
      : { cell: null, variants: null, tasks: null };
});

/** Models side by side: arms with intervals, what the last one gains, the worst case over wordings, tokens. */
export function modelsTable(study: Study): Table | null {
  if (study.runs.length < 2) return null;
  const { arms, samplesPerArm } = study.runs[0].manifest;
  const last = summariseArms(study.runs[0]).comparisons.at(-1);
  const names = runNames(study);
  return {
    id: 'models',
    caption: 'Models side by side',
    note:
      `Expected pass@1 in percent at ${samplesPerArm} samples per task, with 95 % intervals over tasks. ` +
      (last ? `Gain: ${last.arm} over ${last.against}, points, paired by task; p: ${last.test}, uncorrected. ` : '') +
      'Worst: chance that one sample of each of so many variants is right, on the tasks that have as many (RobustPass@1); ' +
      'of samples that were given, pass@1 within the wording that did worst. Tokens: input and output of all arms.',
    head: ['run', 'tasks', ...arms, 'gain', 'p', 'worst', 'variants', 'on tasks', 'tokens'],
    rows: study.runs.map((record, at): TableCell[] => {
      const summary = summariseArms(record);
      const gain = summary.comparisons.at(-1);
      const tokens = summary.arms.reduce((sum, arm) => sum + arm.tokens.inputTokens + arm.tokens.outputTokens, 0);
      const { cell, variants, tasks } = worstOf(record);
      return [
        names[at] ?? '',
        String(summary.tasks),
        ...arms.map((arm) => {
          const found = summary.arms.find((one) => one.arm === arm)?.passAtK['1'];
          return found ? percentCell(found) : null;
        }),
        gain ? { ...gain.difference, unit: 'points' } : null,
        numberCell(gain?.pValue ?? null, 'p'),
        cell,
        numberCell(variants, 'count'),
        numberCell(tasks, 'count'),
        numberCell(record.manifest.given ? null : tokens, 'count'),
      ];
    }),
  };
}

/** Models in pairs, arm by arm; null for a single model. */
export function modelPairsTable(study: Study): Table | null {
  const nameOf = ({ model, temperature }: ComparedSide) =>
    temperature === null ? model : `${model}, T ${temperature}`;
  const rows = modelComparisons(study).flatMap(({ first, second, arms }) =>
    arms.map((row): TableCell[] => [
      `${nameOf(second)} against ${nameOf(first)}`,
      row.arm,
      numberCell(row.first, 'percent'),
      numberCell(row.second, 'percent'),
      { ...row.difference, unit: 'points' },
      `${row.onlySecond}:${row.onlyFirst}`,
      numberCell(row.adjustedP, 'p'),
      row.finding ? 'a finding' : 'not a finding',
    ]),
  );
  if (rows.length === 0) return null;
  return {
    id: 'model-pairs',
    caption: 'Models against each other',
    note: 'Task by task over the same tasks; p by exact McNemar on the picks, corrected by Holm over all rows. Intervals: 95 %, paired bootstrap over tasks.',
    head: ['models', 'arm', 'second', 'first', 'first minus second', 'only first:second', 'p', 'verdict'],
    rows,
  };
}

/** The variance of a sample's being right by source, of every model and of all together; null if no model has two prompts of two samples. */
export function varianceTable(study: Study): Table | null {
  const rows = varianceBySource(study, conditionNames(conditionOutcomes(study)));
  if (rows.length === 0) return null;
  return {
    id: 'variance-by-source',
    caption: 'The variance of a sample’s being right, by source',
    note: 'Percent of the variance, by the method of moments (random effects, wordings nested in tasks; a negative component counts as 0); prompts with two samples or more, on tasks with two such prompts. Model on task: some models solve some tasks.',
    head: ['run', 'tasks', 'task', 'model', 'model on task', 'wording', 'sampling'],
    rows: rows.map(({ name, tasks, shares }) => [
      name ?? 'all models',
      String(tasks),
      numberCell(shares.task, 'percent'),
      numberCell(name === null ? shares.model : null, 'percent'),
      numberCell(name === null ? shares.modelOnTask : null, 'percent'),
      numberCell(shares.wording, 'percent'),
      numberCell(shares.sampling, 'percent'),
    ]),
  };
}
