import type { Mutator } from '../../src/core/mutation.ts';
import { parameterRenames } from '../parsers/parameter-names.ts';
import { RENAMES } from '../proposals.ts';

/** Letters instead of digits, so that the prompt's numbers stay as they are. */
const SCHEMES = ['arg', 'param', 'input'] as const;

/**
 * Renames the parameters by place (`arg_a`, `arg_b`) in signature, examples and prose.
 *
 * A parameter whose name also occurs as an English word keeps it, and so does one that the running text never mentions:
 * there the name alone may say which value it is, or in which unit. Refuses functions that look at their own names:
 * `**kwargs`, `getattr`, `locals`.
 */
export const paramRenameMutator: Mutator = {
  name: 'name-param-rename',
  family: 'naming',
  summary: 'Parameter names that say nothing about their values.',
  example: { before: 'def scale(xs, factor):', after: 'def scale(arg_a, arg_b):' },
  ...RENAMES,
  preserves: 'exact-meaning',
  source: 'original',
  *propose(input) {
    for (const scheme of SCHEMES) {
      yield* parameterRenames(input, { nameFor: (_, index) => nameOf(scheme, index), tellsAsMuch: false });
    }
  },
};

function nameOf(scheme: string, index: number): string | null {
  return index < 26 ? `${scheme}_${String.fromCharCode(97 + index)}` : null;
}
