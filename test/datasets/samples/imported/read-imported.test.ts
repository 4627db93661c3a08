import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { DatasetError } from '../../../../src/core/errors.ts';
import type { Task } from '../../../../src/core/task.ts';
import { readDataset } from '../../../../src/datasets/read-dataset.ts';
import { readImportedStudy } from '../../../../src/datasets/samples/imported/read-imported.ts';
import { byteChange } from '../../byte-change.ts';
import { asJsonLines, exampleRecords, temporaryFile } from '../../example-files.ts';

type Records = readonly Readonly<Record<string, unknown>>[];
const examples = exampleRecords['human-eval'] as NonNullable<(typeof exampleRecords)[string]>;

let tasks: readonly Task[] = [];
beforeAll(async () => {
  ({ tasks } = await readDataset(await temporaryFile('tasks.jsonl', asJsonLines(examples.slice(0, 2)))));
});

const TESTS: Records = [{ task_id: 'Example/0', tests: ['assert double(2) == 4'] }];

async function given(samples: Records, { tests = TESTS, variants = null as Records | null } = {}) {
  return readImportedStudy(
    {
      samples: await temporaryFile('samples.jsonl', asJsonLines(samples)),
      tests: await temporaryFile('tests.jsonl', asJsonLines(tests)),
      variants: variants ? await temporaryFile('variants.jsonl', asJsonLines(variants)) : undefined,
    },
    tasks,
  );
}

const program = { task_id: 'Example/0', solution: 'def double(x):\n    return 2 * x\n' };

describe('samples', () => {
  test('models, wordings and numbers; a completion gets its prompt in front; texts of wordings come from their file', async () => {
    const study = await given(
      [
        { ...program, model: 'a', variant: 'short', sample: 1 },
        { ...program, model: 'a', variant: 'short' },
        { task_id: 'Example/0', completion: '    return x + x\n', model: 'a' },
        { ...program, model: 'b' },
      ],
      { variants: [{ task_id: 'Example/0', variant: 'short', prompt: 'Double it.', mutator: 'shorten' }] },
    );
    expect(study.models).toEqual(['a', 'b']);
    const own = study.of('a').get('Example/0');
    expect(own?.variants.map(({ id, prompt, mutation }) => [id, prompt, mutation?.mutator])).toEqual([
      ['Example/0::original', examples[0]?.['prompt'], undefined],
      ['Example/0::short', 'Double it.', 'shorten'],
    ]);
    expect(own?.programs.map(({ variantId, sample }) => [variantId, sample])).toEqual([
      ['Example/0::short', 1],
      ['Example/0::short', 2],
      ['Example/0::original', 0],
    ]);
    expect(own?.programs[2]?.text).toBe(`${examples[0]?.['prompt']}    return x + x\n`);
    expect(study.of('b').get('Example/0')?.programs).toHaveLength(1);
    expect(study.counts('a', tasks)).toMatchObject({ samples: 3, tasks: 1, tasksWithoutSamples: 1, wordings: 2 });
  });

  test('the same sample twice is dropped and counted', async () => {
    const study = await given([{ ...program, sample: 0 }, { ...program, sample: 0 }, program]);
    expect(study.of(null).get('Example/0')?.programs).toHaveLength(2);
    expect(study.counts(null, tasks)).toMatchObject({ samples: 2, repeated: 1 });
  });

  test('without an original, the first wording stands for it, and that is said', async () => {
    const study = await given(['b', 'a'].map((variant) => ({ ...program, variant })));
    const own = study.of(null).get('Example/0');
    expect(own?.variants.map(({ mutation }) => mutation?.mutator ?? null)).toEqual([null, 'given']);
    expect(study.withoutOriginal).toBe(true);
  });

  test('tests of a wording, of a model, and of all', async () => {
    const tests = [
      { task_id: 'Example/0', reply: 'assert double(1) == 2' },
      { task_id: 'Example/0', variant: 'w', module: 'assert double(3) == 6' },
      { task_id: 'Example/0', model: 'other', tests: ['assert double(0) == 0'] },
    ];
    const study = await given([{ ...program, variant: 'w', model: 'm' }], { tests });
    const found = study.of('m').get('Example/0')?.tests;
    expect(found?.map(({ variantId, sample }) => `${variantId} ${sample}`)).toEqual([
      ...['Example/0::shared 0', 'Example/0::w 0'],
    ]);
  });

  test.each([
    [{ task_id: 'Example/7', solution: '' }, /line 1.*task_id/],
    [{ task_id: 'Example/0' }, /line 1/],
    [{ task_id: 'Example/0', solution: 4 }, /line 1.*solution/],
    [{ ...program, sample: -1 }, /line 1.*sample/],
    [{ ...program, variant: '' }, /line 1.*variant/],
    [{ ...program, model: [] }, /line 1.*model/],
  ])('%j is an error with its place', async (record, message) => {
    await expect(given([record])).rejects.toThrow(message);
  });

  test('two programs under one number, and a model that some lines name', async () => {
    const other = { ...program, solution: 'def double(x):\n    return 3\n', sample: 0 };
    await expect(given([{ ...program, sample: 0 }, other])).rejects.toThrow(/line 2.*than line 1/s);
    await expect(given([{ ...program, model: 'a' }, program])).rejects.toThrow(/model/);
  });
});

test('damaged files: a clear message with its file and line, or a correct load', async () => {
  const lines: Records = Array.from({ length: 12 }, (_, at) => ({
    ...{ ...program, model: `m${at % 2}`, variant: `w${at % 3}`, sample: Math.floor(at / 6) },
  }));
  const whole = Buffer.from(asJsonLines(lines));
  const tests = await temporaryFile('tests.jsonl', asJsonLines(TESTS));
  const ended = { loaded: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(byteChange, async (change) => {
      const samples = await temporaryFile('damaged.jsonl', change(whole));
      try {
        const study = await readImportedStudy({ samples, tests }, tasks);
        const programs = study.models.flatMap((model) =>
          [...study.of(model).values()].flatMap((task) => task.programs),
        );
        for (const each of programs) expect(typeof each.text).toBe('string');
        expect(programs.length).toBeGreaterThan(0);
        ended.loaded++;
      } catch (error) {
        expect(error).toBeInstanceOf(DatasetError);
        expect((error as DatasetError).message).toContain(samples);
        ended.refused++;
      }
    }),
  );
  expect(Math.min(ended.loaded, ended.refused)).toBeGreaterThan(10);
});
