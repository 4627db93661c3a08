import type { TestStyle } from '../core/chat.ts';
import { askForTests, importSentence, subjectOf } from './test-text.ts';

/** A `unittest` module, as the thesis asks for; each of its methods is one test. Scripts and snippets have no module. */
export const unittestTestStyle: TestStyle = {
  name: 'unittest',
  summary: 'a unittest module, of which each method is one test',
  testMessages: (input) => {
    const what = subjectOf(input);
    const request = `Write one unittest.TestCase class with ${input.testsPerSample} test methods that test ${what}. Do not write ${what} itself. Reply with the whole test module in one code block.${importSentence(input)}`;
    return askForTests(input, request);
  },
};
