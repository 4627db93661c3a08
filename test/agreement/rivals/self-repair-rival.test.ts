import { expect, test } from 'vitest';
import { selfRepairRival } from '../../../agreement/rivals/self-repair-rival.ts';
import type { RepairInput } from '../../../src/core/rival.ts';

const input: RepairInput = {
  promptText: 'Double x.',
  entryPoint: 'double',
  code: '\n\ndef double(x):\n    return x\n\n',
  failed: [
    { test: 'assert double(1) == 2', returned: '1' },
    { test: 'assert double("a") == "aa"', returned: null },
  ],
};
const asked = (changes: Partial<RepairInput> = {}) => {
  const messages = selfRepairRival.repairMessages?.({ ...input, ...changes }) ?? [];
  expect(messages.map(({ role }) => role)).toEqual(['user']);
  return messages[0]?.content ?? '';
};

test('a request shows the task, the program and the failed tests, each with what came back', () => {
  const blocks = asked().split('\n\n');
  expect(blocks).toHaveLength(7);
  expect(blocks[1]).toBe('Double x.');
  expect(blocks[3]).toBe('```python\ndef double(x):\n    return x\n```');
  expect(blocks[4]).toContain('may themselves be wrong');
  expect(blocks[5]).toBe(
    '```python\nassert double(1) == 2\n# it returns 1 there\nassert double("a") == "aa"\n# it returns nothing there\n```',
  );
});

test('it asks for the whole program by name, and lets a right program stand', () => {
  const last = (text: string) => text.split('\n\n').at(-1);
  expect(last(asked())).toContain('the whole corrected program with the function double in one Python code block');
  expect(last(asked({ entryPoint: null }))).toContain('the whole corrected program in one Python code block');
  expect(last(asked())).toContain('If the program is right and the checks are wrong, write it again as it is.');
});

test('three failed tests are shown, cut at 400 characters', () => {
  const failed = ['a', 'b', 'c', 'd'].map((name) => ({ test: `assert ${name}`, returned: null }));
  const text = asked({ failed });
  expect(['a', 'b', 'c', 'd'].filter((name) => text.includes(`assert ${name}`))).toEqual(['a', 'b', 'c']);
  const long = (length: number) => asked({ failed: [{ test: 'x'.repeat(length), returned: 'y'.repeat(length) }] });
  expect(long(400)).toContain(`\n${'x'.repeat(400)}\n# it returns ${'y'.repeat(400)} there\n`);
  expect(long(401)).toContain(`\n${'x'.repeat(400)} …\n# it returns ${'y'.repeat(400)} … there\n`);
});

test('half of the programs are left to be repaired, the odd one is asked for at first', () => {
  expect(selfRepairRival.split(10)).toEqual({ programs: 5, testReplies: 10, repairs: 5 });
  expect(selfRepairRival.split(7)).toEqual({ programs: 4, testReplies: 7, repairs: 3 });
});
