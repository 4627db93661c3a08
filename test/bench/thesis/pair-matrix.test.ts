import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { pairMatrix, readPairs } from '../../../bench/thesis/pair-matrix.ts';
import { analyseScopes } from '../../../src/python-source/scopes/scopes.ts';
import { definesFunction } from '../../../src/python-source/syntax/python-names.ts';
import { parsePython } from '../../../src/python-source/syntax/python-tree.ts';

// Seconds on an idle machine; a loaded one must not fail it.
vi.setConfig({ testTimeout: 120_000 });

const file = new URL('../../../../shared/thesis/pairs.jsonl', import.meta.url);

test('the published pairs become matrices, and no module that defines the function decides a verdict', ({ skip }) => {
  if (!existsSync(file))
    skip('../shared/thesis/pairs.jsonl is not there: put the reference data beside the repository');
  const pairs = readPairs(readFileSync(file, 'utf8')).filter(({ tests }) => tests.length > 0);
  expect(pairs).toHaveLength(38);
  const modules = pairs.flatMap((pair) => pair.modules);
  // A module that holds no test method, or none that calls the function, gives none.
  const distinct = new Map(modules.map((module) => [module.text, module.methods]));
  const giving = [...distinct.values()].filter((methods) => methods > 0);
  expect(giving.length / distinct.size).toBeGreaterThan(0.9);
  expect(modules.filter(({ definesFunction: own }) => own).length).toBeGreaterThan(10);
  for (const pair of pairs) {
    const { candidates, tests } = pairMatrix(pair);
    for (const { code } of candidates) expect(definesFunction(code, 'task_func'), pair.id).toBe(true);
    for (const { body } of tests) {
      if (body.kind !== 'method') throw new Error(`${pair.id}: a test that is not a method`);
      const { module, occurrences } = analyseScopes(parsePython(body.module));
      expect(module.bound.has('task_func'), pair.id).toBe(false);
      expect(occurrences.some(({ name, home }) => name === 'task_func' && home === null)).toBe(true);
    }
  }
});
