import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
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

describe('a chat reply', () => {
  test.each([
    ['a fence', fence(ADD)],
    ['a fence that never closes', `Here:\n\`\`\`python\n${ADD}`],
    ['a fence that only closes', `${ADD}\`\`\`\nThat is all.`],
    ['no fence, prose around', `This is it:\n\n${ADD}\nThis function adds the numbers.\nNote that it is fast.`],
    ['reasoning before', `<think>def add(a, b): return 0\nHm.</think>\n${fence(ADD)}`],
    [
      'reasoning whose beginning is lost',
      `I think\n\`\`\`python\ndef add(a, b):\n    return 0\n\`\`\`\n</think>\n${fence(ADD)}`,
    ],
    ['Windows line ends and a byte order mark', `\ufeff${fence(ADD).replaceAll('\n', '\r\n')}`],
    ['an indented fence in a list', `1. Write it:\n   \`\`\`python\n${ADD.replace(/^(?=.)/gm, '   ')}   \`\`\``],
    ['an end token and another turn', `${fence(ADD)}<|im_end|>\n\`\`\`python\ndef add(a, b):\n    return 5\n\`\`\``],
    ['an example block behind', `${fence(ADD)}\n\`\`\`python\nprint(add(1, [2]))\n\`\`\``],
    ['a shell block before', `\`\`\`bash\npip install add\n\`\`\`\n${fence(ADD)}`],
  ])('%s', (_, reply) => expect(extract(reply).trim()).toBe(ADD.trim()));

  test('demonstrations go, set-up stays', () => {
    const kept = `import sys\nsys.setrecursionlimit(10**6)\nLIMIT = 3\n\nclass Node:\n    pass\n\n${ADD}`;
    const shown = `${kept}\nresult = add(1, [2])\nprint(result)\nassert add(1, [2]) == 3\nfor x in range(3):\n    print(add(x, []))\nadd(1, [])\nif __name__ == "__main__":\n    add(2, [])\n`;
    expect(extract(fence(shown)).trim()).toBe(kept.trim());
  });

  test('a definition that stands in another block is taken along', () => {
    const code = extract(
      `${fence('import math\ndef double(x):\n    return 2 * x')}\n${fence('def add(a, b):\n    return double(a)')}`,
    );
    expect(code).toContain('def double');
    expect(definesFunction(code, 'add')).toBe(true);
  });

  test('the last version counts, unless it is announced as an alternative', () => {
    const other = 'def add(a, b):\n    return 0';
    expect(extract(`${fence(ADD)}\nAlternatively:\n${fence(other)}`).trim()).toBe(ADD.trim());
    expect(extract(`${fence(other)}\nThat was wrong. The corrected version:\n\`\`\`python\n${ADD}\`\`\``).trim()).toBe(
      ADD.trim(),
    );
  });

  test('imports and helpers of the prompt come in front where the reply lacks them, not its stub', () => {
    const code = extract(fence(ADD), COMPLETES);
    expect(code).toContain('from typing import List');
    expect(code).toContain('def helper');
    expect(code.match(/def add/g)).toHaveLength(1);
    const own = `from typing import List\n\ndef helper(s):\n    return 1\n\n${ADD}`;
    expect(extract(fence(own), COMPLETES).trim()).toBe(own.trim());
  });

  test('a future import stays the first line', () => {
    const code = extract(fence(`from __future__ import annotations\n${ADD}`), COMPLETES);
    expect(code.startsWith('from __future__')).toBe(true);
    expect(isValidPython(code)).toBe(true);
  });
});

describe('a reply that continues the prompt', () => {
  const BODY = '    for x in b:\n        a += x\n    return a\n';
  test.each([
    ['as it is', BODY],
    ['with junk at the margin behind', `${BODY}\n\ndef other(:\n\nprint("unclosed`],
    ['with asserts behind', `${BODY}\nassert add(1, [2]) == 3\nassert `],
    ['with its first indentation lost', BODY.trimStart()],
    ['with all of its indentation lost', BODY.replace(/^ {4}/gm, '')],
    ['in a fence', `\`\`\`python\n${BODY}\`\`\``],
  ])('%s', (_, reply) => {
    expect(extract(reply, COMPLETES).trim()).toBe((PROMPT + BODY).trim());
  });

  test('its second function is not a body', () => {
    expect(extract('def other(a):\n    return a\n', COMPLETES)).toBe('!entry-missing');
  });

  test('all canonical solutions come back, alone and in a chat', ({ skip }) => {
    for (const task of sharedRecords<CodetTask>('codet/tasks.jsonl', skip)) {
      const whole = task.prompt + task.canonical_solution;
      const options = { ...COMPLETES, entryPoint: task.entry_point, promptText: task.prompt };
      expect(extract(task.canonical_solution, options).trim()).toBe(whole.trim());
      expect(extract(fence(whole), options).trim()).toBe(whole.trim());
    }
  });
});

describe('problems', () => {
  test.each([
    ['empty-reply', ' \n', CHAT],
    ['empty-reply', '<think>I wonder', CHAT],
    ['no-code', 'I am sorry, I can’t help with that.', CHAT],
    ['syntax-error', fence('def add(a, b)\n    return a'), CHAT],
    ['entry-missing', fence('def Add(a, b):\n    return a'), CHAT],
    ['syntax-error', '```python\ndef add(a, b):\n    """Only the docstr', CUT],
    ['no-code', 'There is nothing to read.', SCRIPT],
  ])('%s: %j', (problem, reply, options) => expect(extract(reply, options)).toBe(`!${problem}`));
});

describe('a reply that was cut', () => {
  test('keeps the longest beginning that is a program', () => {
    expect(extract('```python\ndef add(a, b):\n    r = a\n    for x in b:\n        r += x\n        if r ==', CUT)).toBe(
      'def add(a, b):\n    r = a\n    for x in b:\n        r += x\n',
    );
  });

  test('a finished function stays whole, an unfinished second one goes', () => {
    expect(extract(`\`\`\`python\n${ADD}\ndef test():\n    assert add(`, CUT).trim()).toBe(ADD.trim());
  });
});

test('a script is the whole best block, its prints and guards included', () => {
  const script = 'n = int(input())\nif __name__ == "__main__":\n    print(n)';
  expect(extract(fence(script), SCRIPT).trim()).toBe(script);
  expect(extract(`${script}\n\nThis reads the number.`, SCRIPT).trim()).toBe(script);
});

test('whatever the reply is, a program that comes out is valid and defines the function', () => {
  const piece = fc.constantFrom(
    ADD,
    '```python\n',
    '```\n',
    '    return a\n',
    'def add(',
    '<think>',
    '</think>',
    '"""',
    '\n',
    'text ',
    'print(add(1, []))\n',
    '# c\n',
    ';',
    '\\',
  );
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
