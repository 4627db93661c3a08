import { expect, test } from 'vitest';
import { parsePrompt } from '../../../src/python-source/prompts/parse-prompt.ts';
import { promptExamples } from '../../../src/python-source/tests/prompt-examples.ts';

const codesOf = (text: string, entryPoint: string, kind?: 'method') =>
  promptExamples({ prompt: parsePrompt(text, entryPoint), entryPoint, ...(kind && { kind }) }).map((body) =>
    'code' in body ? body.code : body.kind,
  );

const statement = (examples: string, signature = 'f(self, nums: List[int]) -> int') =>
  `Do something with nums.\n\nExample 1:\n\n${examples}\n\nclass Solution:\n    def ${signature}:\n        `;

test.each([
  ['Input: nums = [2,7], target = 9\nOutput: [0,1]\nExplanation: 2 + 7 == 9.', 'Solution().f([2,7], 9) == [0,1]'],
  ['**Input:** nums = [3,2], target = 6\n**Output:** [1,2]', 'Solution().f([3,2], 6) == [1,2]'],
  ['Input: `s = "a = b, c = true"`\nOutput: `true`', 'Solution().f("a = b, c = true") == True'],
  ['Input: nums = [1,null,false]\nOutput: null', 'Solution().f([1,None,False]) == None'],
  ['Input: x = -3\nOutput: -1.50000.', 'Solution().f(-3) == -1.50000'],
])('examples of a statement with a class skeleton are calls of its method: %j', (examples, expected) => {
  expect(codesOf(statement(examples), 'f', 'method')).toEqual([`assert ${expected}`]);
});

test.each([
  ['an answer in any order', `You may return the answer in any order. ${statement('Input: nums = [1]\nOutput: [1]')}`],
  ['nodes', statement('Input: root = [1,null,2]\nOutput: 3', 'f(self, root: Optional[TreeNode]) -> int')],
  ['an argument changed in place', statement('Input: nums = [1]\nOutput: [1]', 'f(self, nums: List[int]) -> None')],
  ['an output that is no value', statement('Input: nums = [3,2,2,3], val = 3\nOutput: 2, nums = [2,2,_,_]')],
])('no test for %s', (_, text) => {
  expect(codesOf(text, 'f', 'method')).toEqual([]);
});

test('of a function, by its name', () => {
  expect(codesOf('Add them.\n\nInput: 1, 2\nOutput: 3\n', 'add')).toEqual(['assert add(1, 2) == 3']);
});
