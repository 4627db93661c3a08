import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODEBOOKS, mergeLabels, readCodebook, sheetOfItems, suggestLabels } from '../../src/app/label-tasks.ts';
import { DATA_TYPES, ML_TASKS, STAGES } from '../../src/core/task.ts';
import { readRecords } from '../../src/datasets/reading/read-records.ts';
import { BUG_KINDS } from '../../src/taxonomy/bug-kinds.ts';
import { asJsonLines, readJsonLines } from '../datasets/example-files.ts';
import { suiteDir } from '../fakes/temp-dir.ts';

const folder = suiteDir();
const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

const tasks = put(
  'tasks.jsonl',
  asJsonLines([
    { id: 'one', prompt: 'Write a function `accuracy(y_true, y_pred)` that returns the share of right predictions.' },
    { id: 'two', prompt: '=cmd()|Write a training step that updates the weights of a model by its optimizer.' },
    { id: 'three', prompt: 'Write a function that resizes and normalizes an image, "quoted",\nover two lines.' },
  ]),
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
    ['a label twice', 'question: Which?\nlabels: [{ name: A }, { name: a }]\n', 'labels.1.name'],
    ['a separator in a name', 'question: Which?\nlabels: [{ name: A;B }, { name: C }]\n', 'labels.0.name'],
    ['no question', 'labels: [{ name: A }, { name: B }]\n', 'question'],
    ['broken YAML', 'labels: [x\n', 'line'],
  ])('refuses %s and names the place', async (_what, text, place) => {
    await expect(readCodebook(put('own.yaml', `name: x\ntitle: X\n${text}`))).rejects.toThrow(place);
  });

  test('an unknown name gets the nearest', async () => {
    await expect(readCodebook('stages')).rejects.toMatchObject({ hint: expect.stringContaining('"stage"') });
  });
});

test('a sheet comes back as it was written', async () => {
  const name = 'sheet.csv';
  const rows = await sheetOfItems({ codebook: 'stage', dataset: tasks, out: at(name) });
  expect(rows).toHaveLength(3);
  const records = await readRecords(at(name));
  expect(records.map(({ value }) => [value['id'], value['labels'], value['prompt']])).toEqual(
    rows.map((row) => [row['id'], '', row['prompt']]),
  );
  // What a spreadsheet would take for a formula is text.
  expect(records[1]?.value['prompt']).toMatch(/^'=cmd/);
  await expect(sheetOfItems({ codebook: 'stage', dataset: tasks, out: at(name) })).rejects.toThrow('exists');
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

  test('majority and conflict, with every vote', async () => {
    const { items } = await mergeLabels({ codebook: 'stage', raters, out: at('merged.jsonl') });
    expect(items.map(({ status }) => status)).toEqual(['unanimous', 'majority', 'conflict']);
    const third = readJsonLines<{ votes: object[] }>(at('merged.jsonl'))[2];
    expect(third).toMatchObject({ id: 'three', labels: [], status: 'conflict' });
    expect(third?.votes[1]).toEqual({ rater: 'ben', labels: ['Inference'], note: 'ben.csv of three' });
  });

  test('takes raters of one file by a column, and refuses the same item twice', async () => {
    const both = put('both.csv', 'id,labels,rater\none,Training,uma\none,Inference,vic\n');
    const { agreement } = await mergeLabels({ codebook: 'stage', raters: [both] });
    expect(agreement.raters).toEqual(['uma', 'vic']);
    const again = put('uma.csv', 'id,labels\none,Training\n');
    await expect(mergeLabels({ codebook: 'stage', raters: [both, again] })).rejects.toMatchObject({
      code: 'label-twice',
    });
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
  });

  test('compares sets of labels, by name or code, if there may be several', async () => {
    const one = put('x.csv', 'id,labels\nf,Operation/Calculation Error; 1\n');
    const two = put('y.csv', 'id,labels\nf,10; Misinterpretation\n');
    const { agreement, items } = await mergeLabels({ codebook: 'bug-kind', raters: [one, two] });
    expect(agreement.distance).toBe('masi');
    expect(items[0]?.labels).toEqual(['Operation/Calculation Error', 'Misinterpretation']);
  });
});

describe('machines', () => {
  test('suggest stages of an unlabelled set, and say who did', async () => {
    const out = at('suggestions.jsonl');
    const { suggestions, counts } = await suggestLabels({ codebook: 'stage', dataset: tasks, out });
    expect(suggestions).toHaveLength(3);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    for (const { labels } of suggestions)
      expect(labels.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6);
    expect(readJsonLines(out)[0]).toMatchObject({ id: 'one', by: 'stage classifier' });
  });

  test('refuse what no classifier knows', async () => {
    const suggest = (codebook: string) => suggestLabels({ codebook, dataset: tasks });
    await expect(suggest('data-type')).rejects.toMatchObject({ code: 'label-machine' });
    await expect(suggest('bug-kind')).rejects.toMatchObject({ code: 'label-items' });
  });
});
