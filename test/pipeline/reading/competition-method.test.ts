import { expect, test } from 'vitest';
import { readProgram, readTests } from '../../../src/pipeline/reading/read-reply.ts';
import { withoutMethodAdapter } from '../../../src/python-source/replies/method-adapter.ts';

const question = {
  truncated: false,
  askedName: 'total',
  entryPoint: 'total',
  renames: null,
  repository: null,
  promptText: 'Return the sum.',
  completesPrompt: false,
};
const METHOD = 'class Solution:\n    def NAME(self, values):\n        return sum(values)\n';

test('a method of Solution is a program, and can be called as a function', () => {
  const read = readProgram({ ...question, text: `\`\`\`python\n${METHOD.replace('NAME', 'total')}\`\`\`` });
  expect(read).toMatchObject({ code: expect.stringContaining('    def total(self, values):') });
  expect(read).toMatchObject({ code: expect.stringMatching(/^def total\(\*arguments, \*\*named\):$/m) });
});

test('what is shown to people is the class alone', () => {
  const code = METHOD.replace('NAME', 'total');
  const read = readProgram({ ...question, text: code }) as { readonly code: string };
  expect(read.code).not.toBe(code);
  expect(withoutMethodAdapter(read.code)).toBe(code);
  expect(withoutMethodAdapter(code)).toBe(code);
});

test("a variant's name is undone in the class, too", () => {
  const renamed = { ...question, askedName: 'sum_up', renames: { total: 'sum_up' } };
  const read = readProgram({ ...renamed, text: METHOD.replace('NAME', 'sum_up') });
  expect(read).toMatchObject({ code: expect.stringContaining('    def total(self, values):') });
  expect(JSON.stringify(read)).not.toContain('sum_up');
});

test('so is a method of another class, unless its objects need arguments', () => {
  const other = METHOD.replace('Solution', 'Other').replace('NAME', 'total');
  const of = (made: string) => readProgram({ ...question, text: other.replace(':\n', `:\n${made}`) });
  expect(of('    def __init__(self, start=0):\n        self.start = start\n\n')).toHaveProperty('code');
  expect(of('    def __init__(self, start):\n        self.start = start\n\n')).toEqual({ problem: 'entry-missing' });
});

test('tests that call the method of an object call the function', () => {
  const text = 'assert Solution().total([1]) == 1\ns = Solution()\nassert s.total([2]) == 2\n';
  expect(readTests({ ...question, text }).tests.map(({ body }) => body)).toEqual([
    { kind: 'assertion', code: 'assert total([1]) == 1' },
    { kind: 'assertion', code: 'assert total([2]) == 2' },
  ]);
});
