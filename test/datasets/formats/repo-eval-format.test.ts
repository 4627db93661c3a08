import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repoEvalFormat } from '../../../src/datasets/formats/repo-eval-format.ts';
import { exampleRecords } from '../example-files.ts';

const [value] = exampleRecords['repo-eval'] ?? [];
const raw = { value: value as Record<string, unknown>, file: 'a.jsonl', line: 1 };

/** What the official check of the first example says of a program; empty where it passes. */
function judge(program: string): string {
  const { oracles, tasks } = repoEvalFormat.load([raw]);
  const body = oracles.open(tasks[0]?.id ?? '').tests[0]?.body;
  const module = body?.kind === 'in-process' ? body.module : '';
  const { stderr } = spawnSync('python3', ['-c', `solution = ${JSON.stringify(program)}\n${module}`], {
    encoding: 'utf8',
  });
  return stderr.trim().split('\n').at(-1) ?? '';
}

test('matches line by line, blanks at their ends and what follows aside', () => {
  const truth = 'names = [self.colour, other.colour]\n\n   return "+".join(names)  ';
  expect(judge(truth)).toBe('');
  expect(judge(`${truth}\n\n    def another(self):\n        pass\n`)).toBe('');
  expect(judge('return "+".join(names)')).toMatch(/no exact match; edit similarity 0\.\d{3}/);
});

test('computes the edit similarity of the authors: 1 minus the distance by the longer text', () => {
  const one = 'names = [self.colour, other.colour]\nreturn "-".join(names)';
  // One of 58 characters differs.
  expect(judge(one)).toContain(`edit similarity ${(1 - 1 / one.length).toFixed(3)}`);
  expect(judge('')).toContain('edit similarity 0.000');
});

test('gives the code before the gap, and the indentation of what is missing', () => {
  const { tasks } = repoEvalFormat.load([raw]);
  expect(tasks[0]).toMatchObject({ kind: 'snippet', gap: { before: value?.['prompt'], indent: '        ' } });
});
