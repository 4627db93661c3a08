import { describe, expect, test } from 'vitest';
import {
  ALL_TASKS,
  groupPassRate,
  hasLabel,
  labelsOf,
  type TaskPassRates,
  taskPassRates,
} from '../../../src/analysis/attribution/label-results.ts';
import { smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

describe('taskPassRates', () => {
  const first = smallRun({ a: { original: [T, F] }, b: { original: [F, T], picksRight: false } });
  const second = smallRun({ a: { original: [T, F], picksRight: false }, c: { original: [T] } });

  test('is what the arm achieved on each task', () => {
    const [rates] = taskPassRates({ runs: [first] }, 'self-agreement', 1);
    expect(rates).toMatchObject({ model: first.manifest.model.id, arm: 'self-agreement', k: 1 });
    expect(Object.fromEntries(rates?.byTask ?? [])).toEqual({ a: 1, b: 0 });
  });

  test('of repeats it is the mean, over tasks that all of them evaluated', () => {
    const [rates, ...others] = taskPassRates({ runs: [first, second] }, 'self-agreement', 1);
    expect([...(rates?.byTask ?? [])]).toEqual([['a', 0.5]]);
    expect(others).toEqual([]);
  });

  test('a k that nobody asked for has no rate', () => {
    expect([...(taskPassRates({ runs: [first] }, 'self-agreement', 7)[0]?.byTask.values() ?? [])]).toEqual([0, 0]);
  });
});

describe('groupPassRate', () => {
  const rates = (byTask: Readonly<Record<string, number>>): TaskPassRates => {
    return { model: 'm', temperature: null, arm: 'baseline', k: 1, byTask: new Map(Object.entries(byTask)) };
  };
  const [one, two] = [rates({ a: 1, b: 0, c: 1 }), rates({ a: 0, b: 0 })];

  test('is the mean over the tasks of the group, for each condition and for all', () => {
    const group = groupPassRate([one, two], new Set(['a', 'c']));
    expect(group.tasks).toEqual([2, 1]);
    expect(group.perCondition.map((each) => each?.value)).toEqual([1, 0]);
    expect(group.average).toBe(0.5);
  });

  test('has no average where a condition has no task, nor without conditions', () => {
    const group = groupPassRate([one, two], new Set(['c']));
    expect(group).toMatchObject({ tasks: [1, 0], average: null });
    expect(group.perCondition[1]).toBeNull();
    expect(groupPassRate([], new Set(['a'])).average).toBeNull();
  });
});

test('labels are those that some task has, in DL-Bench’s order, all tasks first', () => {
  const tasks = [{ labels: { dataType: 'Text', stage: 'Training' } }, { labels: { stage: 'Inference' } }] as const;
  expect(labelsOf([{ labels: {} }])).toEqual([ALL_TASKS]);
  expect(labelsOf(tasks).map(({ axis }) => axis)).toEqual(['all', 'stage', 'stage', 'dataType']);
  expect(labelsOf(tasks).map(({ value }) => value)).toContain('Text');
  expect(hasLabel({}, ALL_TASKS)).toBe(true);
  expect(hasLabel({ stage: 'Training' }, { axis: 'stage', value: 'Inference' })).toBe(false);
  expect(hasLabel({ stage: 'Training' }, { axis: 'stage', value: 'Training' })).toBe(true);
});
