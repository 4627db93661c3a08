import { expect, test } from 'vitest';
import { mutators, selectMutators } from '../../mutators/index.ts';
import { changedLines } from '../../src/app/list-catalogue.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { fakeIo } from '../fakes/fake-io.ts';

async function cli(...argv: readonly string[]) {
  const io = fakeIo();
  const code = await runCli(argv, io);
  return { code, out: io.out.join(''), err: io.err.join('') };
}

test('the catalogue has every mutator with its pair and how often it applies', async () => {
  const { code, out } = await cli('mutators', '--json');
  expect(code).toBe(0);
  const rows = (JSON.parse(out) as { mutators: { id: string; bundled: { tasks: number; applicable: number } }[] })
    .mutators;
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(mutators.map(({ name }) => name)));
  const neutral = rows.find(({ id }) => id === 'name-func-neutral');
  expect(neutral?.bundled.applicable).toBeGreaterThan(0);
  expect(neutral?.bundled.tasks).toBeGreaterThanOrEqual(neutral?.bundled.applicable ?? 0);
});

test('show gives examples of one mutator and counts its refusals', async () => {
  const { out } = await cli('mutators', 'show', 'name-param-rename', '--json');
  const { id, bundled, examples } = JSON.parse(out) as {
    id: string;
    bundled: { tasks: number; applicable: number; refused: Record<string, number> };
    examples: { before: string; after: string }[];
  };
  expect(id).toBe('name-param-rename');
  expect(examples.length).toBeGreaterThan(0);
  for (const { before, after } of examples) expect(after).not.toBe(before);
  if (bundled.applicable < bundled.tasks) expect(Object.keys(bundled.refused).length).toBeGreaterThan(0);
  expect((await cli('mutators', 'show', 'name-param-rename')).out).toContain(' ->\n');
});

test('show of a wrong id names the nearest, of a family is an error', async () => {
  expect((await cli('mutators', 'show', 'lex-task-verbs')).err).toContain('lex-task-verb');
  expect(await cli('mutators', 'show', 'all')).toMatchObject({ code: 2 });
});

test('adversarial mutators come in by name, or where they are asked for', () => {
  const all: readonly Mutator[] = mutators;
  expect(selectMutators('all').filter(({ preserves }) => preserves === 'adversarial')).toEqual([]);
  expect(selectMutators('all,family:noise,family:approach', { includeAdversarial: true })).toEqual(all);
  for (const mutator of all) expect(selectMutators(mutator.name)).toEqual([mutator]);
});

test('changedLines gives whole lines', () => {
  expect(changedLines('a\nbb cc\nd', [{ start: 2, end: 4, replacement: 'x' }])).toEqual({
    before: 'bb cc',
    after: 'x cc',
  });
});
