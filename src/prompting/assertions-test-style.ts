import type { PromptingInput, TestStyle } from '../core/chat.ts';
import { fencePython } from './code-fence.ts';
import { ask, hintParts } from './task-text.ts';

/** The task beside which tests are asked for: code gets a body, so that the model does not go on to write one. */
export function testedText(input: PromptingInput): string {
  if (!input.completesPrompt) return input.promptText;
  return fencePython(`${input.promptText}${input.promptText.endsWith('\n') ? '' : '\n'}    ...\n`);
}

/** A script has no function that an assertion could call: what it reads, and what it then prints. */
function scriptRequest(count: number): string {
  return `Do not write the program. Write ${count} examples of its standard input with the output that it must print, each in this form, and nothing else:\n\nInput:\n\`\`\`\n...\n\`\`\`\nOutput:\n\`\`\`\n...\n\`\`\``;
}

/** Single asserts, one on each line (docs/adr/0003-test-prompt.md). */
export const assertionsTestStyle: TestStyle = {
  name: 'assertions',
  summary: 'single asserts, one on each line',
  testMessages: (input) => {
    if (input.entryPoint === null)
      return ask(testedText(input), ...hintParts(input), scriptRequest(input.testsPerSample));
    const request = `Write ${input.testsPerSample} assert statements that test \`${input.entryPoint}\`, one on each line, and nothing else.`;
    return ask(testedText(input), ...hintParts(input), request);
  },
};
