import { expect, test } from 'vitest';
import { stdioExamples } from '../../../src/python-source/tests/prompt-examples.ts';

const pair = (stdin: string, expectedStdout: string) => ({ kind: 'stdio', stdin: `${stdin}\n`, expectedStdout });
const FENCED = 'Input:\n```\n2 3\n```\nOutput:\n```\n5\n```\n';

test.each<[string, string, object[]]>([
  ['fences', FENCED, [pair('2 3', '5')]],
  [
    'two of them, numbered and bold',
    `**Example Input 1:**\n\n${FENCED.slice(7)}\n### Input 2\n1\n2\n\n### Output 2\n3\n`,
    [pair('2 3', '5'), pair('1\n2', '3')],
  ],
  ['on one line', 'Input: 4\nOutput: 16', [pair('4', '16')]],
  [
    'a competition statement',
    '-----Sample Input-----\n3\n1 2 3\n\n-----Sample Output-----\n6\n\nExplanation:\nThe sum.',
    [pair('3\n1 2 3', '6')],
  ],
  ['empty input', 'Input:\n```\n```\nOutput:\n```\nhello\n```', [pair('', 'hello')]],
  ['Windows line ends', FENCED.replaceAll('\n', '\r\n'), [pair('2 3', '5')]],
  [
    'a specification in sentences is none',
    'Input\nThe first line holds an integer that says how many numbers there are in the second line below.\n\nOutput\nPrint the sum of all of the numbers that the second line of the input holds.\n',
    [],
  ],
  ['an input without an output', 'Input: 3\nand then nothing', []],
  ['nothing', 'Write a program.', []],
])('stdioExamples: %s', (_, text, expected) => {
  expect(stdioExamples(text)).toEqual(expected);
});
