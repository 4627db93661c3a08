import type { Mutator } from '../../src/core/mutation.ts';
import { functionRenames } from '../parsers/function-names.ts';
import { otherNameCase } from '../parsers/name-words.ts';
import { RECODE, RENAMES } from '../proposals.ts';

/**
 * Writes the function's name in the other convention, `has_close_elements` as `hasCloseElements` and back.
 *
 * Refuses single words, which look the same in both. Source: ReCode's CamelCase, whose released set counts names that
 * did not change as mutants.
 */
export const funcCaseMutator: Mutator = {
  name: 'name-func-case',
  family: 'naming',
  summary: 'The function name in camel case instead of snake case, or the other way round.',
  example: { before: 'def sum_list(xs):', after: 'def sumList(xs):' },
  ...RENAMES,
  preserves: 'exact-meaning',
  source: RECODE,
  propose: (input) =>
    functionRenames(input, (name) => {
      const other = otherNameCase(name);
      return other === null ? { refused: 'one-word-name' } : [other];
    }),
};
