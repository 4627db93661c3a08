import { describe, expect, test } from 'vitest';
import { FEWEST_TASKS, taxonomy } from '../../../src/analysis/taxonomy/taxonomy.ts';
import { taxonomyExamples } from '../../../src/analysis/taxonomy/taxonomy-examples.ts';
import type { Verdict } from '../../../src/core/sandbox.ts';
import { studyOf } from '../../../src/records/study.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];
const repeat = (count: number, value: boolean) => new Array<boolean>(count).fill(value);

/** Ten tasks: `lex-harm` breaks all of them, `syn-help` fixes all but one, `fmt-same` changes nothing. */
function tasksOf(count = 10): Record<string, SmallTask> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `t${at}`,
      {
        original: [T, T, F, F],
        variants: {
          'lex-harm': repeat(4, F),
          'syn-help': at === 0 ? [T, F, F, F] : repeat(4, T),
          'fmt-same': [F, F, T, T],
        },
        labels: { stage: at < 7 ? ('Training' as const) : ('Inference' as const) },
      },
    ]),
  );
}

describe('taxonomy', () => {
  // Computed anew inside each test: results are kept per study.
  const run = smallRun(tasksOf());
  const resultOf = () => taxonomy(studyOf(run))[0];
  const cell = (mutator: string, label = 'all tasks') =>
    resultOf()?.cells.find((each) => each.mutator === mutator && each.label.value === label);

  test('has a cell per mutator and label, all tasks first', () => {
    const result = resultOf();
    expect(result).toMatchObject({ repeats: 1, tasks: 10, model: run.manifest.model.id });
    const labels = ['all tasks', ...new Set(result?.cells.map(({ label }) => label.value).slice(1, 3))];
    expect(result?.cells.map(({ mutator, label }) => `${mutator} ${label.value}`)).toEqual(
      ['fmt-same', 'lex-harm', 'syn-help'].flatMap((mutator) => labels.map((label) => `${mutator} ${label}`)),
    );
    expect(result?.contributions.map(({ mutator }) => mutator)).toEqual(['fmt-same', 'lex-harm', 'syn-help']);
  });

  test('a mutator that breaks half of the samples of every task harms', () => {
    const found = cell('lex-harm');
    expect(found).toMatchObject({
      family: 'lexical',
      tasks: 10,
      applicable: 10,
      better: 0,
      worse: 10,
      effect: 'harms',
    });
    expect(found?.difference.value).toBeCloseTo(-0.5, 12);
    expect(found?.effectSize).toBeNull();
    // Ten tasks that all go one way: 2 / 2 ** 10 by signs, which is more than by samples.
    expect(found?.pValue).toBeCloseTo(2 / 1024, 12);
  });

  test('one that fixes nine of ten, and breaks one, helps', () => {
    const found = cell('syn-help');
    expect(found).toMatchObject({ better: 9, worse: 1, effect: 'helps' });
    expect(found?.difference.value).toBeCloseTo((9 * 0.5 - 0.25) / 10, 12);
    // Only with all signs as they are, or but the smallest, is the sum as large: 4 of 1,024 with both directions.
    expect(found?.pValue).toBeCloseTo(4 / 1024, 12);
  });

  test('one that changes nothing is neutral, and three tasks are too few to tell', () => {
    const same = { difference: { value: 0 }, better: 0, worse: 0, pValue: 1, effect: 'neutral' };
    expect(cell('fmt-same')).toMatchObject(same);
    const few = { tasks: 3, applicable: 3, pValue: null, adjustedP: null, effect: 'too-few-tasks' };
    expect(cell('lex-harm', 'Inference')).toMatchObject(few);
  });

  test('Holm’s correction is over the cells that were tested', () => {
    // Three mutators on all tasks and on the seven of the stage Training.
    expect(resultOf()?.tested).toBe(6);
    expect(cell('lex-harm')?.adjustedP).toBeCloseTo((6 * 2) / 1024, 12);
    expect(cell('syn-help')?.adjustedP).toBeCloseTo((5 * 4) / 1024, 12);
    expect(cell('lex-harm', 'Training')?.pValue).toBeCloseTo(2 / 128, 12);
    expect(cell('lex-harm', 'Training')).toMatchObject({ tasks: 7, effect: 'neutral' });
  });

  test('six tasks are the fewest that are tested', () => {
    const effectAt = (count: number) => taxonomy(studyOf(smallRun(tasksOf(count))))[0]?.cells[0]?.effect;
    expect(FEWEST_TASKS).toBe(6);
    expect([effectAt(5), effectAt(6)]).toEqual(['too-few-tasks', 'neutral']);
  });

  test('a task without samples of the original, or without the variant, is not applicable', () => {
    const some = smallRun({
      a: { original: [T], variants: { 'lex-swap': [F] } },
      b: { original: [T], variants: { 'syn-turn': [F] } },
      c: { original: [], variants: { 'lex-swap': [T] } },
    });
    const cells = taxonomy(studyOf(some))[0]?.cells;
    const seen = cells?.map(({ mutator, tasks, applicable }) => `${mutator} ${applicable}/${tasks}`);
    expect(seen).toEqual(['lex-swap 1/3', 'syn-turn 1/3']);
  });
});

describe('taxonomyExamples', () => {
  const testOf = (id: string, taskId = 't0') =>
    ({ id, taskId, origins: [], body: { kind: 'assertion', code: `assert ${id}` } }) as const;
  const tests = ['sharp', 'dull', 'odd'].map((id) => testOf(id));
  const entry = (id: string) => ({ id, weight: 1, origins: [] });
  const verdicts: Verdict[][] = [
    ['pass', 'pass', 'error'],
    ['fail', 'pass', 'timeout'],
  ];
  const matrices = [
    { taskId: 't0', candidates: ['right', 'wrong'].map(entry), tests: tests.map(({ id }) => entry(id)), verdicts },
  ];
  const run = smallRun(tasksOf(), { tests, matrices });
  const of = (effect: string) => taxonomyExamples(studyOf(run)).filter((example) => example.effect === effect);

  test('at most three of each class, each task once', () => {
    expect(['helps', 'harms', 'neutral'].map((effect) => of(effect).length)).toEqual([3, 3, 3]);
    for (const effect of ['helps', 'harms', 'neutral']) {
      expect(new Set(of(effect).map(({ taskId }) => taskId)).size).toBe(3);
    }
    expect(new Set(of('helps').map(({ mutator }) => mutator))).toEqual(new Set(['syn-help']));
    expect(new Set(of('harms').map(({ mutator }) => mutator))).toEqual(new Set(['lex-harm']));
  });

  test('a harm shows a right program before, a wrong one after, and the tests that tell them apart', () => {
    const [first] = of('harms');
    expect(first).toMatchObject({
      taskId: 't0',
      variantId: 't0::lex-harm::s1.0',
      model: run.manifest.model.id,
      originalRight: { right: 2, samples: 4 },
      variantRight: { right: 0, samples: 4 },
      originalProgram: { candidateId: 'right', sample: 0, passed: true, verdict: 'pass' },
      variantProgram: { candidateId: 'wrong', sample: 0, passed: false, verdict: 'fail' },
    });
    expect(first?.flipped).toEqual([{ test: tests[0], before: 'pass', after: 'fail' }]);
  });

  test('the original prompt is the one without a mutation, wherever it stands', () => {
    const turned = { ...run, variants: run.variants.toReversed().map((each) => ({ ...each, prompt: each.id })) };
    const [first] = taxonomyExamples(studyOf(turned)).filter(({ effect }) => effect === 'harms');
    expect([first?.before, first?.after]).toEqual([`${first?.taskId}::original`, `${first?.taskId}::lex-harm::s1.0`]);
    expect(first?.originalProgram?.candidateId).toBe('right');
  });

  test('a help shows the opposite, of tasks that got better alone', () => {
    for (const { taskId, originalProgram, variantProgram, variantRight, flipped } of of('helps')) {
      expect(taskId).not.toBe('t0');
      expect([originalProgram?.candidateId, variantProgram?.candidateId]).toEqual(['wrong', 'right']);
      expect(originalProgram?.sample).toBe(2);
      expect(variantRight).toEqual({ right: 4, samples: 4 });
      expect(flipped).toEqual([]);
    }
  });

  test('a study without a tested mutator has none', () => {
    expect(taxonomyExamples(studyOf(smallRun(tasksOf(3))))).toEqual([]);
  });

  const tasksBy = (count: number, task: (at: number) => SmallTask) =>
    Object.fromEntries(Array.from({ length: count }, (_, at): [string, SmallTask] => [`t${at}`, task(at)]));
  /** Ten tasks, each with what the original and `syn-help` made of it. */
  const helped = (right: (at: number) => number, more: Record<string, boolean[]> = {}) =>
    tasksBy(10, (at) => {
      const variants = { 'syn-help': [...repeat(right(at), T), ...repeat(4 - right(at), F)], ...more };
      return { original: repeat(4, F), variants };
    });
  const examplesOf = (tasks: Record<string, SmallTask>, effect: string) =>
    taxonomyExamples(studyOf(smallRun(tasks))).filter((example) => example.effect === effect);

  test('the clearest cases are shown, in the order of tasks', () => {
    const tasks = helped((at) => ({ 4: 2, 7: 4, 8: 3 })[at] ?? 1);
    const shown = examplesOf(tasks, 'helps').map(({ taskId, variantRight }) => `${taskId} ${variantRight.right}`);
    expect(shown).toEqual(['t4 2', 't7 4', 't8 3']);
  });

  test('a mutator is shown a second time only where no other is left', () => {
    const shown = examplesOf(
      helped(() => 4, { 'lex-good': [T, T, F, F] }),
      'helps',
    );
    expect(shown.map(({ taskId, mutator }) => `${taskId} ${mutator}`)).toEqual([
      ...['t0 syn-help', 't1 lex-good', 't2 syn-help'],
    ]);
  });

  test('what harms shows no task that got better, however far', () => {
    const tasks = tasksBy(16, (at) =>
      at === 3
        ? { original: repeat(4, F), variants: { 'lex-harm': repeat(4, T) } }
        : { original: [T, T, F, F], variants: { 'lex-harm': repeat(4, F) } },
    );
    expect(examplesOf(tasks, 'harms').map(({ taskId }) => taskId)).toEqual(['t0', 't1', 't2']);
    const late = Object.fromEntries(Object.entries(tasks).toReversed());
    expect(examplesOf(late, 'harms').map(({ taskId }) => taskId)).toEqual(['t15', 't14', 't13']);
  });

  test('of what is neutral the largest shifts either way, each with the programs that show it', () => {
    const variants = (at: number) => ({ 6: [F, T, T, T], 8: [F, F, F, F] })[at] ?? [T, T, F, F];
    const tasks = tasksBy(10, (at) => ({ original: [T, T, F, F], variants: { 'fmt-same': variants(at) } }));
    const shown = examplesOf(tasks, 'neutral').map(({ taskId, originalProgram, variantProgram }) =>
      [taskId, originalProgram?.candidateId, variantProgram?.candidateId].join(' '),
    );
    // Of t0 nothing shifted: the first of each.
    expect(shown).toEqual(['t0 right right', 't6 wrong right', 't8 right wrong']);
  });

  test('a prompt that gave no program has none to show, and no test tells anything apart', () => {
    const tasks = helped(() => 4);
    const silent = Object.fromEntries(
      Object.entries(tasks).map(([id, task]) => [id, { ...task, original: [null, null, null, null] }]),
    );
    const [first] = taxonomyExamples(studyOf(smallRun(silent, { tests, matrices })));
    expect(first).toMatchObject({
      effect: 'helps',
      taskId: 't0',
      originalProgram: null,
      variantProgram: { candidateId: 'right' },
      originalRight: { right: 0, samples: 4 },
      flipped: [],
    });
  });

  test('tests are those of the task, up to five, where both programs ran', () => {
    const many = Array.from({ length: 7 }, (_, at) => `m${at}`);
    const matrix = (candidates: readonly string[]) => ({
      taskId: 't0',
      candidates: candidates.map(entry),
      tests: many.map(entry),
      verdicts: candidates.map((id) => many.map((): Verdict => (id === 'right' ? 'pass' : 'fail'))),
    });
    const flippedIn = (candidates: readonly string[]) => {
      const all = {
        tests: ['t0', 't1'].flatMap((task) => many.map((id) => testOf(id, task))),
        matrices: [matrix(candidates)],
      };
      const shown = taxonomyExamples(studyOf(smallRun(tasksOf(), all))).filter(({ effect }) => effect === 'harms');
      expect(shown.slice(1).map(({ flipped }) => flipped)).toEqual([[], []]);
      return shown[0]?.flipped.map(({ test: { id, taskId } }) => `${taskId} ${id}`);
    };
    expect(flippedIn(['wrong', 'right'])).toEqual(many.slice(0, 5).map((id) => `t0 ${id}`));
    expect(flippedIn(['right'])).toEqual([]);
    expect(flippedIn(['wrong'])).toEqual([]);
  });
});
