import { describe, expect, test } from 'vitest';
import { splitVariance, varianceBySource } from '../../../src/analysis/robustness/variance-by-source.ts';
import type { Study } from '../../../src/records/study.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

const right = (samples: number) => ({ right: samples, samples });
const cell = (value: number) => [right(value), right(value)].map(({ right: count }) => ({ right: count, samples: 4 }));

describe('the split over several models', () => {
  test('of two models, two tasks and two wordings of two samples, by hand', () => {
    const of = (...rights: number[]) => rights.map((count) => ({ right: count, samples: 2 }));
    // Means 0.5 and 0, 1 and 0.25: components of 12, 4, 0, 8 and 4 of 64.
    const shares = splitVariance([
      [of(2, 0), of(0, 0)],
      [of(2, 2), of(1, 0)],
    ]);
    expect(shares?.task).toBeCloseTo(3 / 7, 12);
    expect(shares?.model).toBeCloseTo(1 / 7, 12);
    expect(shares?.modelOnTask).toBe(0);
    expect(shares?.wording).toBeCloseTo(2 / 7, 12);
    expect(shares?.sampling).toBeCloseTo(1 / 7, 12);
  });

  test('what two wordings of one cell leave to chance comes off the model on the task, by hand', () => {
    const of = (...rights: number[]) => rights.map((count) => ({ right: count, samples: 4 }));
    // Rates 1 and 1/2 of the first model on the first task, nothing else is ever right. Interaction 9/64, of which the
    // mean of two wordings makes (1/8 / 2) / 4 = 1/64; wording 1/48, sampling 1/24; task and model 0.
    const shares = splitVariance([
      [of(4, 2), of(0, 0)],
      [of(0, 0), of(0, 0)],
    ]);
    expect(shares?.modelOnTask).toBeCloseTo(2 / 3, 12);
    expect(shares?.wording).toBeCloseTo(1 / 9, 12);
    expect(shares?.sampling).toBeCloseTo(2 / 9, 12);
    expect([shares?.task, shares?.model]).toEqual([0, 0]);
  });

  test('of one model, by hand: nothing is the model’s', () => {
    const of = (...rights: number[]) => rights.map((count) => ({ right: count, samples: 2 }));
    // Sampling 1/4; between a task's wordings 1/8, all of it noise; between the tasks' rates 1/8 less 1/16 of noise.
    const shares = splitVariance([[of(2, 1), of(0, 1)]]);
    expect(shares).toEqual({ task: expect.closeTo(0.2, 12), model: 0, modelOnTask: 0, wording: 0, sampling: 0.8 });
  });

  test('says nothing of one task, or where nothing varies', () => {
    expect(splitVariance([[cell(1)]])).toBeNull();
    expect(splitVariance([[cell(1)], [cell(2)]])).toBeNull();
    expect(splitVariance([[4, 4].map(cell), [4, 4].map(cell)])).toBeNull();
  });
});

describe('the rows of a study, by hand', () => {
  const [T, F] = [true, false];
  const run = (model: string, tasks: Readonly<Record<string, SmallTask>>) => {
    const made = smallRun(tasks);
    return { ...made, manifest: { ...made.manifest, model: { ...made.manifest.model, id: model } } };
  };
  const whole = { original: [T, F], variants: { 'lex-swap': [T, T], 'syn-turn': [F, F] } };

  test('the last row is over the tasks that every model has', () => {
    const b = { original: [F, F], variants: { 'lex-swap': [F, F] } };
    const study: Study = { runs: [run('m', { a: whole, b, c: whole }), run('n', { a: whole, b: whole, d: whole })] };
    const rows = varianceBySource(study, ['first', 'second']);
    expect(rows.map(({ name, tasks }) => `${name} ${tasks}`)).toEqual(['first 3', 'second 3', 'null 2']);
    for (const { shares } of rows)
      expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test('a prompt with one sample says nothing of sampling, and a task needs two prompts', () => {
    const single = { original: [T], variants: { 'lex-swap': [T], 'syn-turn': [F] } };
    const one = { original: [T, F], variants: { 'lex-swap': [T] } };
    const rows = varianceBySource({ runs: [run('m', { a: whole, b: whole, c: single, d: one })] }, ['m']);
    expect(rows.map(({ name, tasks }) => [name, tasks])).toEqual([['m', 2]]);
    expect(varianceBySource({ runs: [run('m', { c: single, d: one })] }, ['m'])).toEqual([]);
  });
});
