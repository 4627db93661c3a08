import { expect, test } from 'vitest';
import { missingFromPrompt } from '../../../src/python-source/replies/extract-program.ts';

const STUB =
  'import math\nfrom typing import List\n\nLIMIT = 3\n\n\ndef area(sides: List[int]) -> float:\n    """The area."""\n';
const PROGRAM = 'def area(sides):\n    return math.prod(sides)\n';

test('of a prompt that the program completes, all that it lacks', () => {
  expect(missingFromPrompt(STUB, PROGRAM, 'area')).toBe('import math\nfrom typing import List\nLIMIT = 3\n');
});

test.each([
  [
    'in a fence',
    `You are a helpful assistant. Let x = the sides.\nPlease complete this function:\n\`\`\`python\n${STUB}\`\`\`\nReturn only code, do not explain = it.`,
  ],
  ['without one', `Complete the following function. Note = nothing else\n\n${STUB}`],
  ['in tags', `[INST] Complete:\n<code>\n${STUB}</code> [/INST]`],
])('of running text with code %s, only what parses and the program uses', (_, prompt) => {
  expect(missingFromPrompt(prompt, PROGRAM, 'area')).toBe('import math\n');
  expect(missingFromPrompt(prompt, 'def area(sides):\n    return 1\n', 'area')).toBe('');
});
