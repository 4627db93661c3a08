import type { Mutator } from '../../src/core/mutation.ts';
import { functionRenames } from '../parsers/function-names.ts';
import { nameWords } from '../parsers/name-words.ts';
import { taskPhrases } from '../parsers/task-phrase.ts';
import { RENAMES } from '../proposals.ts';

/**
 * Names the function after the prompt's own request: `find_shared_elements` if it asks to "find the shared elements".
 *
 * A name that is taken, or that has the words of the old one, is shortened from the end. Refuses prompts without a
 * recognised request. Source: the thesis's task function names, which a model wrote.
 */
export const funcTaskMutator: Mutator = {
  name: 'name-func-task',
  family: 'naming',
  summary: 'A descriptive function name, made from the words of the request.',
  example: {
    before: 'def f_3(xs):\n    """Return the sum of the list."""',
    after: 'def return_sum_of_list(xs):\n    """Return the sum of the list."""',
  },
  ...RENAMES,
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) =>
    functionRenames(input, (old) => {
      const phrases = taskPhrases(input);
      if (phrases.length === 0) return { refused: 'no-request-found' };
      const oldWords = nameWords(old).join('_').toLowerCase();
      return phrases.map((words) => words.join('_')).filter((name) => name !== oldWords);
    }),
};
