import { describe, expect, test } from 'vitest';
import { DatasetError, MutagreeError } from '../../../src/core/errors.ts';
import type { Task } from '../../../src/core/task.ts';
import type { DatasetFormat } from '../../../src/datasets/dataset-format.ts';
import { dlBenchFormat } from '../../../src/datasets/formats/dl-bench-format.ts';
import { dlBenchLiveFormat } from '../../../src/datasets/formats/dl-bench-live-format.ts';
import { dlBenchLabels } from '../../../src/datasets/formats/dl-bench-task.ts';
import { datasetFormats } from '../../../src/datasets/index.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { csvText } from '../../../src/datasets/reading/read-records.ts';
import { promptingInput } from '../../../src/pipeline/ask-model.ts';
import { assertionsTestStyle } from '../../../src/prompting/assertions-test-style.ts';
import { zeroShotPrompting } from '../../../src/prompting/zero-shot-prompting.ts';
import { harnessTask, liveRecord, tableRow } from '../dl-bench-files.ts';
import { temporaryFile } from '../example-files.ts';

type Fields = Readonly<Record<string, unknown>>;

const place = { file: 'tasks.jsonl', line: 4 };
const load = (format: DatasetFormat, value: Fields) => {
  const { tasks, oracles } = format.load([{ value, ...place }]);
  return { task: tasks[0], oracle: oracles.open(tasks[0]?.id ?? '') };
};
const nodesOf = ({ oracle }: ReturnType<typeof load>) =>
  oracle.tests.map(({ body }) => (body.kind === 'pytest' ? body.node : body.kind));

const RECORDS = [
  [dlBenchFormat, tableRow],
  [dlBenchFormat, harnessTask],
  [dlBenchLiveFormat, liveRecord],
] as const;

test.each(RECORDS)('%o recognises its records, and no other format takes them', (format, record) => {
  expect(datasetFormats.find((each) => each.recognises(record))).toBe(format);
});

test("a row of the authors' table", () => {
  const loaded = load(dlBenchFormat, tableRow);
  expect(loaded.task).toMatchObject({
    id: 'processed_korniaflip7',
    entryPoint: 'flip_rows',
    completesPrompt: false,
    prompt: { text: tableRow.prompt },
    labels: { stage: 'Pre/Post Processing', mlTask: 'General', dataType: 'Image' },
    repository: {
      image: { kind: 'named', name: 'dl-bench-kornia' },
      path: 'kornia/geometry/flip.py',
      functionName: 'flip_rows',
      className: null,
      wholeRoot: true,
    },
  });
  expect(nodesOf(loaded)).toEqual(['tests/geometry/test_flip.py::TestFlip::test_rows', 'tests/geometry/test_flip.py']);
  expect(loaded.oracle.timeoutMs).toBe(300_000);
});

test.each(RECORDS)('%o takes the day of a function from its date or its commit', (format, record) => {
  expect(load(format, record).task).not.toHaveProperty('date');
  expect(load(format, { ...record, commit_date: '2024-06-03T10:00:00Z' }).task?.date).toBe('2024-06-03');
  expect(load(format, { ...record, date: ' 2024-01-02', commit_date: '2024-06-03' }).task?.date).toBe('2024-01-02');
  expect(load(format, { ...record, date: '' }).task).not.toHaveProperty('date');
  expect(() => load(format, { ...record, date: 'June 2024' })).toThrow(/does not begin with a date/);
});

test("a file of the authors' harness", () => {
  const loaded = load(dlBenchFormat, harnessTask);
  expect(loaded.task).toMatchObject({
    id: 'small-text/Net.forward',
    labels: { stage: 'Evaluation & Metrics', mlTask: 'Classification', dataType: 'Text' },
    repository: { path: 'nets/net.py', functionName: 'forward', className: 'Net' },
  });
  expect(load(dlBenchFormat, { ...harnessTask, filename: 'processed_classes-x9.json' }).task?.id).toBe(
    'processed_classes-x9',
  );
});

test('a live record brings the recipe of its image, not tests or reference; its limit is max(60 s, 5 x seconds)', () => {
  const loaded = load(dlBenchLiveFormat, liveRecord);
  expect(JSON.stringify(loaded.task)).not.toMatch(/test_shapes\.py::|width \* height/);
  expect(loaded.task?.repository).toMatchObject({
    image: { kind: 'recipe', recipe: { name: 'dl-bench-example-package' } },
    path: 'example/shapes.py',
    wholeRoot: false,
    plugin: null,
  });
  expect(loaded.task?.labels).toEqual({ stage: 'Model Construction', dataType: 'Others' });
  expect(loaded.oracle).toMatchObject({ timeoutMs: 100_000, reference: liveRecord.installed_source });
  expect(nodesOf(loaded)).toEqual(liveRecord.tests);
  expect(load(dlBenchLiveFormat, { ...liveRecord, seconds: 2 }).oracle.timeoutMs).toBe(60_000);
  const sdist = { ...liveRecord, setup: { ...liveRecord.setup, root: 'sdist', plugin: 'import os\n' } };
  expect(load(dlBenchLiveFormat, sdist).task?.repository).toMatchObject({
    wholeRoot: true,
    plugin: 'mutagree_setup_plugin',
  });
});

test.each([
  [{ stage: 'pre/post processing' }, { stage: 'Pre/Post Processing' }],
  [{ stage: 'Post-Processing' }, { stage: 'Pre/Post Processing' }],
  [{ stage: 'evaluation&metrics' }, { stage: 'Evaluation & Metrics' }],
  [{ task: 'object detection' }, { mlTask: 'Object Detection' }],
  [{ task: 'Time-series prediction' }, { mlTask: 'Time Series Prediction' }],
  [{ data: 'tabular' }, { dataType: 'Structured Array' }],
  [{ stage: null, task: 'no such', data: '' }, {}],
])('labels of %j', (fields, labels) => {
  expect(dlBenchLabels(fields)).toEqual(labels);
});

test.each([
  [dlBenchFormat, { ...tableRow, 'ground Truth': '../up.py' }, 'ground Truth'],
  [dlBenchFormat, { ...tableRow, test_cases: '  ' }, 'test_cases'],
  [dlBenchFormat, { ...tableRow, function: 'not a name' }, 'function'],
  [dlBenchFormat, { ...harnessTask, class: '1x' }, 'class'],
  [dlBenchFormat, { ...harnessTask, repo: 3 }, 'repo'],
  [dlBenchLiveFormat, { ...liveRecord, path: '/etc/passwd' }, 'path'],
  [dlBenchLiveFormat, { ...liveRecord, tests: [] }, 'tests'],
  [dlBenchLiveFormat, { ...liveRecord, seconds: -1 }, 'seconds'],
  [dlBenchLiveFormat, { ...liveRecord, setup: { ...liveRecord.setup, install: ['--x'] } }, 'setup.install[0]'],
])('%# a wrong field is named with file and line', (format, value, field) => {
  expect(() => load(format, value)).toThrow(DatasetError);
  expect(() => load(format, value)).toThrow(`tasks.jsonl line 4: field "${field}"`);
});

test('rewriting changes the prompt alone, and refuses to rename what the tests of the repository call', () => {
  const rewritten = dlBenchLiveFormat.rewrite(liveRecord, { promptText: 'new', renames: {} });
  expect(rewritten).toEqual({ ...liveRecord, prompt: 'new' });
  expect(() => dlBenchFormat.rewrite(tableRow, { promptText: 'new', renames: { flip_rows: 'f' } })).toThrow(
    MutagreeError,
  );
});

describe('tables', () => {
  const rows = [tableRow, { ...tableRow, filename: 'processed_b.txt', prompt: 'Two\nlines, "quoted"' }];

  test('a table is read by its name, and written so that it loads again', async () => {
    const dataset = await readDataset(await temporaryFile('tasks.csv', csvText(rows)));
    expect(dataset).toMatchObject({ format: 'dl-bench', table: true });
    expect(dataset.tasks.map(({ id }) => id)).toEqual(['processed_korniaflip7', 'processed_b']);
    expect(dataset.records).toEqual(rows);
    const again = await readDataset(await temporaryFile('again.csv', csvText(dataset.records)));
    expect(again.tasks).toEqual(dataset.tasks);
  });

  test.each(['.txt', 'folder/', 'folder/.json'])('a file called %s still gives an id', async (filename) => {
    const { tasks } = await readDataset(await temporaryFile('tasks.csv', csvText([{ ...tableRow, filename }])));
    expect(tasks[0]?.id).not.toBe('');
  });

  test('a row with too few fields is named with its line', async () => {
    const file = await temporaryFile('tasks.csv', `${csvText(rows)}one,two\n`);
    await expect(readDataset(file)).rejects.toThrow(/tasks\.csv line \d+: is not a table/);
  });
});

describe('a live record with its module', () => {
  const source = `import math

class Shape:
    def __init__(self, width, height):
        self.width, self.height = width, height

    def area(self, scale=1):
        return math.prod([self.width, self.height, scale])

    def name(self):
        return "shape"


def other(x):
    return x
`;
  const record = { ...liveRecord, class: 'Shape', module_source: source };
  const asked = (value: Fields) => {
    const { task } = load(dlBenchLiveFormat, value);
    const variant = { id: 'v', taskId: 'x', prompt: task?.prompt.text ?? '', mutation: null };
    return promptingInput(task as Task, variant, []);
  };

  test('is asked for with module path, imports, class, what makes its objects and signatures, and never its own body', () => {
    for (const messages of [
      zeroShotPrompting.programMessages(asked(record)),
      assertionsTestStyle.testMessages({ ...asked(record), testsPerSample: 3 }),
    ]) {
      const text = messages.map(({ content }) => content).join('\n');
      for (const shown of [
        '`area` is a method of the class `Shape` in the module `example.shapes`',
        ...['import math', 'self.width, self.height = width, height', 'def other(x): ...'],
        'def area(self, scale=1): ...  # to be written',
      ])
        expect(text).toContain(shown);
      expect(text).not.toMatch(/math\.prod|return "shape"/);
    }
  });

  test('is refused where the module has no such function', () => {
    expect(() => load(dlBenchLiveFormat, { ...record, module_source: 'x = 1\n' })).toThrow(
      /does not define "Shape.area"/,
    );
    expect(load(dlBenchLiveFormat, liveRecord).task).not.toHaveProperty('context');
  });
});
