import { describe, expect, test } from 'vitest';
import { comparePromptings, type PublishedOutcome } from '../../../src/analysis/comparison/outcome-comparison.ts';
import { correctTogether } from '../../../src/analysis/comparison/paired-difference.ts';

const [T, F] = [true, false];

describe('two sides on the same tasks', () => {
  test('a finding has a corrected p below 0.05 and an interval that leaves out zero, on either side', () => {
    const row = (pValue: number, low: number, high: number) => ({
      tasks: 9,
      first: 0,
      second: 0,
      difference: { value: 0, low, high },
      onlyFirst: 0,
      onlySecond: 0,
      test: 'sign flips' as const,
      pValue,
    });
    const rows = correctTogether([
      row(0.001, 0.1, 0.2),
      row(0.001, -0.2, -0.1),
      row(0.001, -0.1, 0.1),
      row(0.04, 0.1, 0.2),
    ]);
    expect(rows.map(({ finding }) => finding)).toEqual([T, T, F, T]);
    expect(rows.map(({ adjustedP }) => adjustedP)).toEqual([0.004, 0.004, 0.004, 0.04]);
    expect(correctTogether([row(0.03, 0.1, 0.2), row(0.04, 0.1, 0.2)]).map(({ finding }) => finding)).toEqual([F, F]);
    expect(correctTogether([row(0.01, 0, 0.2), row(0.01, -0.2, 0)]).map(({ finding }) => finding)).toEqual([F, F]);
    expect(correctTogether([row(0.05, 0.1, 0.2)])[0]?.finding).toBe(F);
  });
});

describe('comparePromptings', () => {
  const outcome = (taskId: string, model: string, prompting: string, passed: boolean): PublishedOutcome => ({
    taskId,
    model,
    prompting,
    passed,
    status: passed ? 'pass' : 'fail',
    labels: {},
  });
  const column = (model: string, prompting: string, passed: readonly boolean[]) =>
    passed.map((each, at) => outcome(`t${at}`, model, prompting, each));

  test('of one model: the tasks that both have, and no mean over models', () => {
    const rows = comparePromptings(
      [...column('m', 'zero-shot', [F, F, T, F, T]), ...column('m', 'few-shot', [T, T, F, F])],
      1,
    );
    expect(rows).toMatchObject([
      {
        model: 'm',
        prompting: 'few-shot',
        against: 'zero-shot',
        tasks: 4,
        difference: { value: 0.25 },
        onlyFirst: 1,
        onlySecond: 2,
        pValue: 1,
        adjustedP: 1,
      },
    ]);
  });

  test('of several models: each, then the mean over the tasks that all have; every pair once', () => {
    const all = [T, T, T, T, T, T, T, T];
    const none = all.map(() => F);
    const rows = comparePromptings(
      [
        ...column('m', 'b', all),
        ...column('m', 'a', none),
        ...column('n', 'b', all.slice(0, 6)),
        ...column('n', 'a', [T, T, F, F, F, F]),
        ...column('m', 'c', all),
        ...column('n', 'c', all),
      ],
      1,
    );
    expect(rows.map(({ model, prompting, against, tasks }) => `${model} ${prompting}-${against} ${tasks}`)).toEqual([
      'm b-c 8',
      'n b-c 6',
      'null b-c 6',
      'm a-c 8',
      'n a-c 6',
      'null a-c 6',
      'm a-b 8',
      'n a-b 6',
      'null a-b 6',
    ]);
    const mean = rows.at(-1);
    expect(mean?.test).toBe('sign flips');
    // m loses all six, n four of them.
    expect(mean?.difference.value).toBeCloseTo(-(6 + 4) / 12, 12);
    expect(mean?.pValue).toBeCloseTo(2 / 64, 12);
    expect(rows[0]?.pValue).toBe(1);
    // m, a against c: eight of eight one way, the least p of nine.
    expect(rows[3]?.pValue).toBeCloseTo(2 / 256, 12);
    expect(rows[3]?.adjustedP).toBeCloseTo((9 * 2) / 256, 12);
  });
});
