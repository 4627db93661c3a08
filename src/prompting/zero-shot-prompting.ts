import type { ChatMessage, PromptingInput, PromptingStrategy } from '../core/chat.ts';
import { fencePython } from './code-fence.ts';

const ask = (...parts: readonly string[]): readonly ChatMessage[] => [{ role: 'user', content: parts.join('\n\n') }];

/** The task as the reader sees it: code in a fence, prose as it is. */
function taskText({ promptText, completesPrompt }: PromptingInput): string {
  return completesPrompt ? fencePython(promptText) : promptText;
}

/** The task beside which tests are asked for: code gets a body, so that the model does not go on to write one. */
function testedText(input: PromptingInput): string {
  if (!input.completesPrompt) return input.promptText;
  return fencePython(`${input.promptText}${input.promptText.endsWith('\n') ? '' : '\n'}    ...\n`);
}

/** What a prompt in prose leaves open: the name, and one call with its result. */
function hintParts({ hint }: PromptingInput): string[] {
  if (!hint) return [];
  if (hint.starterCode) return [`The program begins like this:\n\n${fencePython(hint.starterCode.trimEnd())}`];
  const name = `The function is called \`${hint.functionName}\`.`;
  return [hint.exampleTest ? `${name} For example, this must hold:\n\n${fencePython(hint.exampleTest)}` : name];
}

function programRequest({ completesPrompt, entryPoint }: PromptingInput): string {
  if (completesPrompt) return 'Complete this Python function. Reply with the whole function in one code block.';
  if (entryPoint !== null) return 'Solve this task in Python. Reply with the whole code in one code block.';
  return 'Solve this task with a Python program that reads standard input and prints its answer. Reply with the whole program in one code block.';
}

/**
 * The task and one short request, nothing else: no role, no examples, no steps.
 *
 * The prompt stays verbatim, so that variants differ by their mutation alone. The wording was chosen by measurement
 * (docs/adr/0003-test-prompt.md).
 */
export const zeroShotPrompting: PromptingStrategy = {
  name: 'zero-shot',
  summary: 'the prompt and one short request',
  programMessages: (input) => ask(programRequest(input), taskText(input), ...hintParts(input)),
  testMessages: (input) => {
    const what = input.entryPoint === null ? 'the program' : `\`${input.entryPoint}\``;
    const request = `Write ${input.testsPerSample} assert statements that test ${what}, one on each line, and nothing else.`;
    return ask(testedText(input), ...hintParts(input), request);
  },
};
