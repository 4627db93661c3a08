import { expect, test } from 'vitest';
import { missingImports } from '../../../src/app/evaluation/missing-imports.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';

/** A sandbox that has numpy alone. */
const sandbox = () =>
  sandboxOf(({ suite }) => ({ verdicts: suite.tests.map(({ id }) => (id === 'numpy' ? 'pass' : 'fail')) }));
const { signal } = new AbortController();
const missing = async (codes: readonly string[], from = sandbox()) => {
  const programs = codes.map((code) => ({ code }));
  const { names, isNeededBy } = await missingImports(programs, from, signal);
  return { names, programs: programs.filter(isNeededBy).length };
};

test('published packages that the sandbox lacks, and the programs that need them', async () => {
  const programs = [
    'import torch\nimport numpy',
    'def f():\n    from torch.nn import Linear',
    'import numpy',
    'import pandas',
  ];
  expect(await missing(programs)).toEqual({ names: ['pandas', 'torch'], programs: 3 });
});

test.each([
  ['nothing imported', 'x = 1'],
  ['the standard library', 'import math\nfrom os import path'],
  ['a module that nobody has published', 'import my_helpers'],
  ['an import that may fail', 'try:\n    import torch\nexcept ImportError:\n    torch = None'],
])('%s: the sandbox is not asked', async (_, code) => {
  const asked = sandbox();
  expect(await missing([code], asked)).toEqual({ names: [], programs: 0 });
  expect(asked.jobs).toEqual([]);
});
