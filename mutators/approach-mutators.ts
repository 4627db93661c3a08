import { z } from 'zod';
import { fencePython } from '../src/core/code-fence.ts';
import type { MutationInput, Mutator, Refusal } from '../src/core/mutation.ts';
import type { Prompt } from '../src/core/prompt.ts';
import { readData } from '../src/package-root.ts';
import { parsePython } from '../src/python-source/syntax/python-tree.ts';
import { promptExamples } from '../src/python-source/tests/prompt-examples.ts';
import { type Frame, proposeFrame } from './frames.ts';
import { refuse } from './proposals.ts';

/**
 * What varies between the mutators of the family `approach`: words, source, and the frames that a task allows (or why it
 * has none), or the paragraph that stands behind any.
 */
type Approach = Pick<Mutator, 'name' | 'summary' | 'example' | 'source'> &
  ({ readonly after: string } | { frames(input: MutationInput): readonly Frame[] | Refusal });

/** A mutator that leaves the specification alone and changes how the model is led to its program. */
function approach({ name, summary, example, source, ...rest }: Approach): Mutator {
  const frames = 'after' in rest ? () => [{ after: rest.after }] : rest.frames;
  return {
    ...{ name, summary, example, source },
    family: 'approach',
    touches: [],
    preserves: 'exact-meaning',
    declares: ['frames'],
    *propose(input) {
      const found = input.prompt.text.trim() === '' ? refuse('empty-prompt') : frames(input);
      if ('refused' in found) yield found;
      else for (const frame of found) yield proposeFrame(input, frame);
    },
  };
}

/** The examples of a prompt as it spells them, without their indentation; else the one that every request shows. */
function exampleTexts({ prompt: { text, regions }, shownTest }: MutationInput): readonly string[] {
  const own = regions
    .filter(({ kind }) => kind === 'example')
    .map(({ start, end }) => dedented(text.slice(start, end)));
  return own.length > 0 || shownTest === undefined ? own.filter((each) => each !== '') : [shownTest.trim()];
}

function dedented(text: string): string {
  const lines = text
    .split('\n')
    .filter((line, index, all) => line.trim() !== '' || (index > 0 && index < all.length - 1));
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)).trimEnd())
    .join('\n')
    .trim();
}

/** The parameters of the function to write, with type and default, and its return type, where the prompt shows them. */
function wantedSignature({ text, regions }: Prompt, entryPoint: string) {
  const shown = regions.filter(({ kind }) => kind === 'signature').map(({ start, end }) => text.slice(start, end));
  const [head] = shown.flatMap((code) =>
    parsePython(`${code}\n    pass\n`).root.findAll(
      (node) => node.type === 'function_definition' && node.name === entryPoint,
    ),
  );
  const plain = (part: string) => part.replace(/\s+/g, ' ');
  const parameters = head?.childrenIn('parameters').map((parameter) => plain(parameter.text)) ?? [];
  return head
    ? {
        parameters: parameters.filter((each) => !/^(?:self|cls|\*|\/)$/.test(each)),
        result: plain(head.childText('return_type')),
      }
    : null;
}

const { approaches } = readData(
  'lexicons/approaches.json',
  z.object({
    approaches: z.array(z.object({ name: z.string(), text: z.string(), words: z.array(z.string()).optional() })),
  }),
);

const { instructions } = readData(
  'lexicons/instruction-languages.json',
  z.object({ instructions: z.array(z.object({ language: z.string(), text: z.string() })).min(1) }),
);

/** Ways to lead to a program, around the unchanged specification. */
export const approachMutators: readonly Mutator[] = [
  approach({
    // Checks are written as comments, so that the block of the reply is a program only.
    name: 'app-checks-first',
    summary: 'Asks for checks, as comments, before the code.',
    example: {
      before: 'Add two numbers.',
      after: 'Add two numbers. … begin with comments that list calls with their results …',
    },
    source: {
      title: 'Mathews and Nagappan 2024, test-driven code generation',
      url: 'https://arxiv.org/abs/2402.13521',
    },
    after:
      'Begin the code block with comments that list the checks which the code must pass, edge cases among them, each a call with its result. Then write the code that passes all of them.',
  }),
  approach({
    // For module-level functions only: the function stays and calls the method.
    name: 'app-class',
    summary: 'Asks for the logic as a method of a class, which the function calls.',
    example: { before: 'Write `add(a, b)`.', after: 'Write `add(a, b)`. … Put the logic into a method of a class …' },
    source: {
      title: 'Wang et al. 2025, DivSampling',
      url: 'https://arxiv.org/abs/2502.11027',
      section: 'instructions',
    },
    frames: ({ entryPoint, kind }) =>
      entryPoint === null || kind !== 'function'
        ? refuse('not-a-function')
        : [
            {
              after: `Put the logic into a method of a class. Below the class, at the top level, write the function \`${entryPoint}\`, with its signature as it is asked for: it makes an object of the class and returns what the method returns.`,
            },
          ],
  }),
  approach({
    name: 'app-edge-cases',
    summary: 'Asks for a list of the edge cases before the code.',
    example: { before: 'Add two numbers.', after: 'Add two numbers. … First list the edge cases …' },
    source: {
      title: 'Zi et al. 2025, which details of a prompt help (PartialOrderEval)',
      url: 'https://arxiv.org/abs/2508.03678',
    },
    after:
      'First list the edge cases, and say of each, by the text above, what must come out. Then write the code, in one code block, so that each of them is handled.',
  }),
  approach({
    // The prompt's own examples alone: a test that requests show is an assertion already.
    name: 'app-examples-as-assertions',
    summary: 'Repeats the examples as assertions that the code must pass.',
    example: { before: '>>> add(1, 2)\n3', after: '>>> add(1, 2)\n3\n… assert add(1, 2) == 3' },
    source: {
      title: 'Mathews and Nagappan 2024, test-driven code generation',
      url: 'https://arxiv.org/abs/2402.13521',
    },
    frames(input) {
      const examples = input.entryPoint === null ? [] : promptExamples(input);
      const code = examples.flatMap((body) => (body.kind === 'assertion' ? [body.code] : []));
      if (code.length === 0) return refuse('no-example');
      return [{ after: `The code must pass these assertions:\n\n${fencePython(code.join('\n'))}` }];
    },
  }),
  approach({
    name: 'app-examples-first',
    summary: 'Shows the examples before the specification, too.',
    example: {
      before: 'Add two numbers.\n>>> add(1, 2)\n3',
      after: '>>> add(1, 2)\n3\n\nAdd two numbers.\n>>> add(1, 2)\n3',
    },
    source: {
      title: 'Mathews and Nagappan 2024, test-driven code generation',
      url: 'https://arxiv.org/abs/2402.13521',
    },
    frames(input) {
      const examples = exampleTexts(input);
      if (examples.length === 0) return refuse('no-example');
      return [{ before: `These examples must hold:\n\n${fencePython(examples.join('\n\n'))}\n\nThis is the task:` }];
    },
  }),
  approach({
    name: 'app-explain-examples',
    summary: 'Asks for an explanation of the examples before the code.',
    example: {
      before: '>>> add(1, 2)\n3',
      after: '>>> add(1, 2)\n3\n… First explain why each example has its result …',
    },
    source: {
      title: 'Ridnik et al. 2024, AlphaCodium',
      url: 'https://arxiv.org/abs/2401.08500',
      section: 'test reasoning',
    },
    frames: (input) =>
      exampleTexts(input).length === 0
        ? refuse('no-example')
        : [
            {
              after:
                'First explain, in a sentence or two for each example, why its result follows from the task. Then write the code, in one code block.',
            },
          ],
  }),
  approach({
    // Restates the signature only: names, types and defaults, in order.
    name: 'app-inputs-outputs',
    summary: 'Restates parameters and result as a list, from the signature.',
    example: {
      before: 'def add(a: int, b: int) -> int:',
      after: 'def add(a: int, b: int) -> int:\n… - `a: int`\n- `b: int` … Result: `int`',
    },
    source: {
      title: 'Zi et al. 2025, which details of a prompt help (PartialOrderEval)',
      url: 'https://arxiv.org/abs/2508.03678',
    },
    frames({ prompt, entryPoint }) {
      const signature = entryPoint === null ? null : wantedSignature(prompt, entryPoint);
      if (!signature) return refuse('no-signature');
      const { parameters, result } = signature;
      if (parameters.length === 0) return refuse('no-parameter');
      const list = parameters.map((parameter) => `- \`${parameter}\``).join('\n');
      return [
        {
          after: `Inputs of \`${entryPoint}\`, in this order:\n${list}\n\nOutput: ${result ? `\`${result}\`` : 'what it returns'}`,
        },
      ];
    },
  }),
  approach({
    name: 'app-language',
    summary: 'Asks for the code in another natural language; the specification stays.',
    example: { before: 'Add two numbers.', after: 'Lies die folgende Aufgabe genau … Add two numbers.' },
    source: { title: 'Li et al. 2024, prompts in other languages', url: 'https://arxiv.org/abs/2408.09701' },
    frames: () => instructions.map(({ text }) => ({ before: text })),
  }),
  approach({
    name: 'app-module',
    summary: 'Asks for a complete module with a docstring.',
    example: { before: 'Write `add(a, b)`.', after: 'Write `add(a, b)`. … Write it as a complete module …' },
    source: {
      title: 'Wang et al. 2025, DivSampling',
      url: 'https://arxiv.org/abs/2502.11027',
      section: 'instructions',
    },
    frames: ({ entryPoint, kind }) =>
      entryPoint === null || kind === 'snippet'
        ? refuse('no-entry-point')
        : [
            {
              after: `Write it as a complete module: a docstring that says what the module does and what it takes for granted, the imports, small helper functions where they make it plainer, and \`${entryPoint}\` as it is asked for.`,
            },
          ],
  }),
  approach({
    // Each way that the words of the task allow; the draw takes one.
    name: 'app-named',
    summary: 'Names a way to solve it: a loop, recursion, sorting, dynamic programming.',
    example: { before: 'Add two numbers.', after: 'Add two numbers. … Solve it with loops, without recursion.' },
    source: { title: 'Wang et al. 2025, DivSampling', url: 'https://arxiv.org/abs/2502.11027', section: 'ideas' },
    frames({ prompt, entryPoint, kind }) {
      if (entryPoint === null || kind === 'class') return refuse('not-a-function');
      const words = new Set(prompt.text.toLowerCase().match(/[a-z]+/g));
      const allowed = approaches.filter((approach) => approach.words?.some((word) => words.has(word)) ?? true);
      return allowed.map(({ text }) => ({ after: text }));
    },
  }),
  approach({
    // In one call; `llm-plan` and the prompting self-planning take two.
    name: 'app-plan',
    summary: 'Asks for a plan in numbered steps, then the code.',
    example: { before: 'Add two numbers.', after: 'Add two numbers. … First write a plan in numbered steps …' },
    source: { title: 'Jiang et al. 2023, Self-planning', url: 'https://arxiv.org/abs/2303.06689' },
    after:
      'First write a plan in numbered steps, one sentence each. Then write the code that follows the plan, in one code block.',
  }),
  approach({
    name: 'app-simplest',
    summary: 'Asks for the simplest code that is surely right.',
    example: { before: 'Add two numbers.', after: 'Add two numbers. … Write the simplest code that is surely right …' },
    source: {
      title: 'Wang et al. 2025, DivSampling',
      url: 'https://arxiv.org/abs/2502.11027',
      section: 'instructions',
    },
    after:
      'Write the simplest code that is surely right, even where it is slow. Prefer what is plain to what is clever.',
  }),
  approach({
    name: 'app-twice',
    summary: 'The whole prompt, twice.',
    example: { before: 'Add two numbers.', after: 'Add two numbers.\n\nAdd two numbers.' },
    source: { title: 'Leviathan et al. 2025, Prompt Repetition', url: 'https://arxiv.org/abs/2512.14982' },
    frames: ({ prompt: { text }, completesPrompt }) => [{ before: completesPrompt ? fencePython(text) : text }],
  }),
];
