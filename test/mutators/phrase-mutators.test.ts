import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { comparisonPhraseMutator } from '../../mutators/lexical/comparison-phrase-mutator.ts';
import { connectiveMutator } from '../../mutators/lexical/connective-mutator.ts';
import { contractionMutator } from '../../mutators/lexical/contraction-mutator.ts';
import { ioVerbMutator } from '../../mutators/lexical/io-verb-mutator.ts';
import { latinPhraseMutator } from '../../mutators/lexical/latin-phrase-mutator.ts';
import { nounSynonymMutator } from '../../mutators/lexical/noun-synonym-mutator.ts';
import { numberWordMutator } from '../../mutators/lexical/number-word-mutator.ts';
import { verbSynonymMutator } from '../../mutators/lexical/verb-synonym-mutator.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { outcomesOf, taskOf } from './prompts.ts';

/** Every mutant that the guards let through. */
function mutantsOf(mutator: Mutator, text: string, entryPoint: string | null = null): string[] {
  const { variants } = mutatePrompts(taskOf('t', text, entryPoint), {
    mutators: [mutator],
    guards,
    seed: 0,
    perMutator: 50,
  });
  return variants.slice(1).map(({ prompt }) => prompt);
}

const MAKES: readonly (readonly [Mutator, string, string])[] = [
  [comparisonPhraseMutator, 'Keep words of at least 3 letters.', 'Keep words of 3 or more letters.'],
  [comparisonPhraseMutator, 'The length is at least 3.', 'The length is no less than 3.'],
  [comparisonPhraseMutator, 'Use at most one swap.', 'Use no more than one swap.'],
  [comparisonPhraseMutator, 'Take a number of length at least k.', 'Take a number of length k or more.'],
  [comparisonPhraseMutator, 'Hold at least m distinct elements.', 'Hold no fewer than m distinct elements.'],
  [verbSynonymMutator, 'Given s, determine if it is odd.', 'Given s, check if it is odd.'],
  [verbSynonymMutator, 'Your task is to determine whether it is odd.', 'Your task is to check whether it is odd.'],
  [verbSynonymMutator, 'Write a function that determines if s is odd.', 'Write a function that checks if s is odd.'],
  [verbSynonymMutator, 'The function should determine if s is odd.', 'The function should check if s is odd.'],
  [verbSynonymMutator, 'A word that occurs twice.', 'A word that appears twice.'],
  [comparisonPhraseMutator, 'Use at most k swaps.', 'Use no more than k swaps.'],
  [comparisonPhraseMutator, 'Pick two or more elements.', 'Pick at least two elements.'],
  [
    comparisonPhraseMutator,
    'Return every value of the list that is a number greater than or equal to k.',
    'Return every value of the list that is a number no less than k.',
  ],
  [
    comparisonPhraseMutator,
    'If the sum of it is less than or equal to k, stop there.',
    'If the sum of it is at most k, stop there.',
  ],
  [comparisonPhraseMutator, 'Find the maximum sum of a row.', 'Find the largest sum of a row.'],
  [comparisonPhraseMutator, 'A number greater than 1 that is prime.', 'A number larger than 1 that is prime.'],
  [
    comparisonPhraseMutator,
    'Return the largest value. Find the largest value.',
    'Return the maximum value. Find the maximum value.',
  ],
  [numberWordMutator, 'Write a function to merge two sorted lists.', 'Write a function to merge 2 sorted lists.'],
  [numberWordMutator, 'Every 3 consecutive letters differ.', 'Every three consecutive letters differ.'],
  [contractionMutator, 'You are given a list. Do not sort it.', "You're given a list. Don't sort it."],
  [contractionMutator, 'Raise an error if it cannot be split.', "Raise an error if it can't be split."],
  [latinPhraseMutator, 'A sign (e.g., a comma).', 'A sign (for instance, a comma).'],
  [latinPhraseMutator, 'It is odd, i.e. 3 or 5.', 'It is odd, in other words, 3 or 5.'],
  [latinPhraseMutator, 'A sign, e.g. a comma.', 'A sign, for instance, a comma.'],
  [latinPhraseMutator, 'A sign (for example, a comma).', 'A sign (e.g., a comma).'],
  [latinPhraseMutator, 'Ints, floats, etc.', 'Ints, floats, and so on.'],
  [latinPhraseMutator, 'Ints (small, large, etc.) only.', 'Ints (small, large, and so on) only.'],
  [latinPhraseMutator, 'The rows, the columns, and so on.', 'The rows, the columns, etc.'],
  [latinPhraseMutator, 'One point per class.', 'One point for each class.'],
  [connectiveMutator, 'Write a function to check if it is prime.', 'Write a function to check whether it is prime.'],
  [connectiveMutator, 'Since the sum may be large, return it.', 'Because the sum may be large, return it.'],
  [connectiveMutator, 'Sort the list using radix sort.', 'Sort the list by using radix sort.'],
  [connectiveMutator, 'Hence, the sum is 3.', 'Therefore, the sum is 3.'],
  [ioVerbMutator, 'Write a function that takes a list.', 'Write a function that accepts a list.'],
  [
    ioVerbMutator,
    'This function has no name. It takes in two tensors.',
    'This function has no name. It receives two tensors.',
  ],
  [ioVerbMutator, 'The method should take as input a tensor.', 'The method should accept as input a tensor.'],
  [verbSynonymMutator, 'Compute the sum. The computed sum counts.', 'Calculate the sum. The calculated sum counts.'],
  [verbSynonymMutator, 'Remove all zeros.', 'Delete all zeros.'],
  [verbSynonymMutator, 'An integer denoting the size.', 'An integer representing the size.'],
  [verbSynonymMutator, 'Your task is to find the shortest one.', 'Your task is to determine the shortest one.'],
  [verbSynonymMutator, 'You have to pick one.', 'You need to pick one.'],
  [nounSynonymMutator, 'An element of a list. Elements differ.', 'An item of a list. Items differ.'],
  [nounSynonymMutator, 'Move files to a directory.', 'Move files to a folder.'],
  [nounSynonymMutator, 'Find the sum of the digits.', 'Find the total of the digits.'],
  [nounSynonymMutator, 'Raise an error if it is empty.', 'Raise an exception if it is empty.'],
];

describe('makes', () => {
  test.each(MAKES.map(([mutator, before, after]) => [mutator.name, before, after, mutator] as const))(
    '%s: %s -> %s',
    (_name, before, after, mutator) => {
      expect(mutantsOf(mutator, before)).toContain(after);
    },
  );
});

/** Each was once a wrong or clumsy mutant, or is the near miss that a rule must see. */
const LEAVES: readonly (readonly [Mutator, string, string])[] = [
  [latinPhraseMutator, 'a restatement without a comma before it', 'Keep the odd ones i.e. 3 and 5.'],
  [connectiveMutator, 'a rule that "is as follows"', 'The rule of the game is as follows: Let it be.'],
  [comparisonPhraseMutator, 'a bound of one takes a singular', 'It holds one or more items.'],
  [comparisonPhraseMutator, 'one of several', 'At least one of both must be set.'],
  [comparisonPhraseMutator, 'a name before a unit', 'The price is at least $L_i$ yen each.'],
  [comparisonPhraseMutator, 'a shape', 'A tensor of at least 2x2 dimensions.'],
  [verbSynonymMutator, 'a flag decides', 'It takes a flag determining whether it is odd.'],
  [verbSynonymMutator, 'a flag is there to decide', 'It takes a flag to determine whether it is odd.'],
  [verbSynonymMutator, 'a flag should decide', 'The flag should determine whether it is odd.'],
  [verbSynonymMutator, 'what to do is decided', 'The function determines whether to sort.'],
  [verbSynonymMutator, 'a field of a parameter', 'flag (bool): Determine whether it is odd.'],
  [verbSynonymMutator, 'a fact ensures', 'The seed is 42, ensuring that it is odd.'],
  [verbSynonymMutator, 'an event', 'The opposite occurs with a trace.'],
  [verbSynonymMutator, 'the most frequent', 'The maximum occurring character.'],
  [comparisonPhraseMutator, '"not" reaches over "or"', 'The day is not less than 1 or higher than 31.'],
  [
    comparisonPhraseMutator,
    'a parameter that reads as a word',
    'Stop if the best loss was reached `patience` epochs ago.',
  ],
  [comparisonPhraseMutator, 'a limit, no extreme', 'Return the maximum length of 5.'],
  [comparisonPhraseMutator, 'a part of a call', 'Call at_least(3) then.'],
  [comparisonPhraseMutator, 'a comparison of sizes', 'An image larger than the screen.'],
  [comparisonPhraseMutator, 'inside quotes', 'Print "at least 3" now.'],
  [numberWordMutator, 'a value', 'It is divisible by 2 or three.'],
  [numberWordMutator, 'a digit that is meant', 'Count how often the digit 7 appears.'],
  [numberWordMutator, 'a mixed list', 'Find all three, four, five characters long words.'],
  [numberWordMutator, '"no two"', 'No row and no two columns agree.'],
  [numberWordMutator, 'a hyphen', 'A two-dimensional array.'],
  [numberWordMutator, 'one is a pronoun', 'Return the longest one of them.'],
  [numberWordMutator, 'a version', 'Write Python 3 functions.'],
  [numberWordMutator, 'both forms side by side', 'Merge two sorted lists as page three says.'],
  [numberWordMutator, 'a name', 'Use the 8 Points algorithm.'],
  [contractionMutator, 'a preposition before "it is"', 'If the number of ones in it is k, stop.'],
  [contractionMutator, 'the clause ends with the verb', 'Return the list as it is.'],
  [contractionMutator, 'a test of code', 'If x is not None, stop.'],
  [latinPhraseMutator, 'a sentence begins', 'For example, 3 is odd.'],
  [latinPhraseMutator, 'a relative clause', 'Take the one that is sorted.'],
  [latinPhraseMutator, 'a compound', 'Return per class precision.'],
  [latinPhraseMutator, 'a rate', 'Five frames per second.'],
  [connectiveMutator, 'time, no reason', 'Count the days since the last visit.'],
  [connectiveMutator, 'a participle of the program', 'Write a function using the list.'],
  [connectiveMutator, 'a verb behind a conjunction', 'Sort it when using a heap.'],
  [connectiveMutator, 'no question', 'Return it if it is odd.'],
  [ioVerbMutator, 'another sense', 'Given an input, find what takes place. It takes time.'],
  [ioVerbMutator, 'another subject', 'Write a function. In an operation you can take any k cells.'],
  [ioVerbMutator, 'time', 'Write a function. It takes 3 minutes.'],
  [ioVerbMutator, 'no argument', 'A step that takes into account the sum.'],
  [verbSynonymMutator, 'a list of libraries', 'Requirements:\n- select\n- queue\n'],
  [verbSynonymMutator, 'a thing, no quantity', 'A tensor representing the image.'],
  [verbSynonymMutator, 'a technical sense', 'Remove the background noise.'],
  [verbSynonymMutator, 'a name of the prompt', 'Call `compute` to compute it.'],
  [nounSynonymMutator, 'not everywhere', 'The element-wise sum of each element of a list.'],
  [nounSynonymMutator, 'both terms are used', 'An element of a list is no item.'],
  [nounSynonymMutator, 'no collection', 'The element of surprise.'],
  [nounSynonymMutator, 'literal text', 'In the list: list item 1.'],
  [nounSynonymMutator, 'a measure', 'Raise it if the mean squared error is high.'],
];

describe('leaves alone', () => {
  test.each(LEAVES.map(([mutator, what, text]) => [mutator.name, what, text, mutator] as const))(
    '%s: %s',
    (_name, _what, text, mutator) => {
      expect(mutantsOf(mutator, text)).toEqual([]);
      expect(outcomesOf(mutator, text).reasons).not.toEqual([]);
    },
  );

  test('a name of the signature', () => {
    const text = 'def f(element):\n    """Add the element to a list."""\n';
    expect(outcomesOf(nounSynonymMutator, text, 'f').texts).toEqual([]);
    expect(outcomesOf(nounSynonymMutator, 'An element of a list, in `element`.').reasons).toContain('word-is-a-name');
  });

  test('a parameter that is a plain word is not a quantity', () => {
    const text = 'def f(patience):\n    """Wait at least patience epochs."""\n';
    expect(mutantsOf(comparisonPhraseMutator, text, 'f')).toEqual([]);
  });
});

describe('every place and form', () => {
  test('a wording changes wherever it may, the article with it', () => {
    expect(mutantsOf(nounSynonymMutator, 'Take an element of the list, then each element.')).toEqual([
      'Take an item of the list, then each item.',
    ]);
    expect(mutantsOf(verbSynonymMutator, 'Such an obtained and a chosen one.')).toEqual([
      'Such an obtained and a selected one.',
    ]);
  });

  test('line breaks stay: as many words keep them, others refuse', () => {
    expect(mutantsOf(connectiveMutator, 'Write one to check\nif it is odd.')).toEqual([
      'Write one to check\nwhether it is odd.',
    ]);
    expect(outcomesOf(comparisonPhraseMutator, 'Words of at\nleast 3 letters.').reasons).toContain('does-not-fit');
  });

  test('a capital goes to the word that then comes first, or the place stays', () => {
    expect(mutantsOf(comparisonPhraseMutator, 'At most 3 swaps are allowed.')).toContain(
      'No more than 3 swaps are allowed.',
    );
    expect(mutantsOf(comparisonPhraseMutator, 'Two or more elements are swapped.')).toEqual([]);
    expect(mutantsOf(comparisonPhraseMutator, 'At least two elements are swapped.').sort()).toEqual([
      'No fewer than two elements are swapped.',
      'Two or more elements are swapped.',
    ]);
  });

  test('several senses also change together', () => {
    expect(mutantsOf(verbSynonymMutator, 'Compute it, then swap the two.')).toHaveLength(3);
  });
});
