import { expect, test } from 'vitest';
import { imageNeedsOf } from '../../../src/datasets/images/image-needs.ts';
import { asJsonLines, exampleRecords, type JsonObject, temporaryFile } from '../example-files.ts';

const setup = { install: ['stanza==1.9.2', 'pytest'], root: 'site-packages', pytest_args: [] };
const live = { id: '1', package: 'stanza', version: '1.9.2', kind: 'wheel', setup };

const needs = async (...records: JsonObject[]) =>
  imageNeedsOf(await temporaryFile('tasks.jsonl', asJsonLines(records)));

test('tasks of one set-up share an image', async () => {
  const found = await needs(live, { ...live, id: '2' }, { ...live, id: '3', package: 'deepchem', version: '2.8.0' });
  const names = found.map((need) => (need.kind === 'recipe' ? need.recipe.name : need.name));
  expect(names).toEqual(['dl-bench-stanza', 'dl-bench-deepchem']);
});

test('a format names its image; most need none', async () => {
  expect(await needs(...(exampleRecords['big-code-bench'] ?? []))).toEqual([{ kind: 'named', name: 'bigcodebench' }]);
  expect(await needs(...(exampleRecords['ds-1000'] ?? []))).toEqual([{ kind: 'named', name: 'ds-1000' }]);
  expect(await needs(...(exampleRecords['human-eval'] ?? []))).toEqual([]);
});

test('a wrong set-up names file, line and field', async () => {
  const wrong = { ...live, setup: { ...setup, install: ['--no-deps'] } };
  await expect(needs(live, wrong)).rejects.toThrow(/tasks[.]jsonl line 2: field "setup[.]install\[0\]"/);
});
