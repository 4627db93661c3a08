import type { TestStyle } from '../core/chat.ts';
import { askForTests, importSentence, subjectOf } from './test-text.ts';

/** Single asserts, one on each line (docs/adr/0003-test-prompt.md). */
export const assertionsTestStyle: TestStyle = {
  name: 'assertions',
  summary: 'single asserts, one on each line',
  testMessages: (input) =>
    askForTests(
      input,
      `Write ${input.testsPerSample} assert statements that test ${subjectOf(input)}, one on each line, and nothing else.${importSentence(input)}`,
    ),
};
