import { expect, test } from 'vitest';
import { mutators, selectMutators } from '../../mutators/index.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { cli } from '../fakes/cli.ts';

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

test('adversarial mutators come in by name, or where they are asked for', () => {
  const all: readonly Mutator[] = mutators;
  expect(selectMutators('all').filter(({ preserves }) => preserves === 'adversarial')).toEqual([]);
  expect(selectMutators('all,family:noise,family:approach', { includeAdversarial: true })).toEqual(all);
  for (const mutator of all) expect(selectMutators(mutator.name)).toEqual([mutator]);
});
