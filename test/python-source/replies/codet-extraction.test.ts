import { describe, expect, test, vi } from 'vitest';
import { cutCodetSolution, splitCodetTests } from '../../../src/python-source/replies/codet-extraction.ts';
import { type CodetTask, sharedRecords } from '../shared-data.ts';

// Whole data sets: quick on an idle machine, but a loaded one must not fail them.
vi.setConfig({ testTimeout: 180_000 });

describe('CodeT’s own extraction', () => {
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

  test('gives the published candidates and tests of every task, in order', ({ skip }) => {
    interface Published {
      task_id: string;
      candidates: string[];
      tests: string[];
    }
    const matrix = sharedRecords<Published>('codet/matrix.jsonl.gz', skip);
    const tasks = sharedRecords<CodetTask>('codet/tasks.jsonl', skip);
    const solutions = sharedRecords<{ prompt: string; samples: string[] }>('codet/solutions.jsonl', skip);
    const tests = sharedRecords<{ prompt: string; samples: string[] }>('codet/tests.jsonl', skip);
    let cells = 0;
    for (const { task_id, candidates, tests: published } of matrix) {
      const task = tasks.find((one) => one.task_id === task_id) as CodetTask;
      const samples = tests.find(({ prompt }) => prompt.startsWith(task.prompt))?.samples ?? [];
      const split = new Set(samples.flatMap((sample) => splitCodetTests(sample, task.entry_point, 5)));
      expect([...split]).toEqual(published.map((text) => text.trim()));
      const programs = solutions.find(({ prompt }) => prompt === task.prompt)?.samples ?? [];
      const cut = new Set(programs.map((sample) => `${task.prompt}${cutCodetSolution(sample)}\n`));
      expect([...cut]).toEqual(candidates);
      cells += cut.size * split.size;
    }
    expect(cells).toBe(312_001);
  });
});
