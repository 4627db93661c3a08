import type { PromptingInput, TestStyle } from '../core/chat.ts';
import { fencePython } from '../core/code-fence.ts';
import { findNamed } from '../core/errors.ts';
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
function askForTests(input: PromptingInput & { readonly testsPerSample: number }, ofFunction: string) {
  const kind = kindOf(input);
  const ofSnippet = kind === 'snippet' ? snippetRequest(input.testsPerSample, input) : null;
  const request = ofSnippet ?? (kind === 'script' ? scriptRequest(input.testsPerSample) : ofFunction);
  return ask(testedText(input), ...hintParts(input), request);
}

/** The subject of the tests: a name, or the function without one. */
const subjectOf = ({ entryPoint, kind, site }: PromptingInput): string => {
  if (entryPoint === null) return 'the function';
  if (kind === 'class') return `the class \`${entryPoint}\``;
  return kind === 'method' && !site ? `\`Solution().${entryPoint}\`` : `\`${entryPoint}\``;
};

/** How a test gets at a function of a repository; empty where tests are given it. */
function importSentence({ site, entryPoint }: PromptingInput): string {
  if (!site || entryPoint === null) return '';
  const [outer = entryPoint] = (site.className ?? entryPoint).split('.');
  return ` Begin with \`from ${site.module} import ${outer}\`${site.className ? ' and make an object of it' : ''}.`;
}

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

/** A `unittest` module, as the thesis asks for; each of its methods is one test. Scripts and snippets have no module. */
const unittestTestStyle: TestStyle = {
  name: 'unittest',
  summary: 'a unittest module, of which each method is one test',
  testMessages: (input) => {
    const what = subjectOf(input);
    const request = `Write one unittest.TestCase class with ${input.testsPerSample} test methods that test ${what}. Do not write ${what} itself. Reply with the whole test module in one code block.${importSentence(input)}`;
    return askForTests(input, request);
  },
};

/** Every way to ask for tests. */
export const testStyles: readonly TestStyle[] = [assertionsTestStyle, unittestTestStyle];

export const findTestStyle = (name: string): TestStyle => findNamed('test style', testStyles, name);
