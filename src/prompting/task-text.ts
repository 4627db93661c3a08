import type { ChatMessage, PromptExample, PromptingInput } from '../core/chat.ts';
import { fencePython } from './code-fence.ts';

/** Messages of one user turn, its parts a paragraph each. */
export const ask = (...parts: readonly string[]): readonly ChatMessage[] => [
  { role: 'user', content: parts.join('\n\n') },
];

/** The task as the reader sees it: code in a fence, prose as it is. */
export function taskText({
  promptText,
  completesPrompt,
}: Pick<PromptingInput, 'promptText' | 'completesPrompt'>): string {
  return completesPrompt ? fencePython(promptText) : promptText;
}

/** What a prompt in prose leaves open: the name, and one call with its result. */
export function hintParts({ hint }: PromptingInput): string[] {
  if (!hint) return [];
  if (hint.starterCode) return [`The program begins like this:\n\n${fencePython(hint.starterCode.trimEnd())}`];
  const name = `The function is called \`${hint.functionName}\`.`;
  return [hint.exampleTest ? `${name} For example, this must hold:\n\n${fencePython(hint.exampleTest)}` : name];
}

/** The short request for a program; the same words in every prompting, so that these differ by their method alone. */
export function programRequest({
  completesPrompt,
  entryPoint,
}: Pick<PromptingInput, 'completesPrompt' | 'entryPoint'>): string {
  if (completesPrompt) return 'Complete this Python function. Reply with the whole function in one code block.';
  if (entryPoint !== null) return 'Solve this task in Python. Reply with the whole code in one code block.';
  return 'Solve this task with a Python program that reads standard input and prints its answer. Reply with the whole program in one code block.';
}

function exampleTurns(example: PromptExample): readonly ChatMessage[] {
  return [
    ...ask(programRequest(example), taskText(example)),
    { role: 'assistant', content: fencePython(example.code) },
  ];
}

/** Examples as turns of the conversation, each asked for and answered as the task itself is to be; then the task. */
export function withExamples(input: PromptingInput): readonly ChatMessage[] {
  const { examples = [] } = input;
  return [...examples.flatMap(exampleTurns), ...ask(programRequest(input), taskText(input), ...hintParts(input))];
}
