import { describe, expect, test } from 'vitest';
import { imperativeDeclarativeMutator } from '../../mutators/grammatical/imperative-declarative-mutator.ts';
import { obligationMutator } from '../../mutators/grammatical/obligation-mutator.ts';
import { quantifierMutator } from '../../mutators/grammatical/quantifier-mutator.ts';
import { guards } from '../../mutators/guards/index.ts';
import { connectiveMutator } from '../../mutators/lexical/connective-mutator.ts';
import { modifierSynonymMutator } from '../../mutators/lexical/modifier-synonym-mutator.ts';
import { nounSynonymMutator } from '../../mutators/lexical/noun-synonym-mutator.ts';
import { setPhraseMutator } from '../../mutators/lexical/set-phrase-mutator.ts';
import { verbSynonymMutator } from '../../mutators/lexical/verb-synonym-mutator.ts';
import { funcTaskMutator } from '../../mutators/naming/func-task-mutator.ts';
import { paramRenameMutator } from '../../mutators/naming/param-rename-mutator.ts';
import { shapeMutator } from '../../mutators/tensor/shape-mutator.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { taskOf } from './prompts.ts';

function mutantsOf(mutator: Mutator, text: string): string[] {
  const options = { mutators: [mutator], guards, seed: 0, perMutator: 60 };
  return mutatePrompts(taskOf('t', text, null), options)
    .variants.slice(1)
    .map(({ prompt }) => prompt);
}

/** The documentation of a function. */
const documented = (text: string) => `def f(x):\n    """${text}"""\n`;

const MAKES: readonly (readonly [Mutator, string, string])[] = [
  [setPhraseMutator, 'Create a function called `f` that sorts.', 'Create a function by the name of `f` that sorts.'],
  [setPhraseMutator, 'Write a method that returns the sum.', 'Write a method which returns the sum.'],
  [setPhraseMutator, 'It is computed based on the mean.', 'It is computed on the basis of the mean.'],
  [setPhraseMutator, 'Give the image as a tensor.', 'Give the image in the form of a tensor.'],
  [modifierSynonymMutator, 'Read the specified path.', 'Read the given path.'],
  [modifierSynonymMutator, 'The function also returns it.', 'The function additionally returns it.'],
  [obligationMutator, 'The function should return it.', 'The function is expected to return it.'],
  [obligationMutator, 'The inputs must be sorted.', 'The inputs have to be sorted.'],
  [setPhraseMutator, 'Write a method `f` for the `Box` class.', 'Write a method `f` of the `Box` class.'],
  [
    setPhraseMutator,
    'Return a tensor with the same shape as the input.',
    'Return a tensor whose shape is the same as that of the input.',
  ],
  [setPhraseMutator, 'Read the path to the file.', 'Read the path that leads to the file.'],
  [setPhraseMutator, 'Sort it. Note that it is long.', 'Sort it. Bear in mind that it is long.'],
  [connectiveMutator, 'If it is odd, stop. Otherwise, go on.', 'If it is odd, stop. In all other cases, go on.'],
  [
    connectiveMutator,
    'Use the camera matrix to compute the depth.',
    'Use the camera matrix in order to compute the depth.',
  ],
  [
    imperativeDeclarativeMutator,
    documented('Visualize the distribution of prices.'),
    documented('The function should visualize the distribution of prices.'),
  ],
  [
    funcTaskMutator,
    'Write a function called `f` to clip the action to be within the bounds defined by `LOW`.',
    'Write a function called `clip_action_to_be_within_bounds_defined` to clip the action to be within the bounds defined by `LOW`.',
  ],
  [quantifierMutator, 'Double every letter.', 'Double each letter.'],
  [connectiveMutator, 'Sort the list using the key.', 'Sort the list with the help of the key.'],
  [nounSynonymMutator, 'Given a positive integer, count down.', 'Given a positive whole number, count down.'],
  [nounSynonymMutator, 'The function takes two arguments.', 'The function takes two parameters.'],
  [nounSynonymMutator, 'Return the number of words in it.', 'Return the count of words in it.'],
  [verbSynonymMutator, 'It should raise a ValueError.', 'It should throw a ValueError.'],
  [verbSynonymMutator, 'It should return the list.', 'It should give back the list.'],
  [shapeMutator, 'Take a tensor of shape (N, 3).', 'Take a tensor whose shape is (N, 3).'],
];

const REFUSES: readonly (readonly [Mutator, string])[] = [
  [setPhraseMutator, 'The variable called `f` holds it.'],
  [setPhraseMutator, 'Treat it as a whole.'],
  [setPhraseMutator, 'Its shape is `(M, N)`, where `M` is the height and `N` is the width.'],
  [nounSynonymMutator, 'Return the biggest even integer number.'],
  [nounSynonymMutator, 'Raise a TypeError for a list of integers.'],
  [nounSynonymMutator, 'Return the largest sum of integers.'],
  [modifierSynonymMutator, 'The size specified by `n` counts.'],
  [modifierSynonymMutator, 'Given a list, sort it.'],
  [modifierSynonymMutator, 'Ensure the correct padding.'],
  [obligationMutator, 'The function should not return it.'],
  [obligationMutator, 'The list must never be sorted.'],
  [setPhraseMutator, 'Write a test for the `Box` class.'],
  [setPhraseMutator, 'Find the path to the file in the graph.'],
  [connectiveMutator, 'Write a function to compute the sum.'],
  [
    imperativeDeclarativeMutator,
    'Let the function output:\n    count (Counter.collections): A Counter object with the counts.',
  ],
  [quantifierMutator, 'Consonants are every letter except vowels.'],
  [quantifierMutator, 'All values are positive whole numbers.'],
  [paramRenameMutator, 'def f(k):\n    "Return the top-k accuracy, given k."\n'],
  [connectiveMutator, 'Do it if and only if it is odd.'],
  [nounSynonymMutator, 'Return the number of words and their count.'],
  [verbSynonymMutator, 'Raise the base to the power of two.'],
  [verbSynonymMutator, 'The return value is odd.'],
  [shapeMutator, 'Take a tensor of shape.'],
];

test('no request becomes "What the function has to do is"', () => {
  const before = documented('Sort the list of words. Return the last word. Print the first word.');
  const mutants = mutantsOf(imperativeDeclarativeMutator, before);
  expect(mutants).toContain(before.replace('Return', 'The function has to return'));
  expect(mutants.join()).not.toContain('What');
});

test('"if" never becomes "in case"', () => {
  expect(mutantsOf(connectiveMutator, 'Sort it. If the list is empty, return it.')).toEqual([]);
});

describe('rewrites of what documentation is made of', () => {
  test.each(MAKES.map(([mutator, before, after]) => [mutator.name, before, after, mutator] as const))(
    '%s: %s -> %s',
    (_, before, after, mutator) => {
      expect(mutantsOf(mutator, before)).toContain(after);
    },
  );

  test.each(REFUSES.map(([mutator, text]) => [mutator.name, text, mutator] as const))(
    '%s leaves: %s',
    (_, text, mutator) => {
      expect(mutantsOf(mutator, text)).toEqual([]);
    },
  );
});
