import { expect, test } from 'vitest';
import { summariseArms } from '../../../src/analysis/arms/arm-results.ts';
import { taskResults } from '../../../src/analysis/arms/task-results.ts';
import { compareStudies, type SideComparison } from '../../../src/analysis/comparison/compare-sides.ts';
import type { RunManifest, RunRecord } from '../../../src/records/run-record.ts';
import { studyOf } from '../../../src/records/study.ts';
import { mcnemarExact } from '../../../src/statistics/mcnemar.ts';
import { syntheticRun } from '../../fakes/run-record.ts';
import { syntheticStudy } from '../../fakes/synthetic-study.ts';

const changed = (record: RunRecord, change: Partial<RunManifest>): RunRecord => ({
  ...record,
  manifest: { ...record.manifest, ...change },
});

/** The same run in which every program passes the official tests. */
function perfect(record: RunRecord): RunRecord {
  const official = record.official.map((one) => ({ ...one, passed: true, verdict: 'pass' as const, detail: null }));
  return { ...changed(record, { model: { id: 'perfect', endpoint: null } }), official };
}

function only(first: RunRecord, second: RunRecord): SideComparison {
  const [outcome, ...rest] = compareStudies(studyOf(first), studyOf(second));
  expect(rest).toEqual([]);
  if (!outcome?.comparable) throw new Error('not comparable');
  return outcome.comparison;
}

function reasonsOf(first: RunRecord, second: RunRecord): string {
  const [outcome] = compareStudies(studyOf(first), studyOf(second));
  return outcome && !outcome.comparable ? outcome.reasons.join('; ') : '';
}

const run = syntheticRun({ tasks: 28 });

test('a run against itself differs nowhere', () => {
  const { settings, arms, labels, mutators } = only(run, { ...run });
  expect(settings).toEqual([]);
  for (const row of [...arms, ...labels, ...mutators]) {
    expect(row).toMatchObject({ pValue: 1, adjustedP: 1, finding: false, onlyFirst: 0, onlySecond: 0 });
    expect(row.difference.value).toBe(0);
    expect(row.first).toBe(row.second);
  }
});

test('a difference is that of the second against the first, with McNemar over the picks', () => {
  const { arms, mutators, settings } = only(run, perfect(run));
  expect(settings.map(({ name }) => name)).toEqual(['model']);
  for (const row of arms) {
    const mine = taskResults(run).filter(({ arm }) => arm === row.arm);
    const wrong = mine.filter(({ pickPassed, pickedId }) => !pickPassed && pickedId !== null).length;
    expect(row.onlySecond).toBe(wrong);
    expect(row.pValue).toBeCloseTo(mcnemarExact({ onlyFirst: 0, onlySecond: wrong }), 12);
    expect(row.first).toBeCloseTo(
      summariseArms(run).arms.find(({ arm }) => arm === row.arm)?.passAtK['1']?.value ?? -1,
      12,
    );
    expect(row.difference.value).toBeCloseTo(row.second - row.first, 12);
    expect(row.difference.low).toBeLessThanOrEqual(row.difference.value);
  }
  expect(arms.some(({ finding }) => finding)).toBe(true);
  expect(mutators.map(({ mutator }) => mutator)).toContain('original prompt');
  for (const { difference } of mutators) expect(difference.value).toBeGreaterThanOrEqual(0);
});

test('what cannot be compared is refused with every reason', () => {
  expect(reasonsOf(run, run)).toBe('');
  expect(reasonsOf(run, changed(run, { samplesPerArm: 20, status: 'interrupted' }))).toMatch(
    /^status: .* is interrupted; samples per task and arm: 10 and 20$/,
  );
});

test('a study compares all its pairs of models, corrected together, repeats averaged', () => {
  const study = syntheticStudy({ models: 3, repeats: 2, tasks: 14 });
  const outcomes = compareStudies(study, null, 'arms');
  expect(outcomes).toHaveLength(3);
  for (const outcome of outcomes) {
    if (!outcome.comparable) throw new Error('not comparable');
    expect(outcome.comparison.first.repeats).toBe(2);
    expect(outcome.comparison.arms).toHaveLength(3);
    for (const row of outcome.comparison.arms) expect(row.adjustedP).toBeGreaterThanOrEqual(row.pValue);
  }
  const again = compareStudies(syntheticStudy({ models: 3, repeats: 2, tasks: 14 }), null, 'arms');
  expect(again).toEqual(outcomes);
});

test('two studies are compared model by model', () => {
  const first = syntheticStudy({ models: 2, tasks: 7 });
  const outcomes = compareStudies(first, syntheticStudy({ models: 3, tasks: 7 }), 'arms');
  expect(outcomes).toHaveLength(2);
  expect(
    outcomes.every(
      (outcome) => outcome.comparable && outcome.comparison.first.model === outcome.comparison.second.model,
    ),
  ).toBe(true);
});
