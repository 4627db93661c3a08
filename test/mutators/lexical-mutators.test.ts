import { describe, expect, test } from 'vitest';
import { selectMutators } from '../../mutators/index.ts';
import { caseEmphasisMutator } from '../../mutators/layout/case-emphasis-mutator.ts';
import { politenessMutator } from '../../mutators/lexical/politeness-mutator.ts';
import { taskVerbMutator } from '../../mutators/lexical/task-verb-mutator.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { isRefusal } from '../../src/core/mutation.ts';
import { createRng } from '../../src/core/random.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { outcomesOf } from './prompts.ts';

const [spellingVariantMutator, typoMutator] = selectMutators('lex-spelling-variant,lex-typo') as [Mutator, Mutator];

/** All that a mutator proposes for a text. */
const PROPOSALS: readonly (readonly [Mutator, string, ...string[]])[] = [
  [
    taskVerbMutator,
    'Write a python function to add.',
    ...['Create', 'Implement', 'Develop'].map((verb) => `${verb} a python function to add.`),
  ],
  [politenessMutator, 'Given a list, return the sum.', 'Given a list, please return the sum.'],
  [politenessMutator, 'Please write a function to add.', 'Write a function to add.'],
  [
    politenessMutator,
    'Sort it. Return the first.',
    'Please sort it. Return the first.',
    'Sort it. Please return the first.',
  ],
  [
    spellingVariantMutator,
    'Normalize the colors. Normalized colors stay.',
    'Normalise the colours. Normalised colours stay.',
  ],
  [spellingVariantMutator, 'The centre.', 'The center.'],
  [spellingVariantMutator, 'Analyzes and visualizes it.', 'Analyses and visualises it.'],
  [spellingVariantMutator, 'Resize the color.', 'Resize the colour.'],
  [spellingVariantMutator, 'Count lower case letters.', 'Count lowercase letters.'],
  [
    spellingVariantMutator,
    'Each substring of a sub-list of a substring.',
    'Each sub-string of a sub-list of a sub-string.',
    'Each substring of a sublist of a substring.',
    'Each sub-string of a sublist of a sub-string.',
  ],
  [spellingVariantMutator, 'The coordinates of a coordinate.', 'The co-ordinates of a co-ordinate.'],
  [caseEmphasisMutator, 'Do not sort the list.', 'Do NOT sort the list.', 'Do **not** sort the list.'],
  [
    caseEmphasisMutator,
    'It must hold at least one.',
    ...['MUST hold at least', 'must hold AT LEAST', 'MUST hold AT LEAST'].map((words) => `It ${words} one.`),
    ...['**must** hold at least', 'must hold **at least**', '**must** hold **at least**'].map(
      (words) => `It ${words} one.`,
    ),
  ],
];

test.each(PROPOSALS.map((row) => [row[0].name, row[1], row] as const))('%s: %s', (_name, _text, row) => {
  const [mutator, text, ...proposals] = row;
  expect(outcomesOf(mutator, text).texts).toEqual(proposals);
});

/** What a mutator leaves alone, and the reason where it says one. */
const LEAVES: readonly (readonly [Mutator, what: string, text: string, reason?: string])[] = [
  [taskVerbMutator, 'another object', 'Create a list of words.'],
  [taskVerbMutator, 'no request', 'The functions create a list.'],
  [taskVerbMutator, 'a body to fill in', 'Complete the following function.'],
  [taskVerbMutator, 'a verb in a relative clause', 'Sort what they write in a function.'],
  [politenessMutator, 'a list item', 'The function should:\n- Return the sum of it.\n', 'list-item'],
  [politenessMutator, 'a step of a process', 'You play a game. Choose an index of the list.', 'step'],
  [politenessMutator, 'what follows a colon', 'You may do the following:\nChoose an index of the list.', 'step'],
  [politenessMutator, 'a title', 'find-the-maximum-number\n\nThere is a list.', 'no-request'],
  [politenessMutator, 'a statement', 'Returns the sum.', 'no-request'],
  [spellingVariantMutator, 'a part of a compound', 'A color-coded and normalized map.'],
  [spellingVariantMutator, 'a name inside a sentence', 'Normalize it by Batch Normalization.'],
  [spellingVariantMutator, 'a noun that may be meant', 'It analyses the colour.'],
  [spellingVariantMutator, 'lower case is joined and never parted', 'Return it in lowercase.'],
  [spellingVariantMutator, 'a word that is a name elsewhere', 'The inputs: center (a point). Mind the center.'],
  [spellingVariantMutator, 'a quoted word', 'Print "color" now.'],
  [spellingVariantMutator, 'an attribute', 'Read image.color first.'],
  [spellingVariantMutator, 'a class name inside a sentence', 'Use a Normalizer here.'],
  [spellingVariantMutator, 'a name of the signature', 'def f(color):\n    """Mix the color."""\n'],
  [caseEmphasisMutator, 'a question', 'Tell whether it is a prime or not.', 'no-decisive-word'],
  [caseEmphasisMutator, 'a test of code', 'The value is not None.', 'no-decisive-word'],
  [caseEmphasisMutator, 'a pronoun', 'Compare them to each other.', 'no-decisive-word'],
  [caseEmphasisMutator, 'what is emphasised', 'It is **not** sorted.', 'no-decisive-word'],
  [caseEmphasisMutator, 'quotes and calls', 'Print "not found" and use all(xs).', 'no-decisive-word'],
  [caseEmphasisMutator, 'a compound and a name', 'Take the non-all one and `not` it.', 'no-decisive-word'],
  [caseEmphasisMutator, 'code and examples', 'def f(xs):\n    """Sort it.\n    >>> f("not all")\n    not\n    """\n'],
  [typoMutator, 'a text without a plain word', 'f(x)', 'no-place-for-it'],
];

test.each(LEAVES.map((row) => [row[0].name, row[1], row] as const))('%s leaves alone: %s', (_name, _what, row) => {
  const [mutator, , text, reason] = row;
  const { texts, reasons } = outcomesOf(mutator, text, text.startsWith('def') ? 'f' : null);
  expect(texts).toEqual([]);
  if (reason) expect(reasons).toContain(reason);
});

test('a request in any form names its verb', () => {
  expect(outcomesOf(taskVerbMutator, 'You need to implement a function.').texts).toContain(
    'You need to write a function.',
  );
  expect(outcomesOf(taskVerbMutator, 'Generate the `forward` method.').texts).toContain('Write the `forward` method.');
});

const PROMPT = `def scale(numbers, factor):
    """Multiply every number of numbers by the factor, but never the first.

    Return "nothing" for an empty sequence, and call \`helper\` otherwise.
    >>> scale([1, 2], factor=3)
    [1, 6]
    """
`;

describe('lex-typo hits plain words alone', () => {
  /** By place: the words that some seed changes. */
  const hitIn = (text: string, entryPoint: string | null = null) => {
    const input = { prompt: parsePrompt(text, entryPoint), entryPoint, reservedNames: new Set<string>() };
    return Array.from({ length: 60 }, (_, seed) => [...typoMutator.propose(input, createRng(seed))])
      .flat()
      .flatMap((outcome) => (isRefusal(outcome) ? [] : outcome.edits))
      .map(({ start }) => {
        const from = text.slice(0, start).search(/\w+$/);
        return /^\w+/.exec(text.slice(from < 0 ? start : from))?.[0];
      });
  };

  test('no name, quote, example, operator or number word', () => {
    const words = ['Multiply', 'Return', 'call', 'empty', 'number', 'sequence', 'otherwise'];
    const hit = hitIn(PROMPT, 'scale');
    expect(hit.length).toBeGreaterThan(50);
    expect(hit.filter((word) => !words.includes(word ?? ''))).toEqual([]);
    expect(new Set(hit).size).toBeGreaterThan(4);
  });

  test.each([
    ['a module of a list', 'Measure the memory.\n\nRequirements:\n- psutil\n- random\n- statistics\n', 'psutil'],
    ['an everyday module alone on its line', 'Measure the memory.\n\nRequirements:\n- psutil\n- random\n', 'random'],
    ['a class in a sentence', 'Draw the diagram of the points with Voronoi and label it.', 'Voronoi'],
    ['an imported name', 'Draw it.\n```python\nfrom tools import sketch\n```\nThe sketch has a title.', 'sketch'],
    ['a name of an example', 'Count words.\n>>> total = count("a b")\n2\nThe total is a number.', 'total'],
  ])('%s is none', (_what, text, name) => {
    const hit = hitIn(text);
    expect(hit.length).toBeGreaterThan(0);
    expect(hit).not.toContain(name);
  });
});
