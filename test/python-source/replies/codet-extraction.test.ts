import { expect, test } from 'vitest';
import { cutCodetSolution, splitCodetTests } from '../../../src/python-source/replies/codet-extraction.ts';

test('a solution ends at the first thing at the margin', () => {
  expect(cutCodetSolution('    return 1\n\ndef g():\n    pass\n')).toBe('    return 1\n');
  expect(cutCodetSolution('    # inside\n    return 1\n# outside')).toBe('    # inside\n    return 1');
  expect(cutCodetSolution('    return 1\nifx = 2\n')).toBe('    return 1');
  expect(cutCodetSolution('    return 1')).toBe('    return 1');
});

test('tests hold the entry point, compile, and only the first count', () => {
  const sample = 'f(1) == 2\nassert g(1)\nassert f(2) ==\nassert f(3) == 4\n# done\nassert f(4) == 5';
  expect(splitCodetTests(sample, 'f', 5)).toEqual(['assert f(1) == 2', 'assert f(3) == 4', 'assert f(4) == 5']);
  expect(splitCodetTests(sample, 'f', 2)).toEqual(['assert f(1) == 2', 'assert f(3) == 4']);
});
