import { expect, test } from 'vitest';
import { armPassRate } from '../../../src/analysis/arms/arm-results.ts';
import { taskResults } from '../../../src/analysis/arms/task-results.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

/** `right` passes 4 of 4 tests of a task, `wrong` as many as the task says. */
function runOf(tasks: Readonly<Record<string, SmallTask>>, wrong: Readonly<Record<string, number>>, total = 4) {
  const run = smallRun(tasks);
  const official = run.official.map((row) => ({
    ...row,
    tests: { passed: row.passed ? total : (wrong[row.taskId] ?? 0), total },
  }));
  return { ...run, official };
}
const resultsOf = (record: RunRecord) => taskResults(record).filter(({ arm }) => arm === 'self-agreement');
const rateOf = (record: RunRecord) => armPassRate(record, 'self-agreement', resultsOf(record));

test('a selecting arm has the share of tests that its pick passes, 0 without a program', () => {
  const tasks = { a: { original: [true, false] }, b: { original: [true, false], picksRight: false } };
  // 4/4 and 1/4: a mean of 5/8.
  expect(rateOf(runOf(tasks, { b: 1 }))?.value).toBe(0.625);
  const none = runOf({ a: { original: [true] }, b: { original: [null] } }, {});
  const results = resultsOf(none).map((result) => (result.taskId === 'b' ? { ...result, pickedId: null } : result));
  expect(armPassRate(none, 'self-agreement', results)?.value).toBe(0.5);
});

test('baseline has the mean over its samples; one without a program passes nothing', () => {
  const run = runOf({ a: { original: [true, false, false, null] } }, { a: 2 });
  const armSamples = run.armSamples.map((samples) =>
    samples.arm === 'self-agreement' ? { ...samples, arm: 'baseline' as const } : samples,
  );
  // 1 of 4 samples passes all, two pass half, one is no program: (1 + 1/2 + 1/2 + 0) / 4.
  expect(armPassRate({ ...run, armSamples }, 'baseline', resultsOf(run))?.value).toBe(0.5);
  expect(armPassRate({ ...run, armSamples: [] }, 'baseline', resultsOf(run))?.value).toBe(0);
});

test('nothing is said where single tests are not known, or every task has one', () => {
  const tasks = { a: { original: [true, false] } };
  expect(rateOf(smallRun(tasks))).toBeNull();
  expect(rateOf(runOf(tasks, {}, 1))).toBeNull();
  expect(rateOf(runOf(tasks, {}, 2))?.value).toBe(1);
});

test('an arm is asked for its own samples, whichever arm stands first', () => {
  const run = runOf({ a: { original: [true, false] } }, { a: 0 });
  const [first] = run.armSamples;
  const baseline = { taskId: 'a', arm: 'baseline' as const, samples: first?.samples.slice(0, 1) ?? [] };
  // Both samples: (1 + 0) / 2. The one of baseline alone: 1.
  for (const armSamples of [
    [baseline, ...run.armSamples],
    [...run.armSamples, baseline],
  ])
    expect(armPassRate({ ...run, armSamples }, 'baseline', resultsOf(run))?.value).toBe(1);
});

test('one program whose single tests are not known is enough to say nothing, one task of several tests to say something', () => {
  const run = runOf({ a: { original: [true, false] }, b: { original: [true, false] } }, { a: 2, b: 2 });
  const untold = run.official.map(({ tests, ...row }, at) => (at === 0 ? row : { ...row, tests }));
  expect(rateOf({ ...run, official: untold })).toBeNull();
  const single = run.official.map((row) =>
    row.taskId === 'a' ? { ...row, tests: { passed: row.passed ? 1 : 0, total: 1 } } : row,
  );
  expect(rateOf({ ...run, official: single })?.value).toBe(1);
  expect(rateOf({ ...run, official: single.toReversed() })?.value).toBe(1);
  // A task with one test for a program and four for another has several.
  const mixed = run.official.map((row) => ({ ...row, tests: { passed: 0, total: row.passed ? 1 : 4 } }));
  expect(rateOf({ ...run, official: mixed })?.value).toBe(0);
});

test('a task that nobody judged passes nothing', () => {
  const run = runOf({ a: { original: [true] }, b: { original: [true] } }, {});
  const official = run.official.filter(({ taskId }) => taskId === 'a');
  expect(armPassRate({ ...run, official }, 'self-agreement', resultsOf(run))?.value).toBe(0.5);
});
