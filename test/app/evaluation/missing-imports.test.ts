import { expect, test } from 'vitest';
import { missingImports } from '../../../src/app/evaluate-samples.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';

/** A sandbox that has numpy alone. */
const sandbox = () =>
  sandboxOf(({ suite }) => ({ verdicts: suite.tests.map(({ id }) => (id === 'numpy' ? 'pass' : 'fail')) }));
const { signal } = new AbortController();
const missing = (programs: readonly string[], from = sandbox()) => {
  const samples = programs.map((code) => ({ code }));
  return missingImports(samples, from, signal);
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
