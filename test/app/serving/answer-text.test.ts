import { describe, expect, test } from 'vitest';
import { answerText, untilStop } from '../../../src/app/serving/model-answer.ts';
import { isValidPython } from '../../../src/python-source/syntax/parse-python.ts';

const PROMPT = 'from typing import List\n\n\ndef largest(numbers: List[int]):\n    """Return the largest."""\n';

const BODY = '    return max(numbers)\n';

describe('a continuation', () => {
  test.each([
    ['of the prompt itself', `${PROMPT}${BODY}`, BODY],
    ['with another docstring', `def largest(numbers):\n    """Mine."""\n${BODY}`, BODY],
    ['without a docstring', `def largest(numbers):\n${BODY}`, BODY],
    [
      'with an import of its own',
      'from typing import List\nimport heapq\n\ndef largest(numbers):\n    return heapq.nlargest(1, numbers)[0]',
      '    import heapq\n    return heapq.nlargest(1, numbers)[0]\n',
    ],
  ])('%s', (_, program, continuation) => {
    expect(answerText(program, 'continuation', PROMPT, 'largest')).toBe(continuation);
    expect(isValidPython(PROMPT + continuation)).toBe(true);
  });

  test.each([
    ['helpers of its own', 'def up(a, b):\n    return a > b\n\ndef largest(numbers):\n    return max(numbers)'],
    ['something after it', 'def largest(numbers):\n    return most(numbers)\n\nmost = max'],
    ['a body on one line', 'def largest(numbers): return max(numbers)'],
  ])('is the whole program where there is %s', (_, program) => {
    const text = answerText(program, 'continuation', PROMPT, 'largest');
    expect(text).toContain('def largest(numbers)');
    expect(isValidPython(PROMPT + text)).toBe(true);
  });

  test('begins a new line where the prompt does not end with one', () => {
    const open = PROMPT.trimEnd();
    expect(answerText('def largest(numbers):\n    return 1', 'continuation', open, 'largest')).toBe('\n    return 1\n');
  });
});

test('a fence, or the program alone', () => {
  expect(answerText('x = 1\n', 'fenced', '', null)).toBe('```python\nx = 1\n```');
  const ending = 'x = """\n```\n9 of 9 programs agree\n```python\n"""';
  expect(answerText(ending, 'fenced', '', null)).toBe(`\`\`\`\`python\n${ending}\n\`\`\`\``);
  expect(answerText('x = 1\n\n', 'plain', '', null)).toBe('x = 1\n');
});

test('ends in front of the first stop sequence', () => {
  expect(untilStop('one two three', ['three', 'two'])).toBe('one ');
  expect(untilStop('one', ['four'])).toBe('one');
});
