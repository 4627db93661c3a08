import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveRecord } from '../datasets/dl-bench-files.ts';
import { asJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const mutateFiles = (...argv: readonly string[]) => cli('mutate', '--format', 'dataset', ...argv);

const mutate = (...argv: readonly string[]) => cli('mutate', '--dataset', 'starter', ...argv);

const taskFiles = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();

/** A mutator that finds nothing in the bundled prompts, and one that finds something in a quarter of them. */
const [NOTHING, SOMETHING] = ['lex-task-verb', 'lex-connective'];

test('where every task is refused, nothing is written, and the reasons are counted, of compositions too', async () => {
  const folder = await tempPath('mutated');
  const argv = ['--dataset', 'starter', '--mutators', `${NOTHING},lex-io-verb`, '-o', folder];
  const { code, out, err } = await mutateFiles(...argv);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain('no task of starter could be rewritten');
  expect(err).toContain('no-io-verb (48), no-task-verb (48)');
  expect(err).toContain('--keep-unchanged');
  expect((await mutateFiles(...argv, '--strength', 'strong')).err).toMatch(/no-task-verb \(\d+\)/);
  expect(await taskFiles(folder)).toEqual([]);
});

test('a prompt that is rewritten, and whose record cannot follow, counts as refused', async () => {
  const file = await temporaryFile(
    'live.jsonl',
    asJsonLines([
      {
        ...liveRecord,
        prompt: 'Write a function `sum_area(width, height)` that multiplies width and height.',
        function: 'sum_area',
      },
    ]),
  );
  const folder = await tempPath('mutated');
  const { code, err } = await mutateFiles('--dataset', file, '--mutators', 'name-func-case', '-o', folder);
  expect(code).toBe(2);
  expect(err).toContain('refused for dataset-rewrite (1)');
  expect(await taskFiles(folder)).toEqual([]);
});

test('a mutator without a task has no file, not even an earlier one; the others have theirs', async () => {
  const folder = await tempPath('mutated');
  const kept = await mutateFiles('--dataset', 'starter', '--mutators', NOTHING, '--keep-unchanged', '-o', folder);
  expect(kept.code).toBe(0);
  expect(kept.out).toContain('48 tasks in 1 file\n');
  expect(await taskFiles(folder)).toEqual([`${NOTHING}_s0.jsonl`]);

  const { code, out, err } = await mutateFiles(
    ...['--dataset', 'starter', '--mutators', `${NOTHING},${SOMETHING}`, '-o', folder, '--json'],
  );
  expect(code).toBe(0);
  expect(err).toContain(`no task file for ${NOTHING}:`);
  const { datasets, mutators } = JSON.parse(out);
  const [something, nothing] = mutators;
  expect(nothing).toMatchObject({ applicable: 0, refused: { 'no-task-verb': 48 } });
  expect(datasets).toEqual({ files: 1, tasks: something.applicable });
  const text = await readFile(join(folder, `${SOMETHING}_s0.jsonl`), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(something.applicable);
  expect(await taskFiles(folder)).toEqual([`${SOMETHING}_s0.jsonl`]);
});

test('a frame goes into prompts in prose, and a prompt that a program continues refuses it', async () => {
  const folder = await tempPath('mutated');
  const starter = await mutateFiles('--dataset', 'starter', '--mutators', 'app-plan', '-o', folder);
  expect(starter.code).toBe(2);
  expect(starter.err).toContain('dataset-rewrite (48)');
  const record = { task_id: 'M/1', prompt: 'Write a function to add.', tests: ['assert add(1, 2) == 3'] };
  const file = await temporaryFile('prose.jsonl', asJsonLines([record]));
  const prose = await mutateFiles('--dataset', file, '--mutators', 'app-plan', '-o', folder);
  expect(prose.code).toBe(0);
  const [written] = await taskFiles(folder);
  const { prompt } = JSON.parse(await readFile(join(folder, written ?? ''), 'utf8')) as { prompt: string };
  expect(prompt).toMatch(/^Write a function to add\.\n\nFirst write a plan/);
});

test('without a file: three rewrites beside their prompts, and a row per family', async () => {
  const { code, out } = await mutate('--limit', '6');
  expect(code).toBe(0);
  const heads = out.match(/^starter\/\d+, .+$/gm) ?? [];
  expect(heads).toHaveLength(3);
  expect(new Set(heads.map((head) => head.split(',')[0])).size).toBe(3);
  expect(out).toMatch(/^ {2}\S.* \| .*\S$/m);
  const [, rows = ''] = out.split(/^family .*\n/m);
  const families = [...rows.matchAll(/^[a-z]+(?= )/gm)].map(([family]) => family);
  expect(families).toEqual(['lexical', 'tensor', 'grammatical', 'naming', 'layout']);
});

test('compositions are one family, however many there are', async () => {
  const { out } = await mutate('--strength', 'medium', '--per-mutator', '5');
  expect(out.split('\n').length).toBeLessThan(70);
  expect(out).toMatch(/^composed +\d+\/48/m);
});

test('with a file: a row per mutator, and no rewrites', async () => {
  const { out } = await mutate('--mutators', 'family:naming', '-o', await tempPath('variants.jsonl'));
  expect(out).toMatch(/^mutator .*\nname-func-adversarial /);
});
