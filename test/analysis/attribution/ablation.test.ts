import { expect, test } from 'vitest';
import { ABLATION_CELLS, ablationOf } from '../../../src/analysis/attribution/ablation.ts';
import type { AblationRanking, RunRecord } from '../../../src/records/run-record.ts';
import { mcnemarExact } from '../../../src/statistics/mcnemar.ts';
import { smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

/** Which of the cells oo, om, mo, mm pick the right program. */
type Cells = readonly [boolean, boolean, boolean, boolean];

function ablated(tasks: Readonly<Record<string, Cells>>, changes: Partial<RunRecord> = {}): RunRecord {
  const run = smallRun(
    Object.fromEntries(
      Object.keys(tasks).map((taskId) => [taskId, { original: [T, F], variants: { 'lex-swap': [T, F] } }]),
    ),
  );
  const ablation = Object.entries(tasks).flatMap(([taskId, cells]) =>
    ABLATION_CELLS.map((cell, at): AblationRanking => {
      const picked = cells[at] ? 'right' : 'wrong';
      const sets = [{ candidateIds: [picked], testIds: [], score: 1 }];
      const { scorer } = run.manifest;
      return { ...cell, taskId, scorer, sets, tiedIds: [], pickedId: picked, abstained: false };
    }),
  );
  return { ...run, ablation, ...changes };
}

test('a run that was not ablated has none', () => {
  expect(ablationOf(smallRun({ a: { original: [T] } }))).toBeNull();
  expect(ablationOf(ablated({ a: [T, T, T, T] }, { ablation: [] }))).toBeNull();
});

test('means, solves and effects of four tasks, by hand', () => {
  const result = ablationOf(ablated({ a: [F, F, T, T], b: [F, F, T, T], c: [F, T, F, T], d: [T, T, T, T] }));
  expect(result).toMatchObject({ tasks: 4, samplesPerCell: 2 });
  expect(result?.cells.flatMap(({ passAt1, solved }) => [passAt1.value, solved])).toEqual([
    0.25, 1, 0.5, 2, 0.75, 3, 1, 4,
  ]);
  const effects = new Map(result?.effects.map((effect) => [effect.of, effect]));
  // programs: ((mo + mm) - (oo + om)) / 2; tests: ((om + mm) - (oo + mo)) / 2; interaction: mm - mo - om + oo.
  expect(effects.get('programs')?.difference.value).toBeCloseTo(0.5, 12);
  expect(effects.get('tests')?.difference.value).toBeCloseTo(0.25, 12);
  expect(effects.get('interaction')?.difference.value).toBeCloseTo(0, 12);
  expect(effects.get('both')?.difference.value).toBeCloseTo(0.75, 12);
  const pValues = Object.fromEntries([...effects].map(([of, { pValue }]) => [of, pValue]));
  const both = mcnemarExact({ onlyFirst: 3, onlySecond: 0 });
  expect(pValues).toEqual({ programs: null, tests: null, interaction: null, both });
});

test('what both do together beyond the sum is the interaction, with its interval stretched alike', () => {
  const result = ablationOf(ablated({ a: [F, F, F, T], b: [F, F, F, T] }));
  const interaction = result?.effects.find(({ of }) => of === 'interaction')?.difference;
  expect(interaction?.value).toBeCloseTo(1, 12);
  expect(interaction?.low).toBeLessThanOrEqual(1);
  expect(interaction?.high).toBeGreaterThanOrEqual(1);
  expect(interaction?.high).toBeLessThanOrEqual(2);
});

test('a task with a cell missing, or of another scorer, is left out', () => {
  const run = ablated({ a: [T, T, T, T], b: [F, F, F, F] });
  expect(ablationOf({ ...run, ablation: run.ablation?.slice(0, -1) ?? [] })).toMatchObject({ tasks: 1 });
  expect(ablationOf({ ...run, ablation: run.ablation?.map((row) => ({ ...row, scorer: 'x' })) ?? [] })).toBeNull();
});

test('where a cell ranks nothing, its pass@1 is a draw from its own pool of programs', () => {
  const run = ablated({ a: [T, T, T, T] });
  const unranked = run.ablation?.map((row) => ({ ...row, sets: [], pickedId: null })) ?? [];
  // The original prompt's samples: one right of two. The ensemble's: two of four.
  const cells = ablationOf({ ...run, ablation: unranked })?.cells;
  expect(cells?.map(({ passAt1, solved }) => [passAt1.value, solved])).toEqual(Array(4).fill([0.5, 0]));
  const lopsided = { ...run, ablation: unranked, official: run.official.map((row) => ({ ...row, passed: true })) };
  expect(ablationOf(lopsided)?.cells.map(({ passAt1 }) => passAt1.value)).toEqual([1, 1, 1, 1]);
});

test('programs count by the samples of their pool', () => {
  const run = ablated({ a: [T, T, T, T] });
  const sets = [{ candidateIds: ['right', 'wrong'], testIds: [], score: 1 }];
  const tied = run.ablation?.map((row) => ({ ...row, sets }));
  const more = { variantId: 'a::lex-swap::s1.0', sample: 2 };
  const candidates = run.candidates.map((each) =>
    each.id === 'right' ? { ...each, origins: [...each.origins, more] } : each,
  );
  const armSamples = run.armSamples.map((each) =>
    each.arm === 'mutation-ensemble' ? { ...each, samples: [...each.samples, more] } : each,
  );
  const cells = ablationOf({ ...run, ablation: tied ?? [], candidates, armSamples })?.cells;
  expect(cells?.map(({ passAt1 }) => passAt1.value)).toEqual([0.5, 0.5, 0.6, 0.6]);
});
