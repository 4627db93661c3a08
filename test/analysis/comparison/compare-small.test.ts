import { describe, expect, test } from 'vitest';
import { compareStudies, modelComparisons } from '../../../src/analysis/comparison/compare-sides.ts';
import type { RunManifest, RunRecord } from '../../../src/records/run-record.ts';
import { mcnemarExact } from '../../../src/statistics/mcnemar.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

function named(model: string, tasks: Readonly<Record<string, SmallTask>>, changes: Partial<RunManifest> = {}) {
  const run = smallRun(tasks);
  return { ...run, manifest: { ...run.manifest, model: { id: model, endpoint: null }, ...changes } };
}

/** Eight tasks, six of Training: the first model picks right in the first `right` of them. */
const tasksOf = (right: number, shares: { swap: readonly boolean[]; original: readonly boolean[] }) =>
  Object.fromEntries(
    Array.from({ length: 8 }, (_, at): [string, SmallTask] => [
      `t${at}`,
      {
        original: shares.original,
        variants: at === 0 ? {} : { 'lex-swap': shares.swap },
        labels: { stage: at < 6 ? 'Training' : 'Inference' },
        picksRight: at < right,
      },
    ]),
  );
const weak = () => named('weak', tasksOf(1, { swap: [F, F], original: [T, F] }));
const strong = () => named('strong', tasksOf(8, { swap: [T, T], original: [T, F] }));

const comparisonOf = (first: RunRecord, second: RunRecord) =>
  compareStudies({ runs: [first] }, { runs: [second] }).comparisons[0];

describe('compareStudies', () => {
  test('arms: the second against the first, by hand', () => {
    const found = comparisonOf(weak(), strong());
    expect(found).toMatchObject({ tasks: 8, samplesPerArm: 2, first: { model: 'weak' }, second: { model: 'strong' } });
    expect(found?.arms.map(({ arm }) => arm)).toEqual(['self-agreement', 'mutation-ensemble']);
    for (const row of found?.arms ?? []) {
      expect(row).toMatchObject({ tasks: 8, first: 0.125, second: 1, onlyFirst: 0, onlySecond: 7 });
      expect(row.pValue).toBe(mcnemarExact({ onlyFirst: 0, onlySecond: 7 }));
      // Two arms are corrected together.
      expect(row.adjustedP).toBeCloseTo(2 * row.pValue, 12);
      expect(row.finding).toBe(true);
    }
  });

  test('labels: the tasks of each, all tasks not among them', () => {
    const labels = comparisonOf(weak(), strong())?.labels ?? [];
    const told = labels.map(({ arm, label, tasks, onlySecond }) => `${arm} ${label.value} ${tasks} ${onlySecond}`);
    const each = ['mutation-ensemble', 'self-agreement'].map((arm) => [`${arm} Inference 2 2`, `${arm} Training 6 5`]);
    expect(told.toSorted()).toEqual(each.flat());
  });

  test('mutators: shares of right samples over the tasks that both have, the original prompt first', () => {
    const mutators = comparisonOf(weak(), strong())?.mutators ?? [];
    const told = mutators.map(({ mutator, tasks, first, second }) => [mutator, tasks, first, second].join(' '));
    expect(told).toEqual(['original prompt 8 0.5 0.5', 'lex-swap 7 0 1']);
    expect(mutators[1]).toMatchObject({ onlyFirst: 0, onlySecond: 7, pValue: 2 / 128 });
  });

  test('a mutator of the first side alone is not compared; several stand by name', () => {
    const of = (variants: NonNullable<SmallTask['variants']>) => named('m', { a: { original: [T], variants } });
    const first = of({ 'syn-turn': [T], 'lex-swap': [F], 'fmt-case': [T] });
    const found = comparisonOf(first, of({ 'syn-turn': [F], 'lex-swap': [F] }));
    const told = found?.mutators.map(({ mutator, first: a, second: b }) => `${mutator} ${a} ${b}`);
    expect(told).toEqual(['original prompt 1 1', 'lex-swap 0 0', 'syn-turn 1 0']);
  });

  test('arms that only one side has are left out', () => {
    const second = { ...strong(), manifest: { ...strong().manifest, arms: ['mutation-ensemble' as const] } };
    expect(comparisonOf(weak(), second)?.arms.map(({ arm }) => arm)).toEqual(['mutation-ensemble']);
  });

  test('several models are paired by name and temperature, or the model’s first temperature', () => {
    const at = (model: string, temperature: number, right: number) =>
      named(model, tasksOf(right, { swap: [F], original: [T, F] }), { config: { temperature } });
    const first = { runs: [at('m', 0, 1), at('n', 0.5, 2), at('x', 0, 3)] } as const;
    const second = { runs: [at('n', 0.2, 4), at('m', 0.7, 5), at('m', 0, 6)] } as const;
    const pairs = compareStudies(first, second).comparisons;
    const told = pairs.map(({ first: a, second: b, arms: [arm] }) =>
      [a.model, a.temperature, b.temperature, arm?.first, arm?.second].join(' '),
    );
    expect(told).toEqual(['m 0 0 0.125 0.75', 'n 0.5 0.2 0.25 0.5']);
    // The tables of the second pair are its own.
    expect(pairs[1]?.labels).toHaveLength(4);
    expect(pairs[1]?.mutators.map(({ mutator }) => mutator)).toEqual(['original prompt', 'lex-swap']);
    expect(pairs[0]?.mutators).toHaveLength(2);
  });

  test('repeats of a side are averaged', () => {
    const again = named('weak', tasksOf(3, { swap: [F], original: [T, F] }));
    const [found] = compareStudies({ runs: [weak(), again] }, { runs: [strong()] }).comparisons;
    expect(found?.first.repeats).toBe(2);
    expect(found?.arms[0]).toMatchObject({ tasks: 8, first: (1 / 8 + 3 / 8) / 2, second: 1 });
  });

  test('the only one of each is compared whatever its name; sides that are not comparable say why', () => {
    expect(comparisonOf(weak(), strong())).toBeDefined();
    const { refused } = compareStudies({ runs: [weak()] }, { runs: [named('m', { other: { original: [T, F] } })] });
    expect(refused).toMatchObject([{ first: { model: 'weak' }, second: { model: 'm' } }]);
  });
});

test('within a study all pairs of models, arms alone', () => {
  const third = named('third', tasksOf(4, { swap: [F, F], original: [T, F] }));
  const study = { runs: [weak(), strong(), third] } as const;
  const found = modelComparisons(study);
  const pairs = found.map(({ first, second }) => `${first.model} ${second.model}`);
  expect(pairs).toEqual(['weak strong', 'weak third', 'strong third']);
  expect(found.flatMap(({ labels, mutators }) => [...labels, ...mutators])).toEqual([]);
  expect(found[2]?.arms[0]).toMatchObject({ first: 1, second: 0.5, onlyFirst: 4, onlySecond: 0 });
  expect(modelComparisons(study)).toBe(found);
});
