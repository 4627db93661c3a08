import type { TestStyle } from '../core/chat.ts';
import { testedText } from './assertions-test-style.ts';
import { ask, hintParts } from './task-text.ts';

/** A `unittest` module, as the thesis asks for; each of its methods is one test. */
export const unittestTestStyle: TestStyle = {
  name: 'unittest',
  summary: 'a unittest module, of which each method is one test',
  testMessages: (input) => {
    const what = input.entryPoint === null ? 'the program' : `\`${input.entryPoint}\``;
    const request = `Write one unittest.TestCase class with ${input.testsPerSample} test methods that test ${what}. Do not write ${what} itself. Reply with the whole test module in one code block.`;
    return ask(testedText(input), ...hintParts(input), request);
  },
};
