import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MutagreeError } from '../../src/core/errors.ts';
import type { RawRecord } from '../../src/core/raw-record.ts';
import type { Task } from '../../src/core/task.ts';
import type { DatasetFormat, LoadedDataset, ReadOptions, RecordMutation } from '../../src/datasets/dataset-format.ts';
import { bundledDatasets, datasetFormats } from '../../src/datasets/index.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { packageRoot } from '../../src/package-root.ts';
import { findFunction } from '../../src/python-source/syntax/python-names.ts';
import { asJsonLines, exampleRecords, sanitizedMbppRecord, temporaryFile } from '../datasets/example-files.ts';
import { failuresOf, runnableHere } from '../datasets/run-official-tests.ts';

/** New names for the function and its parameters, taken from its reference. */
function renamesOf(
  { entryPoint, prompt }: Task,
  reference: string | undefined,
  functionOnly: boolean,
): Record<string, string> {
  if (entryPoint === null) return {};
  const parameters = functionOnly ? [] : (findFunction(reference ?? prompt.text, entryPoint)?.parameters ?? []);
  const plain = parameters
    .filter(({ kind }) => kind === 'plain')
    .map(({ name }, at) => [name, `renamed_${at}_${name}`]);
  return { ...Object.fromEntries(plain), [entryPoint]: `renamed_${entryPoint}` };
}

/** A prompt with its words renamed, as a naming mutator would leave it. */
const renameWords = (text: string, renames: Readonly<Record<string, string>>): string =>
  text.replace(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) => (Object.hasOwn(renames, word) ? (renames[word] ?? word) : word));

const inverse = (renames: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(renames).map(([old, now]) => [now, old]));

/** The result in a list, or an empty list where names cannot be changed safely. */
function unlessRefused<T>(compute: () => T): T[] {
  try {
    return [compute()];
  } catch (error) {
    if (error instanceof MutagreeError && error.code === 'rewrite-refused') return [];
    throw error;
  }
}

interface ContractOptions extends ReadOptions {
  /** Rename the function alone: elsewhere in the record its parameters' names are also English words. */
  readonly functionOnly?: boolean;
  /** Records whose function can be renamed, at least; the others look it up by text. */
  readonly renameable?: number;
  /** Its official tests need an image (and, some of them, minutes to find no network): they run with the live tests. */
  readonly judgedInImage?: true;
}

/** What every adapter promises, on the records of one file. */
function datasetContract(
  formatName: string,
  fileOf: () => string | Promise<string>,
  { functionOnly = false, renameable = 0.98, judgedInImage, ...options }: ContractOptions = {},
): void {
  const format = datasetFormats.find(({ name }) => name === formatName) as DatasetFormat;
  const judgedHere = (set: LoadedDataset) => (judgedInImage ? { ...set, tasks: [] } : set);
  let dataset: LoadedDataset;
  let raw: RawRecord[];
  /** Mutated records; a record whose names cannot be changed safely is left out. */
  let rewritten: { from: (typeof mutations)[number]; value: Record<string, unknown> }[];
  let mutations: { value: Readonly<Record<string, unknown>>; task: Task; mutation: RecordMutation }[];

  beforeAll(async () => {
    dataset = await readDataset(await fileOf(), options);
    raw = dataset.records.map((value, at) => ({ value, file: 'again.jsonl', line: at + 1 }));
    mutations = dataset.tasks.map((task, at) => {
      const reference = dataset.oracles.has(task.id) ? dataset.oracles.open(task.id).reference : undefined;
      const renames = renamesOf(task, reference, functionOnly);
      const mutation = { promptText: renameWords(task.prompt.text, renames), renames, ...options };
      return { value: dataset.records[at] ?? {}, task, mutation };
    });
    rewritten = mutations.flatMap((from) =>
      unlessRefused(() => ({ from, value: format.rewrite(from.value, from.mutation) })),
    );
  });

  test('the file is read by this format, one task per record, in order and always the same', () => {
    expect(dataset.format).toBe(formatName);
    expect(dataset.tasks).toHaveLength(dataset.records.length);
    expect(format.load(raw, options).tasks).toEqual(dataset.tasks);
  });

  test('regions cover each prompt, and the entry point is a name', () => {
    for (const { prompt, entryPoint } of dataset.tasks) {
      expect(prompt.regions.map(({ start, end }) => prompt.text.slice(start, end)).join('')).toBe(prompt.text);
      if (entryPoint !== null) expect(entryPoint).toMatch(/^[\p{L}_][\p{L}\p{N}_]*$/u);
    }
  });

  test('a task holds no code of its reference or tests, only sorted names', () => {
    for (const { id, prompt, interfaceHint, reservedNames, ...rest } of dataset.tasks) {
      expect(reservedNames.filter((name) => !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))).toEqual([]);
      expect(reservedNames).toEqual([...new Set(reservedNames)].sort());
      if (!dataset.oracles.has(id)) continue;
      const { tests } = dataset.oracles.open(id);
      const seen = JSON.stringify(rest);
      for (const { body } of tests) expect(seen).not.toContain(JSON.stringify(body).slice(1, -1));
    }
  });

  test('every reference passes its own official tests', () => {
    expect(failuresOf(judgedHere(dataset))).toEqual({});
  });

  test('a program that does nothing fails them', () => {
    const here = judgedHere(dataset);
    const judged = runnableHere(here).filter(({ id }) => here.oracles.open(id).reference !== undefined);
    expect(Object.keys(failuresOf(here, () => 'pass'))).toHaveLength(judged.length);
  });

  test('rewriting without renames changes the prompt alone', () => {
    for (const { value, task } of mutations) {
      const changed = format.rewrite(value, { promptText: `${task.prompt.text}\n`, renames: {}, ...options });
      const fields = Object.keys(value).filter(
        (field) => JSON.stringify(changed[field]) !== JSON.stringify(value[field]),
      );
      expect(fields).toHaveLength(1);
      expect(changed[fields[0] ?? '']).toBe(`${task.prompt.text}\n`);
      expect(Object.keys(changed)).toEqual(Object.keys(value));
    }
  });

  test(`at least ${100 * renameable} % of the records can be renamed`, () => {
    expect(rewritten.length).toBeGreaterThanOrEqual(renameable * mutations.length);
  });

  // A helper may use a parameter's old name for something of its own; then there is no way back.
  test('renaming back restores the record wherever it is not refused', () => {
    const restored = rewritten.flatMap(({ from: { value: original, task, mutation }, value }) =>
      unlessRefused(() => {
        const back = { promptText: task.prompt.text, renames: inverse(mutation.renames), ...options };
        expect(format.rewrite(value, back)).toEqual(original);
      }),
    );
    expect(restored.length).toBeGreaterThanOrEqual(0.5 * rewritten.length);
  });

  test('a written file loads again under the new names, and its references pass', async () => {
    const lines = asJsonLines(rewritten.map(({ value }) => value));
    const again = await readDataset(await temporaryFile('mutated.jsonl', lines), options);
    expect(again.tasks.map(({ prompt }) => prompt.text)).toEqual(rewritten.map(({ from }) => from.mutation.promptText));
    expect(again.tasks.map(({ entryPoint }) => entryPoint)).toEqual(
      rewritten.map(({ from: { task, mutation } }) =>
        task.entryPoint === null ? null : (mutation.renames[task.entryPoint] ?? task.entryPoint),
      ),
    );
    expect(failuresOf(judgedHere(again))).toEqual({});
  });
}

describe.each(Object.keys(exampleRecords))('%s: two records', (name) => {
  const file = () => temporaryFile('example.jsonl', asJsonLines(exampleRecords[name] ?? []));
  // APPS has several solutions in one text, whose own names nobody renames.
  datasetContract(name, file, { functionOnly: name === 'apps' });
});

describe('big-code-bench: two records by their instruct prompts', () => {
  const records = exampleRecords['big-code-bench'] ?? [];
  datasetContract('big-code-bench', () => temporaryFile('example.jsonl', asJsonLines(records)), { prompt: 'instruct' });
});

describe('mbpp: a sanitized record', () => {
  datasetContract('mbpp', () => temporaryFile('sanitized.json', JSON.stringify([sanitizedMbppRecord])));
});

describe.each(Object.keys(bundledDatasets))('bundled: %s', (name) => {
  datasetContract('mutagree', () => name);
});

const shared = join(packageRoot(), '../shared');
describe.skipIf(!existsSync(shared))('real files (skipped without the folder ../shared)', () => {
  describe('82 tasks of HumanEval', () => datasetContract('human-eval', () => join(shared, 'codet/tasks.jsonl')));
  describe('487 tasks of MBPP', () => datasetContract('mbpp', () => join(shared, 'formats/mbpp.jsonl')));
  describe('82 tasks of HumanEval+', () =>
    datasetContract('eval-plus', () => join(shared, 'formats/humanevalplus.jsonl.gz')));
  describe('120 tasks of LiveCodeBench', () =>
    datasetContract('live-code-bench', () => join(shared, 'formats/livecodebench.jsonl'), { functionOnly: true }));
  const hard = () => join(shared, 'formats/bigcodebench-hard.jsonl');
  describe('68 tasks of BigCodeBench-hard', () =>
    datasetContract('big-code-bench', hard, { functionOnly: true, renameable: 0.9, judgedInImage: true }));
  describe('their instruct prompts', () =>
    datasetContract('big-code-bench', hard, {
      prompt: 'instruct',
      functionOnly: true,
      renameable: 0.9,
      judgedInImage: true,
    }));
});
