import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mergeLabels, sheetOfItems, suggestLabels } from '../../../src/app/label-tasks.ts';
import { CODEBOOKS, readCodebook } from '../../../src/app/labelling/label-files.ts';
import { DATA_TYPES, ML_TASKS, STAGES } from '../../../src/core/task.ts';
import { readRecords } from '../../../src/datasets/reading/read-records.ts';
import { BUG_KINDS } from '../../../src/taxonomy/bug-kinds.ts';

const folder = mkdtempSync(join(tmpdir(), 'mutagree-labels-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

const tasks = put(
  'tasks.jsonl',
  [
    { id: 'one', prompt: 'Write a function `accuracy(y_true, y_pred)` that returns the share of right predictions.' },
    { id: 'two', prompt: '=cmd()|Write a training step that updates the weights of a model by its optimizer.' },
    { id: 'three', prompt: 'Write a function that resizes and normalizes an image, "quoted",\nover two lines.' },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join(''),
);

describe('codebooks', () => {
  test('the bundled ones have the names of the taxonomies, in their order', async () => {
    const names = async (name: string) => (await readCodebook(name)).labels.map((label) => label.name);
    expect(await names('stage')).toEqual([...STAGES]);
    expect(await names('ml-task')).toEqual([...ML_TASKS]);
    expect(await names('data-type')).toEqual([...DATA_TYPES]);
    const bugs = await readCodebook('bug-kind');
    expect(bugs.labels.map(({ code, name }) => [code, name])).toEqual(
      BUG_KINDS.map(({ label, name }) => [label, name]),
    );
    expect(CODEBOOKS).toHaveLength(4);
  });

  test.each([
    [
      'a label twice',
      'name: x\ntitle: X\nquestion: Which?\nfield: x\nlabels:\n  - name: A\n  - name: a\n',
      'labels.1.name',
    ],
    [
      'a separator in a name',
      'name: x\ntitle: X\nquestion: Which?\nfield: x\nlabels:\n  - name: A;B\n  - name: C\n',
      'labels.0.name',
    ],
    ['no question', 'name: x\ntitle: X\nfield: x\nlabels:\n  - name: A\n  - name: B\n', 'question'],
    ['broken YAML', 'name: [x\n', 'line'],
  ])('refuses %s and names the place', async (_what, text, place) => {
    await expect(readCodebook(put('own.yaml', text))).rejects.toThrow(place);
  });

  test('an unknown name gets the nearest', async () => {
    await expect(readCodebook('stages')).rejects.toMatchObject({ hint: expect.stringContaining('"stage"') });
  });
});

describe('sheets', () => {
  test('comes back as it was written', async () => {
    const name = 'sheet.csv';
    const rows = await sheetOfItems({ codebook: 'stage', dataset: tasks, out: at(name) });
    expect(rows).toHaveLength(3);
    const records = await readRecords(at(name));
    expect(records.map(({ value }) => [value['id'], value['labels'], value['prompt']])).toEqual(
      rows.map((row) => [row['id'], '', row['prompt']]),
    );
    // What a spreadsheet would take for a formula is text.
    expect(records[1]?.value['prompt']).toMatch(/^'=cmd/);
    await expect(sheetOfItems({ codebook: 'stage', dataset: tasks, out: at(name) })).rejects.toThrow('there already');
  });
});

const rated = (name: string, labels: readonly string[]) =>
  put(
    name,
    `id,labels,note\n${['one', 'two', 'three'].map((id, row) => `${id},${labels[row]},${name} of ${id}\n`).join('')}`,
  );

describe('merging', () => {
  const raters = [
    rated('ada.csv', ['evaluation & metrics', 'Training', 'Pre/Post Processing']),
    rated('ben.csv', ['Evaluation & Metrics', 'Training', 'Inference']),
    rated('cleo.csv', ['Evaluation & Metrics', 'Inference', 'Training']),
  ];

  test('majority, conflict, settling and joining', async () => {
    const first = await mergeLabels({
      codebook: 'stage',
      raters,
      conflicts: at('conflicts.csv'),
    });
    expect(first.items.map(({ status }) => status)).toEqual(['unanimous', 'majority', 'conflict']);
    const conflicts = readFileSync(at('conflicts.csv'), 'utf8');
    expect(conflicts).toContain('ben.csv of three');
    const settled = put('settled.csv', conflicts.replace('three,,', 'three,Pre/Post Processing,talked over'));
    const second = await mergeLabels({
      codebook: 'stage',
      raters,
      settled,
      conflicts: at('conflicts-2.csv'),
      join: tasks,
      joined: at('joined.jsonl'),
    });
    expect(second.items[2]).toMatchObject({ status: 'settled', note: 'talked over' });
    expect(second.joinedRecords).toBe(3);
    const joined = readFileSync(at('joined.jsonl'), 'utf8').trim().split('\n');
    expect(joined.map((line) => JSON.parse(line).stage)).toEqual([
      'Evaluation & Metrics',
      'Training',
      'Pre/Post Processing',
    ]);
    expect(readFileSync(at('conflicts-2.csv'), 'utf8')).toContain('talked over');
  });

  test('leaves numbers of the joined file as they are spelled, and refuses labels of nothing in it', async () => {
    const own = put('own.jsonl', '{"id": "one", "prompt": "p", "weight": 1.0, "big": 12345678901234567890}\n');
    const one = put('uma.csv', 'id,labels\none,Training\n');
    await mergeLabels({ codebook: 'stage', raters: [one], join: own, joined: at('own-joined.jsonl') });
    const joined = readFileSync(at('own-joined.jsonl'), 'utf8');
    expect(joined).toContain('"weight": 1.0, "big": 12345678901234567890');
    expect(JSON.parse(joined).stage).toBe('Training');
    const stray = put('vic.csv', 'id,labels\nnine,Training\n');
    const settings = { codebook: 'stage', raters: [stray], join: own, joined: at('stray.jsonl') };
    await expect(mergeLabels(settings)).rejects.toMatchObject({ code: 'label-stray' });
    const named = put('settled.csv.csv', 'id,labels,rater\none,Training,settled\n');
    await expect(mergeLabels({ codebook: 'stage', raters: [named] })).rejects.toMatchObject({ code: 'rater-name' });
  });

  test('says which file and line holds a label that is none', async () => {
    const wrong = rated('dan.csv', ['Evaluation', 'Training', 'Training']);
    await expect(mergeLabels({ codebook: 'stage', raters: [...raters, wrong] })).rejects.toThrow(
      /dan\.csv line 2: .*"Evaluation"/,
    );
    const several = rated('eve.csv', ['Training; Inference', 'Training', 'Training']);
    await expect(mergeLabels({ codebook: 'stage', raters: [several] })).rejects.toThrow('allows one');
  });

  test('never writes over what it reads', async () => {
    await expect(mergeLabels({ codebook: 'stage', raters, out: raters[0] })).rejects.toMatchObject({
      code: 'output-is-input',
    });
    await expect(mergeLabels({ codebook: 'stage', raters, join: tasks })).rejects.toMatchObject({ code: 'join-half' });
  });

  test('several labels of a failure go into both fields, as codes', async () => {
    const failure = { id: 'f', prompt: 'p', generated: 'def f(): pass', pytest_output: 'E' };
    const failures = put('failures.jsonl', `${JSON.stringify(failure)}\n${JSON.stringify(failure)}\n`);
    const one = put('x.csv', 'id,labels\nf,Operation/Calculation Error; 1\n');
    const two = put('y.csv', 'id,labels\nf,10; Misinterpretation\n');
    const { agreement } = await mergeLabels({
      codebook: 'bug-kind',
      raters: [one, two],
      join: failures,
      joined: at('failures-labelled.jsonl'),
    });
    expect(agreement.distance).toBe('masi');
    expect(JSON.parse(readFileSync(at('failures-labelled.jsonl'), 'utf8').split('\n')[0] ?? '')).toMatchObject({
      label: 10,
      second_label: 1,
    });
  });
});

describe('machines', () => {
  test('predict stages of an unlabelled set, and say who did', async () => {
    const { suggestions, counts } = await suggestLabels({
      codebook: 'stage',
      dataset: tasks,
      out: at('suggestions.jsonl'),
      joined: at('predicted.jsonl'),
    });
    expect(suggestions).toHaveLength(3);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    for (const { labels } of suggestions)
      expect(labels.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6);
    const [line] = readFileSync(at('predicted.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({
      stage: suggestions[0]?.labels[0]?.name,
      stage_by: 'stage classifier',
    });
  });

  test('need a model for what no classifier knows', async () => {
    await expect(suggestLabels({ codebook: 'data-type', dataset: tasks })).rejects.toMatchObject({
      code: 'label-machine',
    });
    await expect(suggestLabels({ codebook: 'bug-kind', dataset: tasks })).rejects.toMatchObject({
      code: 'label-items',
    });
  });
});
