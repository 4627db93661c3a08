import type { Mutator } from '../../src/core/mutation.ts';
import { otherNameCase } from '../parsers/name-words.ts';
import { parameterRenames } from '../parsers/parameter-names.ts';
import { RENAMES, refuse } from '../proposals.ts';

/**
 * Writes the parameters of several words in the other convention, `file_path` as `filePath` and back, in signature,
 * examples and prose. The name stays as descriptive, so that also a parameter whose role only the name tells is
 * renamed.
 *
 * A parameter whose name also occurs as an English word keeps it. Source: ReCode's camel case, which has it for
 * functions.
 */
export const paramCaseMutator: Mutator = {
  name: 'name-param-case',
  family: 'naming',
  summary: 'Parameter names in camel case instead of snake case, or the other way round.',
  example: { before: 'def save(self, file_path):', after: 'def save(self, filePath):' },
  ...RENAMES,
  preserves: 'exact-meaning',
  source: 'original',
  *propose(input) {
    const outcomes = [...parameterRenames(input, { nameFor: otherNameCase, tellsAsMuch: true })];
    if (outcomes.length === 0) yield refuse('one-word-names');
    yield* outcomes;
  },
};
