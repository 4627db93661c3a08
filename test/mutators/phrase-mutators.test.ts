import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { outcomesOf, taskOf } from './prompts.ts';

/** Enough words that a longer wording of a tensor is no other length of prompt. */
const LEAD = 'Write a function for the results that somebody has kept in a file, and do as follows. ';

/** Every mutant that the guards let through. */
function mutantsOf(name: string, text: string, entryPoint: string | null = null): string[] {
  const options = { mutators: selectMutators(name), guards, seed: 0, perMutator: 60 };
  const { variants } = mutatePrompts(taskOf('t', text, entryPoint), options);
  return variants.slice(1).map(({ prompt }) => prompt);
}
const rowsOf = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([name, rows]) => rows.map((row) => [name, row] as const));

/** By mutator: a text and a mutant of it. */
const MAKES = {
  'gram-active-passive': [
    'Return the one of\n:func:`f`. -> The one of\n:func:`f` should be returned.',
    'Raise the series to a power. -> The series should be raised to a power.',
  ],
  'gram-imperative-declarative': [
    'def f(x):\n    """Visualize the distribution of prices."""\n -> def f(x):\n    """The function should visualize the distribution of prices."""\n',
    'def f(x):\n    """Write one decorator that counts."""\n -> def f(x):\n    """You should write one decorator that counts."""\n',
  ],
  'gram-imperative-interrogative': ['Write one for n + 2... (until 0). -> Can you write one for n + 2... (until 0)?'],
  'gram-obligation': ['The function should return it. -> The function is expected to return it.'],
  'gram-quantifier': [
    'Every element counts. -> Each element counts.',
    'For each row, sum every column. -> For every row, sum every column.',
    'For each row, sum every column. -> For every row, sum each column.',
  ],
  'lex-comparison-phrase': [
    'The length is at least 3. -> The length is no less than 3.',
    'Take a number of length at least k. -> Take a number of length k or more.',
    'Use at most k swaps. -> Use no more than k swaps.',
    'Return every value of the list that is a number greater than or equal to k. -> Return every value of the list that is a number no less than k.',
    'If the sum of it is less than or equal to k, stop there. -> If the sum of it is at most k, stop there.',
    'Return the largest value. Find the largest value. -> Return the maximum value. Find the maximum value.',
  ],
  'lex-connective': [
    'Write a function to check if it is prime. -> Write a function to check whether it is prime.',
    'Sort the list using radix sort. -> Sort the list by using radix sort.',
    'If it is odd, stop. Otherwise, go on. -> If it is odd, stop. In all other cases, go on.',
    'Use the camera matrix to compute the depth. -> Use the camera matrix in order to compute the depth.',
  ],
  'lex-contraction': [
    "You are given a list. Do not sort it. -> You're given a list. Don't sort it.",
    "Raise an error if it cannot be split. -> Raise an error if it can't be split.",
  ],
  'lex-io-verb': [
    'Write a function that takes a list. -> Write a function that accepts a list.',
    'This function has no name. It takes in two tensors. -> This function has no name. It receives two tensors.',
  ],
  'lex-latin-phrase': [
    'A sign (e.g., a comma). -> A sign (for instance, a comma).',
    'Ints, floats, etc. -> Ints, floats, and so on.',
    'The rows, the columns, and so on. -> The rows, the columns, etc.',
    'One point per class. -> One point for each class.',
  ],
  'lex-modifier-synonym': [
    'Read the specified path. -> Read the given path.',
    'The function also returns it. -> The function additionally returns it.',
  ],
  'lex-noun-synonym': [
    'An element of a list. Elements differ. -> An item of a list. Items differ.',
    'Find the sum of the digits. -> Find the total of the digits.',
    'Raise an error if it is empty. -> Raise an exception if it is empty.',
    'Given a positive integer, count down. -> Given a positive whole number, count down.',
  ],
  'lex-number-word': [
    'Write a function to merge two sorted lists. -> Write a function to merge 2 sorted lists.',
    'Every 3 consecutive letters differ. -> Every three consecutive letters differ.',
  ],
  'lex-set-phrase': [
    'Create a function called `f` that sorts. -> Create a function by the name of `f` that sorts.',
    'Write a method that returns the sum. -> Write a method which returns the sum.',
    'It is computed based on the mean. -> It is computed on the basis of the mean.',
    'Return a tensor with the same shape as the input. -> Return a tensor whose shape is the same as that of the input.',
  ],
  'lex-verb-synonym': [
    'Given s, determine if it is odd. -> Given s, check if it is odd.',
    'A word that occurs twice. -> A word that appears twice.',
    'Compute the sum. The computed sum counts. -> Calculate the sum. The calculated sum counts.',
    'Your task is to find the shortest one. -> Your task is to determine the shortest one.',
    'It should raise a ValueError. -> It should throw a ValueError.',
  ],
  'name-func-task': [
    'Write a function called `f` to clip the action to be within the bounds defined by `LOW`. -> Write a function called `clip_action_to_be_within_bounds` to clip the action to be within the bounds defined by `LOW`.',
  ],
  'name-param-rename': ['def f(s):\n    "Count \'0\'s."\n -> def f(arg_a):\n    "Count \'0\'s."\n'],
  'ten-default': ['A small value (default is 0.5). -> A small value (default value is 0.5).'],
  'ten-element-type': [
    'Return a tensor containing the sums. -> Return a tensor that contains the sums.',
    'Return a boolean mask. -> Return a mask of booleans.',
  ],
  'ten-shape': [
    'Take a tensor of shape (N, 3). -> Take a tensor whose shape is (N, 3).',
    'Take a tensor of shape (N, 3). -> Take a tensor with shape (N, 3).',
  ],
};

/** By mutator: what was once a wrong or clumsy mutant, or is the near miss that a rule must see. */
const LEAVES = {
  'gram-active-passive': [
    'Determine a transfer is complete. Return True to stop. Return True/False to indicate if it did.',
  ],
  'gram-imperative-declarative': [
    'Let the function output:\n    count (Counter.collections): A Counter object with the counts.',
    'def f(x):\n    """Total of x.\n\n    Use `g` instead. Use this if you need it.\n\n    list\n        a list of rows\n\n    If f(x) == 1, the\n    merge breaks it.\n\n    case 2:\n        return 20\n\n    >>> f(1)\n    1\n\n    Return it.\n    """\n',
  ],
  'gram-obligation': [
    'The function should not return it. The list must never be sorted. If the function should fail, it should.',
  ],
  'gram-quantifier': [
    'Consonants are every letter except vowels.',
    'Take two lists and sort each list.',
    'Halve it every ten batches. Sort each of them. The words follow each other. The rows each contain a word.',
    'Take every second element. At each second, move on, repeating each as many times as it says. Masks, each a mask.',
    'Not every element counts. Return True if all words are equal.',
  ],
  'lex-comparison-phrase': [
    'At least k.', // a name keeps its letters
    'It holds one or more items.', // a bound of one takes a singular
    'At least one of both must be set.', // one of several
    'The price is at least $L_i$ yen each.', // a name before a unit
    'A tensor of at least 2x2 dimensions.', // a shape
    'The day is not less than 1 or higher than 31.', // "not" reaches over "or"
    'Stop if the best loss was reached `patience` epochs ago.', // a parameter that reads as a word
    'Return the maximum length of 5.', // a limit, no extreme
    'Call at_least(3) then.', // a part of a call
    'An image larger than the screen.', // a comparison of sizes
    'Print "at least 3" now.', // inside quotes
  ],
  'lex-connective': [
    'The rule of the game is as follows: Let it be.', // a rule that "is as follows"
    'Count the days since the last visit.', // time, no reason
    'Write a function using the list.', // a participle of the program
    'Sort it when using a heap.', // a verb behind a conjunction
    'Return it if it is odd.', // no question
    'Write a function to compute the sum. Do it if and only if it is odd.',
    "I'm using tensorflow. Return those using it, because using it fails. Subclasses using a lock override it. Write a function `f` using the list.", // no means
    'The algorithm due to Cornacchia works as well as the other.', // a person, a comparison
    'Usage::\n\n    >>> f(1)\n    2\n\n    f(x)  # prior to the call\n', // a literal block
  ],
  'lex-contraction': [
    'If the number of ones in it is k, stop.', // a preposition before "it is"
    'Return the list as it is.', // the clause ends with the verb
    'If x is not None, stop.', // a test of code
  ],
  'lex-io-verb': [
    'Given an input, find what takes place. It takes time.', // another sense
    'Write a function. In an operation you can take any k cells.', // another subject
    'Write a function. It takes 3 minutes.', // time
    'Write a function. It takes a while.',
    'A step that takes into account the sum.', // no argument
  ],
  'lex-latin-phrase': [
    'Keep the odd ones i.e. 3 and 5.', // a restatement without a comma before it
    'For example, 3 is odd.', // a sentence begins
    'Take the one that is sorted.', // a relative clause
    'Return per class precision.', // a compound
    'Five frames per second, of meters per cycle. It is empty per default.', // a rate, an idiom
  ],
  'lex-modifier-synonym': [
    'The size specified by `n` counts. Given a list, sort it.',
    'Ensure the correct padding, as appropriate.',
  ],
  'lex-noun-synonym': [
    'The element-wise sum of each element of a list.', // not everywhere
    'An element of a list is no item.', // both terms are used
    'The element of surprise. The optical element of a list. The occurrence of an event.', // no collection
    'In the list: list item 1.', // literal text
    'Raise it if the mean squared error is high.', // a measure
    'Return the biggest even integer number. Return the largest sum of integers.',
    'Raise a TypeError for a list of integers.',
    'Return the number of words and their count.',
  ],
  'lex-number-word': [
    'It is divisible by 2 or three.', // a value
    'Count how often the digit 7 appears.', // a digit that is meant
    'Find all three, four, five characters long words.', // a mixed list
    'No row and no two columns agree.', // "no two"
    'A two-dimensional array.', // a hyphen
    'Return the longest one of them.', // one is a pronoun
    'Write Python 3 functions.', // a version
    'It reads draft 7 documents.',
    'Merge two sorted lists as page three says.', // both forms side by side
    'Use the 8 Points algorithm.', // a name
  ],
  'lex-set-phrase': [
    'The variable called `f` holds it.',
    'Treat it as a whole. Treat the text as a list. It refers to the file. It takes lists treated as parameters, such as a list.',
    'Its shape is `(M, N)`, where `M` is the height and `N` is the width.',
    'Write a test for the `Box` class.',
    'Find the path to the file in the graph.',
  ],
  'lex-spelling-variant': ['Call the tokenize module for %colors.'],
  'lex-verb-synonym': [
    'The id is used to identify the user. The number of attempts to connect is odd.', // an id tells, a noun
    'It has a parameter that determines the number of rows. Create the directory. It is there to find the file.',
    'The dialog appears in the corner. Two trains meet the deadline.', // no occurrence, no condition
    'It takes a flag determining whether it is odd.', // a flag decides
    'It takes a flag to determine whether it is odd.', // a flag is there to decide
    'The flag should determine whether it is odd.', // a flag should decide
    'The function determines whether to sort.', // what to do is decided
    'flag (bool): Determine whether it is odd.', // a field of a parameter
    'The seed is 42, ensuring that it is odd.', // a fact ensures
    'The opposite occurs with a trace.', // an event
    'The maximum occurring character.', // the most frequent
    'Requirements:\n- select\n- queue\n', // a list of libraries
    'A tensor representing the image.', // a thing, no quantity
    'Call `compute` to compute it.', // a name of the prompt
    'Raise the base to the power of two. The return value is odd. Remove the background noise. Remove the listener.',
  ],
  'name-func-task': [
    'def f(x):\n    """Perform a one-sample t-test."""\n',
    'def f(x):\n    """Check whether two types are equal."""\n',
  ],
  'name-param-rename': [
    'def f(k):\n    "Return the top-k accuracy, given k."\n',
    'def f(b):\n    "Solve by^2 = 3."\n',
    'def f(level):\n    "Format the level(s)."\n',
    'def f(filters):\n    """Print.\n\n    Available filters:\n    - none\n    """\n', // a heading
    'def f(n):\n    """Sum.\n\n    .. math:: x^{n}\n    """\n',
  ],
  'ten-default': ['The default is told by the caller. Otherwise, defaults to 3.'],
  'ten-element-type': [
    'Skip each tensor without containing the sums.', // a negation
    'Take arrays of integers and strings.',
  ],
  'ten-shape': ['Return a tensor of shape.', 'Return a 3 by 4 matrix of zeros.'], // no shape
};

test.each(rowsOf(MAKES))('makes: %s: %s', (name, row) => {
  const [before = '', after = ''] = row.split(' -> ').map((text) => (name.startsWith('ten-') ? LEAD : '') + text);
  expect(mutantsOf(name, before)).toContain(after);
});

describe('leaves alone', () => {
  test.each(rowsOf(LEAVES))('%s: %s', (name, text) => {
    expect(mutantsOf(name, text)).toEqual([]);
    const [mutator] = selectMutators(name);
    expect(mutator && outcomesOf(mutator, text).reasons).not.toEqual([]);
  });

  test('a name of the signature; a parameter that is a plain word is not a quantity', () => {
    expect(mutantsOf('lex-noun-synonym', 'def f(element):\n    """Add the element to a list."""\n', 'f')).toEqual([]);
    expect(mutantsOf('lex-noun-synonym', 'An element of a list, in `element`.')).toEqual([]);
    const patience = 'def f(patience):\n    """Wait at least patience epochs."""\n';
    expect(mutantsOf('lex-comparison-phrase', patience, 'f')).toEqual([]);
  });

  test('no request becomes "What the function has to do is", and no "if" becomes "in case"', () => {
    const before = 'def f(x):\n    """Sort the list of words. Return the last word. Print the first word."""\n';
    const mutants = mutantsOf('gram-imperative-declarative', before);
    expect(mutants).toContain(before.replace('Return', 'The function has to return'));
    expect(mutants.join()).not.toContain('What');
    expect(mutantsOf('lex-connective', 'Sort it. If the list is empty, return it.')).toEqual([]);
  });
});

describe('every place and form', () => {
  test.each([
    [
      'with its article',
      'lex-verb-synonym',
      'Such an obtained and a chosen one.',
      ['Such an obtained and a selected one.'],
    ],
    [
      'line breaks stay',
      'lex-connective',
      'Write one to check\nif it is odd.',
      ['Write one to check\nwhether it is odd.'],
    ],
    ['for as many words', 'lex-comparison-phrase', 'Words of at\nleast 3 letters.', ['Words of 3\nor more letters.']],
    ['the place stays where no capital can', 'lex-comparison-phrase', 'Two or more elements are swapped.', []],
    [
      'a capital goes to the word that then comes first',
      'lex-comparison-phrase',
      'At least two elements are swapped.',
      ['No fewer than two elements are swapped.', 'Two or more elements are swapped.'],
    ],
  ])('%s (%s)', (_, name, before, after) => {
    expect(mutantsOf(name, before).sort()).toEqual(after);
  });

  test('several senses also change together', () => {
    expect(mutantsOf('lex-verb-synonym', 'Compute it, then swap the two.')).toHaveLength(3);
  });
});

test('every entry of a tensor lexicon names the page that defines it', () => {
  const folder = new URL('../../data/lexicons/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.startsWith('tensor-'));
  expect(files.length).toBe(3);
  for (const file of files) {
    const { sources, entries } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    for (const { from, source } of entries) expect(sources[source], `${file}: ${from}`).toMatch(/^https:/);
  }
});
