import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { extractProgram, type ProgramExtraction } from '../../../src/python-source/replies/extract-program.ts';
import { isValidPython } from '../../../src/python-source/syntax/parse-python.ts';
import { definesFunction } from '../../../src/python-source/syntax/python-names.ts';
import { type CodetTask, sharedRecords } from '../shared-data.ts';

// Whole data sets: quick on an idle machine, but a loaded one must not fail them.
vi.setConfig({ testTimeout: 180_000 });

const PROMPT = `from typing import List


def helper(s: str) -> bool:
    return s == s[::-1]


def add(a: int, b: List[int]) -> int:
    """Adds."""
`;
const COMPLETES: ProgramExtraction = { entryPoint: 'add', promptText: PROMPT, completesPrompt: true, truncated: false };
const CHAT: ProgramExtraction = { ...COMPLETES, promptText: 'Write add(a, b).', completesPrompt: false };
const CUT: ProgramExtraction = { ...CHAT, truncated: true };
const SCRIPT: ProgramExtraction = { ...CHAT, entryPoint: null, promptText: 'Read n and print it.' };

const extract = (reply: string, options = CHAT) => {
  const outcome = extractProgram(reply, options);
  return 'code' in outcome ? outcome.code : `!${outcome.problem}`;
};
const fence = (code: string) => `Sure, here is the code:\n\`\`\`python\n${code}\n\`\`\`\nI hope it helps.`;
const ADD = 'def add(a, b):\n    return a + sum(b)\n';

// What a person takes from a reply: corpus.test.ts.
test('imports and helpers of the prompt come in front where the reply lacks them, not its stub', () => {
  const code = extract(fence(ADD), COMPLETES);
  expect(code).toContain('from typing import List');
  expect(code).toContain('def helper');
  expect(code.match(/def add/g)).toHaveLength(1);
  const own = `from typing import List\n\ndef helper(s):\n    return 1\n\n${ADD}`;
  expect(extract(fence(own), COMPLETES).trim()).toBe(own.trim());
  expect(extract(fence(`from __future__ import annotations\n${ADD}`), COMPLETES)).toMatch(/^from __future__/);
});

test.each([
  ['empty-reply', ' \n', CHAT],
  ['empty-reply', '<think>I wonder', CHAT],
  ['no-code', 'I am sorry, I can’t help with that.', CHAT],
  ['syntax-error', fence('def add(a, b)\n    return a'), CHAT],
  ['entry-missing', fence('def Add(a, b):\n    return a'), CHAT],
  ['syntax-error', '```python\ndef add(a, b):\n    """Only the docstr', CUT],
  ['no-code', 'There is nothing to read.', SCRIPT],
])('%s: %j', (problem, reply, options) => expect(extract(reply, options)).toBe(`!${problem}`));

test('a reply that continues the prompt: all canonical solutions come back, alone and in a chat', ({ skip }) => {
  for (const task of sharedRecords<CodetTask>('codet/tasks.jsonl', skip)) {
    const whole = task.prompt + task.canonical_solution;
    const options = { ...COMPLETES, entryPoint: task.entry_point, promptText: task.prompt };
    expect(extract(task.canonical_solution, options).trim()).toBe(whole.trim());
    expect(extract(fence(whole), options).trim()).toBe(whole.trim());
  }
});

test('whatever the reply is, a program that comes out is valid and defines the function', () => {
  const pieces =
    '```python\n|```\n|    return a\n|def add(|<think>|</think>|"""|\n|text |print(add(1, []))\n|# c\n|;|\\';
  const piece = fc.constantFrom(ADD, ...pieces.split('|'));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }),
      fc.constantFrom(CHAT, COMPLETES, CUT),
      (pieces, options) => {
        const outcome = extractProgram(pieces.join(''), options);
        if ('problem' in outcome) return;
        expect(isValidPython(outcome.code), outcome.code).toBe(true);
        expect(outcome.className !== null || definesFunction(outcome.code, 'add'), outcome.code).toBe(true);
      },
    ),
  );
});
