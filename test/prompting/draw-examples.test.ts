import { expect, test } from 'vitest';
import type { ExampleChoice } from '../../src/core/chat.ts';
import type { Task } from '../../src/core/task.ts';
import { drawExamples, isNearDuplicate, type StagedExample, shinglesOf } from '../../src/prompting/draw-examples.ts';
import { taskOf } from '../mutators/prompts.ts';

const NOUNS = ['tensor', 'image', 'graph', 'token', 'matrix', 'window', 'kernel', 'series'];
const STAGED = ['Training', 'Inference'] as const;

/** Sixteen examples of two stages, none like another. */
const pool: readonly StagedExample[] = NOUNS.flatMap((noun, at) =>
  STAGED.map((stage) => ({
    id: `${stage}/${at}`,
    promptText: `Write ${noun} ${stage} code that ${noun}s the ${stage} of every ${noun} number ${at} ${stage}.`,
    entryPoint: `${noun}_${stage.toLowerCase()}`,
    completesPrompt: false,
    code: `def ${noun}_${stage.toLowerCase()}(x):\n    return x * ${at}`,
    stage,
  })),
);
const toTask = (id: string, text: string, entryPoint: string | null = 'other') => taskOf(id, text, entryPoint);
const drawn = (choice: ExampleChoice, task: Task, { seed = 0, repeat = 1, shots = 3, from = pool } = {}) =>
  drawExamples({ choice, pool: from, shots, seed, repeat, stageOf: () => 'Inference' })(task);
const tasks = Array.from({ length: 30 }, (_, at) => toTask(`t${at}`, `Some task of its own, number ${at}`));

test('fixed: the same examples before every task; another seed, others', () => {
  const first = drawn('fixed', tasks[0] as Task);
  expect(first).toHaveLength(3);
  for (const task of tasks) expect(drawn('fixed', task)).toEqual(first);
  expect(drawn('fixed', tasks[0] as Task, { seed: 1 })).not.toEqual(first);
});

test('random: drawn for each task, by seed and task alone', () => {
  const sets = tasks.map((task) => drawn('random', task));
  expect(new Set(sets.map((set) => set.map(({ id }) => id).join())).size).toBeGreaterThan(20);
  expect(new Set(sets.flat().map(({ id }) => id)).size).toBe(pool.length);
  expect(drawn('random', tasks[4] as Task)).toEqual(sets[4]);
  const repeated = tasks.map((task) => drawn('random', task, { repeat: 2 }));
  expect(repeated).not.toEqual(sets);
  expect(drawn('fixed', tasks[4] as Task, { repeat: 2 })).toEqual(drawn('fixed', tasks[4] as Task));
});

test('stage: of the predicted stage, filled up where there are too few', () => {
  for (const task of tasks) {
    const set = drawn('stage', task, { shots: 8 });
    expect(set.map(({ id }) => id.split('/')[0])).toEqual(new Array(8).fill('Inference'));
  }
  const few = pool.filter(({ stage, id }) => stage === 'Training' || id === 'Inference/3');
  const set = drawn('stage', tasks[0] as Task, { from: few });
  expect(set.map(({ id }) => id.split('/')[0])).toEqual(['Inference', 'Training', 'Training']);
});

test.each(['fixed', 'random', 'stage'] as const)('%s: never the task itself, in no disguise', (choice) => {
  for (const example of pool) {
    const disguises = [
      toTask(example.id, 'Something else.'),
      toTask('x', 'Something else.', example.entryPoint),
      toTask('x', example.promptText),
      toTask('x', `  ${example.promptText.toUpperCase().replaceAll(' ', '\n')} And mind the types, please.`, null),
      toTask('x', `Say what this does.\n${example.code}`, null),
    ];
    for (const task of disguises) {
      const set = drawn(choice, task, { shots: pool.length - 1 });
      expect(set.map(({ id }) => id)).not.toContain(example.id);
    }
  }
});

test('too few examples are an error that tells how many there are', () => {
  expect(() => drawn('random', toTask('Training/0', 'x'), { shots: 16 })).toThrow(
    expect.objectContaining({ code: 'examples-few', message: expect.stringContaining('15 of 16') }),
  );
});

test('near duplicates: the same text in other dress; not another task of the same kind', () => {
  const near = (a: string, b: string) => isNearDuplicate(shinglesOf(a), shinglesOf(b));
  const text = 'Return the sum of the squares of all numbers in the list.';
  expect(near(text, `${text.toLowerCase()} Also handle the empty list and negative numbers with care.`)).toBe(true);
  expect(near(text, 'Return the largest of all numbers in the list, and None if there is none.')).toBe(false);
  expect(near('', '')).toBe(true);
});
