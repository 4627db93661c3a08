import { describe, expect, test } from 'vitest';
import { summariseArms } from '../../../src/analysis/arms/arm-results.ts';
import { reportedK, taskResults } from '../../../src/analysis/arms/task-results.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { gathered, syntheticRun } from '../../fakes/run-record.ts';

const ORIGINAL = 'a::original';
const MUTANT = 'a::fmt-uppercase::s0.0';
const ref = (variantId: string, sample: number) => ({ variantId, sample });

/** One task with N = 4. Original samples: right, wrong, none, wrong; those of the mutant: right, right. */
function oneTask(): RunRecord {
  const { manifest } = syntheticRun({ tasks: 1 });
  const candidate = (id: string, origins: ReturnType<typeof ref>[]) => ({ id, taskId: 'a', code: id, origins });
  const samples = [ref(ORIGINAL, 0), ref(ORIGINAL, 1), ref(ORIGINAL, 2), ref(ORIGINAL, 3)];
  const spread = [ref(ORIGINAL, 0), ref(MUTANT, 0), ref(ORIGINAL, 1), ref(MUTANT, 1)];
  return {
    ...gathered([]),
    manifest: { ...manifest, samplesPerArm: 4, k: [1, 2, 10] },
    tasks: [{ taskId: 'a', promptText: 'p', entryPoint: 'f', labels: {} }],
    candidates: [
      candidate('wrong', [ref(ORIGINAL, 1)]),
      candidate('right', [ref(ORIGINAL, 0), ref(MUTANT, 0), ref(MUTANT, 1)]),
      candidate('other', [ref(ORIGINAL, 3)]),
    ],
    problems: [{ taskId: 'a', ...ref(ORIGINAL, 2), purpose: 'program', problem: 'no-code' }],
    armSamples: [
      { taskId: 'a', arm: 'baseline', samples },
      { taskId: 'a', arm: 'self-agreement', samples },
      { taskId: 'a', arm: 'mutation-ensemble', samples: spread },
    ],
    rankings: [
      {
        taskId: 'a',
        arm: 'self-agreement',
        scorer: 'codet',
        abstained: false,
        sets: [
          { candidateIds: ['wrong'], testIds: [], score: 2 },
          { candidateIds: ['right'], testIds: [], score: 2 },
          { candidateIds: ['other'], testIds: [], score: 1 },
        ],
        tiedIds: ['right', 'wrong'],
        pickedId: 'wrong',
      },
      {
        taskId: 'a',
        arm: 'mutation-ensemble',
        scorer: 'codet',
        abstained: true,
        sets: [],
        tiedIds: [],
        pickedId: 'right',
      },
    ],
    official: (['right', 'wrong', 'other'] as const).map((candidateId) => {
      const passed = candidateId === 'right';
      return { taskId: 'a', candidateId, passed, verdict: passed ? 'pass' : 'fail', detail: null };
    }),
  };
}

const resultOf = (record: RunRecord, arm: string) => taskResults(record).find((result) => result.arm === arm);

describe('taskResults', () => {
  test('baseline: every sample counts, one without a program as a failure, and sample 0 is its pick', () => {
    expect(resultOf(oneTask(), 'baseline')).toMatchObject({
      samples: 4,
      programs: 3,
      correct: 1,
      passAtK: { '1': 1 / 4, '2': 1 / 2 },
      pickedId: 'right',
      pickPassed: true,
      abstained: false,
    });
  });

  test('a selecting arm: expectation over the tie, verdict of the seeded pick', () => {
    const expected = { passAtK: { '1': 1 / 2, '2': 1 / 2 }, pickedId: 'wrong', pickPassed: false, tied: 2 };
    expect(resultOf(oneTask(), 'self-agreement')).toMatchObject(expected);
  });

  test('an arm that abstained draws among its own programs, by sample', () => {
    const expected = { programs: 4, correct: 3, passAtK: { '1': 3 / 4, '2': 1 }, abstained: true, pickPassed: true };
    expect(resultOf(oneTask(), 'mutation-ensemble')).toMatchObject(expected);
  });

  test('without a program nothing is picked and nothing passes', () => {
    const record = { ...oneTask(), candidates: [], official: [] };
    const rankings = record.rankings.map((ranking) => ({ ...ranking, sets: [], tiedIds: [], pickedId: null }));
    for (const result of taskResults({ ...record, rankings })) {
      expect(result).toMatchObject({ programs: 0, passAtK: { '1': 0 }, pickedId: null, pickPassed: false });
    }
  });

  test('a task counts in all arms or in none', () => {
    const record = oneTask();
    expect(taskResults(record)).toHaveLength(3);
    expect(taskResults({ ...record, rankings: record.rankings.slice(1) })).toEqual([]);
    expect(taskResults({ ...record, official: record.official.slice(1) })).toEqual([]);
    const other = record.rankings.map((ranking) => ({ ...ranking, scorer: 'max-pass' }));
    expect(taskResults({ ...record, rankings: other })).toEqual([]);
  });

  test('pass@k is told up to the number of samples', () => {
    expect(reportedK({ k: [10, 3, 1], samplesPerArm: 5 })).toEqual([1, 3]);
    expect(reportedK({ k: [2], samplesPerArm: 2 })).toEqual([1, 2]);
  });
});

describe('summariseArms', () => {
  test('compares the picks and the expectations, task by task', () => {
    const difference = { value: 1 / 4 };
    expect(summariseArms(oneTask()).comparisons).toMatchObject([
      { arm: 'self-agreement', against: 'baseline', difference, onlyArm: 0, onlyAgainst: 1, pValue: 1 },
      { arm: 'mutation-ensemble', against: 'self-agreement', difference, onlyArm: 1, onlyAgainst: 0 },
    ]);
  });

  test('says how many tasks are not there yet, and survives none at all', () => {
    const record = { ...oneTask(), official: [] };
    const summary = summariseArms(record);
    expect(summary).toMatchObject({ tasks: 0, notEvaluated: 1 });
    expect(summary.arms[0]).toMatchObject({ tasks: 0, solved: 0, passAtK: { '1': { low: 0, high: 1 } } });
  });

  test('an arm that was not run is neither listed nor compared', () => {
    const record = oneTask();
    const arms = ['self-agreement', 'mutation-ensemble'] as const;
    const without = {
      ...record,
      manifest: { ...record.manifest, arms },
      armSamples: record.armSamples.filter(({ arm }) => arm !== 'baseline'),
    };
    const summary = summariseArms(without);
    expect(summary.arms.map(({ arm }) => arm)).toEqual(arms);
    expect(summary.comparisons.map(({ against }) => against)).toEqual(['self-agreement']);
  });
});
