import { describe, expect, test } from 'vitest';
import { efficiencyOf } from '../../../src/analysis/arms/efficiency.ts';
import { countSamples, samplesBehind } from '../../../src/analysis/arms/judged-samples.ts';
import { randomPassAtK, rankedPassAtK } from '../../../src/analysis/arms/selection-scores.ts';
import { testQuality } from '../../../src/analysis/arms/test-quality.ts';
import { repeatVariance } from '../../../src/analysis/arms/variance.ts';
import { adaptiveSaving } from '../../../src/analysis/cost/arm-replies.ts';
import type { ExecutionMatrix } from '../../../src/core/matrix.ts';
import type { EfficiencyRecord } from '../../../src/records/run-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

describe('repeatVariance', () => {
  const repeat = (...rights: readonly boolean[]) =>
    smallRun(
      Object.fromEntries(
        rights.map((picksRight, at) => [`t${at}`, { original: [T, F], variants: { 'lex-swap': [F] }, picksRight }]),
      ),
    );

  test('is the spread of pass@k from repeat to repeat, with n - 1', () => {
    const results = repeatVariance({ runs: [repeat(T, T), repeat(T, F), repeat(F, F)] });
    const arms = results.map(({ arm, k }) => `${arm} ${k}`).join();
    expect(arms).toBe('self-agreement 1,self-agreement 2,mutation-ensemble 1,mutation-ensemble 2');
    expect(results[0]).toMatchObject({ values: [1, 0.5, 0], mean: 0.5, variance: 0.25, standardDeviation: 0.5 });
  });

  test('of one repeat there is none', () => {
    const none = { values: [0.5], mean: 0.5, variance: null, standardDeviation: null };
    expect(repeatVariance({ runs: [repeat(T, F)] })[0]).toMatchObject(none);
  });
});

describe('adaptiveSaving', () => {
  const run = smallRun({
    a: { original: [T, F], variants: { 'lex-swap': [F] } },
    b: { original: [T] },
    c: { original: [T] },
  });

  test('counts what the arms had against their whole budget', () => {
    const manifest = { ...run.manifest, config: { adaptive: true } };
    // N = 2. Task a: 2 and 3 samples; b and c: 1 and 1 each.
    expect(adaptiveSaving({ ...run, manifest })).toEqual({ tasks: 3, endedEarly: 2, asked: 9, planned: 12 });
  });

  test('says nothing of a run that was not adaptive', () => expect(adaptiveSaving(run)).toBeNull());
});

describe('efficiencyOf', () => {
  const row = (taskId: string, candidateId: string | null, cpuMs: number | null): EfficiencyRecord => {
    return { taskId, candidateId, measures: cpuMs === null ? null : { cpuMs, peakKib: 10 * cpuMs } };
  };
  const only = { original: [T] };
  // `right` stands for three samples, `wrong` for one.
  const run = smallRun({ a: { original: [T, T, T, F] }, b: only, c: only, d: only });
  const of = (...efficiency: readonly EfficiencyRecord[]) => efficiencyOf({ ...run, efficiency });

  test('programs count by their samples, tasks alike, beside the reference', () => {
    const [a, b] = [
      [row('a', null, 10), row('a', 'right', 4), row('a', 'wrong', 8)],
      [row('b', null, 2), row('b', 'right', 6)],
    ];
    const [cpu, peak] = of(...a, ...b, row('c', null, 1), row('c', 'right', 7));
    // a: (3 * 4 + 8) / 4 = 5; b: 6; c: 7. Ratios 0.5, 3 and 7.
    expect(cpu).toEqual({ measure: 'cpuMs', tasks: 3, programs: 6, reference: 13 / 3, medianRatio: 3 });
    expect(peak).toMatchObject({ measure: 'peakKib', programs: 60 });
  });

  test('the median is that of the sorted ratios, by their size as numbers', () => {
    const ratios = (...values: readonly number[]) =>
      of(...values.flatMap((value, at) => [row('abcd'[at] ?? '', null, 1), row('abcd'[at] ?? '', 'right', value)]))[0];
    expect(ratios(10, 9, 1)?.medianRatio).toBe(9);
    expect(ratios(100, 3, 20, 1)?.medianRatio).toBe(11.5);
  });

  test('one reference of 0 leaves no ratio, the means stay', () => {
    const [cpu] = of(row('a', null, 0), row('a', 'right', 4), row('b', null, 2), row('b', 'right', 2));
    expect(cpu).toMatchObject({ tasks: 2, programs: 3, reference: 1, medianRatio: null });
  });

  test('a task without a reference, or without a program that could be measured, is left out', () => {
    const rows = [row('a', 'right', 3), row('b', null, 2), row('b', 'right', null), row('c', null, 2)];
    expect(of(...rows)).toEqual([]);
    expect(of(...rows, row('d', null, 5), row('d', 'right', 10))[0]).toMatchObject({ tasks: 1, medianRatio: 2 });
    expect(of()).toEqual([]);
    expect(efficiencyOf(run)).toEqual([]);
  });
});

describe('a judged matrix', () => {
  const entry = (id: string, weight: number) => ({ id, weight, origins: [] });
  const matrix: ExecutionMatrix = {
    taskId: 'a',
    candidates: [entry('p', 3), entry('q', 1), entry('r', 2)],
    tests: [],
    verdicts: [[], [], []],
  };
  const judged = { matrix, passed: new Set(['q', 'r']) };

  test('counts samples', () => {
    const samples = { weights: new Map(Object.entries({ p: 3, q: 1, r: 2 })), passed: judged.passed };
    expect(countSamples(samples)).toEqual({ samples: 6, correct: 3 });
    expect(countSamples(samples, ['p', 'q'])).toEqual({ samples: 4, correct: 1 });
    expect(countSamples(samples, ['r', 'nobody'])).toEqual({ samples: 2, correct: 2 });
  });

  test('a program weighs the samples that gave it, and none of others', () => {
    const from = (variantId: string, ...samples: number[]) => samples.map((sample) => ({ variantId, sample }));
    const candidates = [
      { id: 'p', origins: [...from('a', 0, 1), ...from('b', 0)] },
      { id: 'q', origins: from('b', 1) },
    ];
    expect([...samplesBehind(candidates, [...from('a', 0, 1, 2), ...from('b', 0)])]).toEqual([['p', 3]]);
    expect([...samplesBehind(candidates, from('b', 1))]).toEqual([['q', 1]]);
  });

  test('a plain draw has the k that every task has samples for', () => {
    const small = { ...judged, matrix: { ...matrix, candidates: [entry('q', 2)] } };
    const found = randomPassAtK([judged, small], [1, 2, 3]);
    expect(Object.keys(found)).toEqual(['1', '2']);
    expect(found['1']?.value).toBeCloseTo((0.5 + 1) / 2, 12);
    // 1 - C(3, 2) / C(6, 2) = 0.8.
    expect(found['2']?.value).toBeCloseTo((0.8 + 1) / 2, 12);
  });

  test('a ranking is drawn from set by set, ties broken where it says so', () => {
    const set = (candidateIds: string[], score: number, tieBreak?: number) => {
      return { candidateIds, testIds: [], score, ...(tieBreak === undefined ? {} : { tieBreak }) };
    };
    const of = (sets: ReturnType<typeof set>[], k = 1) => rankedPassAtK(judged, { sets }, k);
    expect(of([set(['p'], 2), set(['q'], 1)])).toBe(0);
    expect(of([set(['p'], 2), set(['q'], 1)], 2)).toBe(1);
    expect(of([set(['p'], 1), set(['q'], 1)])).toBe(0.25);
    expect(of([set(['p'], 1), set(['q'], 1, 1)])).toBe(1);
    expect(of([])).toBe(0.5);
  });
});

describe('testQuality', () => {
  const run = smallRun({ a: { original: [T], variants: { 'lex-swap': [T], 'fmt-case': [T] } }, b: { original: [T] } });
  const [original, swap, fmt] = ['a::original', 'a::lex-swap::s1.0', 'a::fmt-case::s1.0'];
  const from = (...ids: (string | undefined)[]) => ids.map((id) => ({ variantId: id ?? '', sample: 0 }));
  const body = { kind: 'assertion', code: 'assert f(1)' } as const;
  const tests = [
    { id: 'sharp', taskId: 'a', body, origins: from(original, swap, swap) },
    { id: 'easy', taskId: 'a', body, origins: from(swap) },
    { id: 'false', taskId: 'a', body, origins: from(fmt, original) },
    { id: 'none', taskId: 'a', body, origins: from(fmt) },
    { id: 'other', taskId: 'b', body, origins: from('b::original', 'nobody') },
  ];
  const entry = (id: string) => ({ id, weight: 1, origins: [] });
  const matrices: ExecutionMatrix[] = [
    {
      taskId: 'a',
      candidates: ['p', 'q'].map(entry),
      tests: ['sharp', 'easy', 'false', 'none'].map(entry),
      verdicts: [
        ['pass', 'pass', 'fail', 'error'],
        ['fail', 'pass', 'pass', 'fail'],
      ],
    },
  ];
  const referenceVerdicts = [
    { taskId: 'a', testIds: ['sharp', 'easy'], passed: [F, F] },
    { taskId: 'a', testIds: ['sharp', 'easy', 'false'], passed: [T, T, F] },
  ];
  const shareOf = (share: { count: number; of: number } | null) => (share ? `${share.count}/${share.of}` : '-');

  test('counts test occurrences by who was asked, the last word of the reference counting', () => {
    const rows = testQuality({ ...run, tests: tests.toReversed(), matrices, referenceVerdicts });
    const told = rows.map(({ mutator, tests: count, valid, separating, validAndSeparating }) =>
      [mutator, count, ...[valid, separating, validAndSeparating].map(shareOf)].join(' '),
    );
    expect(told).toEqual([
      'original 3 1/2 2/2 1/2', // sharp, false, and other of task b, which no program ran on and no reference judged
      'fmt-case 2 0/1 1/2 0/1', // none, which no program passes, and false, on which the reference fails
      'lex-swap 3 3/3 2/3 2/3',
      'unknown 1 - 0/0 -',
    ]);
    for (const { separating } of rows) expect(separating.value).toBe(separating.of && separating.count / separating.of);
  });

  test('the original stands first and the others by name, whoever wrote first', () => {
    const others = ['zz', 'lex-swap', 'fmt-case', 'aa', 'mm'];
    const variants = Object.fromEntries(others.map((each) => [each, [T]]));
    const named = smallRun({ a: { original: [T], variants } });
    const ids = [...others.map((each) => `a::${each}::s1.0`), 'a::original'];
    const written = ids.map((id) => ({ id, taskId: 'a', body, origins: from(id) }));
    for (const each of [written, written.toReversed()])
      expect(testQuality({ ...named, tests: each }).map(({ mutator }) => mutator)).toEqual([
        ...['original', 'aa', 'fmt-case', 'lex-swap', 'mm', 'zz'],
      ]);
  });

  test('without a reference nothing is said of validity', () => {
    const [first] = testQuality({ ...run, tests, matrices });
    expect(first).toMatchObject({ valid: null, validAndSeparating: null, separating: { count: 2, of: 2 } });
  });
});
