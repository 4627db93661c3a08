import type { PromptingInput } from '../core/chat.ts';
import { fencePython } from '../core/code-fence.ts';
import { kindOf } from '../core/task.ts';
import { ask, hintParts } from './task-text.ts';

/** The task in a request for tests: code gets a body, so that the model does not write one. */
function testedText(input: PromptingInput): string {
  if (!input.completesPrompt) return input.promptText;
  // Methods of a skeleton have no body either, but their docstrings make it whole.
  if (kindOf(input) === 'class') return fencePython(input.promptText);
  return fencePython(`${input.promptText}${input.promptText.endsWith('\n') ? '' : '\n'}    ...\n`);
}

/** For a script, which has no function to call: tests are pairs of input and output. */
function scriptRequest(count: number): string {
  return `Do not write the program. Write ${count} examples of its standard input with the output that it must print, each in this form, and nothing else:\n\nInput:\n\`\`\`\n...\n\`\`\`\nOutput:\n\`\`\`\n...\n\`\`\``;
}

/** For a snippet: assertions on the variables after it ran on the data that the task shows. */
function snippetRequest(count: number, { gap }: PromptingInput): string {
  const name = gap?.indent ? [...gap.before.matchAll(/^[ \t]*def[ \t]+(\w+)/gm)].at(-1)?.[1] : undefined;
  if (name !== undefined) {
    return `Do not write the missing code. Write ${count} assert statements that call \`${name}\` as it must be once it is complete, one on each line, and nothing else.`;
  }
  return `Do not write the missing code. Write ${count} assert statements that must hold right after it ran, about the variables that it leaves, one on each line, and nothing else.`;
}

/** The request of a style for functions; those for scripts and snippets are worded alike in every style. */
export function askForTests(input: PromptingInput & { readonly testsPerSample: number }, ofFunction: string) {
  const kind = kindOf(input);
  const ofSnippet = kind === 'snippet' ? snippetRequest(input.testsPerSample, input) : null;
  const request = ofSnippet ?? (kind === 'script' ? scriptRequest(input.testsPerSample) : ofFunction);
  return ask(testedText(input), ...hintParts(input), request);
}

/** The subject of the tests: a name, or the function without one. */
export const subjectOf = ({ entryPoint, kind, site }: PromptingInput): string => {
  if (entryPoint === null) return 'the function';
  if (kind === 'class') return `the class \`${entryPoint}\``;
  return kind === 'method' && !site ? `\`Solution().${entryPoint}\`` : `\`${entryPoint}\``;
};

/** How a test gets at a function of a repository; empty where tests are given it. */
export function importSentence({ site, entryPoint }: PromptingInput): string {
  if (!site || entryPoint === null) return '';
  const [outer = entryPoint] = (site.className ?? entryPoint).split('.');
  return ` Begin with \`from ${site.module} import ${outer}\`${site.className ? ' and make an object of it' : ''}.`;
}
