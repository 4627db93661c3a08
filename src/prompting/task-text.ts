import type { AskedProgram, ChatMessage, PromptExample, PromptingInput } from '../core/chat.ts';
import { fencePython } from '../core/code-fence.ts';
import { kindOf } from '../core/task.ts';

/** Messages of one user turn, its parts a paragraph each. */
export const ask = (...parts: readonly string[]): readonly ChatMessage[] => [
  { role: 'user', content: parts.join('\n\n') },
];

/** The task as the reader sees it: in its frame, else code in a fence and prose as it is. */
export function taskText({ promptText, framedText, completesPrompt }: AskedProgram): string {
  return framedText ?? (completesPrompt ? fencePython(promptText) : promptText);
}

function siteParts({ site, entryPoint }: AskedProgram): string[] {
  if (!site || entryPoint === null) return [];
  const { module, className, context } = site;
  const where = className
    ? `\`${entryPoint}\` is a method of the class \`${className}\` in the module \`${module}\`.`
    : `\`${entryPoint}\` is a function of the module \`${module}\`.`;
  if (context === undefined) return [where];
  const shown = 'This is the module, with the bodies of other functions left out:';
  return [`${where} ${shown}\n\n${fencePython(context)}`];
}

/** Information missing from a prose prompt: the name and one call with its result, or the function's place. */
export function hintParts(input: PromptingInput): string[] {
  const { hint } = input;
  if (!hint) return siteParts(input);
  if (hint.starterCode) return [`The program begins like this:\n\n${fencePython(hint.starterCode.trimEnd())}`];
  const name = `The function is called \`${hint.functionName}\`.`;
  return [hint.exampleTest ? `${name} For example, this must hold:\n\n${fencePython(hint.exampleTest)}` : name];
}

/** The short request for a program; the same words in every prompting, so that these differ by their method alone. */
export function programRequest(asked: AskedProgram): string {
  const kind = kindOf(asked);
  if (kind === 'class') {
    return 'Complete this Python class. Reply with the whole class, and the imports that it needs, in one code block.';
  }
  if (asked.completesPrompt) return 'Complete this Python function. Reply with the whole function in one code block.';
  if (asked.site) {
    return `Solve this task in Python. Reply with the whole ${kind}, and the imports that it needs, in one code block.`;
  }
  if (kind === 'snippet') {
    return 'Write the Python code that is missing at the end of this task. It runs after the code that is given: do not repeat that. Reply with the missing code alone, in one code block.';
  }
  if (kind !== 'script') return 'Solve this task in Python. Reply with the whole code in one code block.';
  return 'Solve this task with a Python program that reads standard input and prints its answer. Reply with the whole program in one code block.';
}

function exampleTurns(example: PromptExample): readonly ChatMessage[] {
  return [
    ...ask(programRequest(example), taskText(example), ...siteParts(example)),
    { role: 'assistant', content: fencePython(example.code) },
  ];
}

/** Examples as turns of the conversation, each asked for and answered as the task itself is to be; then the task. */
export function withExamples(input: PromptingInput): readonly ChatMessage[] {
  const { examples = [] } = input;
  return [...examples.flatMap(exampleTurns), ...ask(programRequest(input), taskText(input), ...hintParts(input))];
}
