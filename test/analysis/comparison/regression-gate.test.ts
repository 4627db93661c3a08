import { describe, expect, test } from 'vitest';
import { gateDecision, regressionGates } from '../../../src/analysis/comparison/regression-gate.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { gateMarkdown } from '../../../src/reporters/gate-text.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

const tasks = (size: number, right: (at: number) => boolean): RunRecord => {
  const task = (at: number): SmallTask => {
    const variants = { 'lex-swap': [right(at), at % 2 === 0] };
    return { original: [right(at), right(at)], variants, picksRight: right(at) };
  };
  return smallRun(Object.fromEntries(Array.from({ length: size }, (_, at) => [`t${at}`, task(at)])));
};
type Runs = readonly [RunRecord, ...RunRecord[]];
const outcomes = (first: Runs, second: Runs, measure: 'pass@1' | 'robust-pass' = 'pass@1') =>
  regressionGates({ runs: first }, { runs: second }, { measure, drop: 0.02 });
const gates = (...sides: Parameters<typeof outcomes>) => outcomes(...sides).gates;

describe('gateDecision', () => {
  const values = (size: number, right: number) => Array.from({ length: size }, (_, at) => (at < right ? 1 : 0));

  test('a drop whose interval leaves out zero is worse', () => {
    const worse = { tasks: 100, first: 0.8, second: 0.6, worse: true };
    expect(gateDecision(values(100, 80), values(100, 60), 0.02, 1)).toMatchObject(worse);
  });

  test.each([
    ['no drop', values(100, 80), values(100, 80)],
    ['a gain', values(100, 60), values(100, 80)],
    ['a drop that so few tasks cannot show', values(10, 8), values(10, 7)],
    ['a drop that is shown and smaller than the wanted one', values(2000, 1000), values(2000, 970)],
  ])('%s is not worse', (_, first, second) => {
    expect(gateDecision(first, second, 0.02, 1).worse).toBe(false);
  });

  test('more tasks show smaller drops, and none below the wanted one', () => {
    const smallest = (size: number) =>
      gateDecision(values(size, size / 2), values(size, size / 2 - size / 50), 0.001, 1).smallestDrop;
    expect(smallest(2000)).toBeLessThan(smallest(200));
    expect(gateDecision(values(4000, 2000), values(4000, 2000), 0.05, 1).smallestDrop).toBe(0.05);
  });
});

describe('regressionGates', () => {
  test('the last arm of both, paired by task', () => {
    const [gate] = gates([tasks(60, () => true)], [tasks(60, (at) => at >= 20)]);
    expect(gate).toMatchObject({ arm: 'mutation-ensemble', tasks: 60, first: 1, worse: true });
    expect(gate?.second).toBeCloseTo(40 / 60, 12);
  });

  test('repeats are averaged by task, and tasks that differ within a side are named', () => {
    const [gate] = gates([tasks(6, () => true), tasks(6, (at) => at > 0)], [tasks(6, () => true)]);
    expect(gate?.first).toBeCloseTo(11 / 12, 12);
    expect(gate?.flaky).toEqual({ first: ['t0'], second: [] });
  });

  test('RobustPass: a sample counts if it is right under every variant', () => {
    const [gate] = gates([tasks(4, () => true)], [tasks(4, () => false)], 'robust-pass');
    expect(gate).toMatchObject({ arm: null, tasks: 4, first: 0.75, second: 0.25 });
  });

  test('sides that cannot be compared are no gate that passes, but say why', () => {
    expect(outcomes([tasks(4, () => true)], [tasks(5, () => true)])).toMatchObject({
      gates: [],
      refused: [{ reasons: [expect.stringContaining('1 only in the second (t4)')] }],
    });
    const bare = smallRun({ t0: { original: [true, true] } });
    expect(outcomes([bare], [bare], 'robust-pass')).toMatchObject({
      gates: [],
      refused: [{ reasons: ['they do not both have variants of a task'] }],
    });
  });

  test('as Markdown for a pull request', () => {
    const text = gateMarkdown(gates([tasks(60, () => true)], [tasks(60, (at) => at >= 20)]), 0.02);
    expect(text).toContain('### Worse: ');
    expect(text).toMatch(/\| pass@1 of mutation-ensemble \| 60 \| 100\.0 % \| 66\.7 % \| -33\.3 points \[/);
  });
});
