import { z } from 'zod';
import type { Mutator } from '../../src/core/mutation.ts';
import { readData } from '../../src/package-root.ts';
import { functionRenames } from '../parsers/function-names.ts';
import { nameWords } from '../parsers/name-words.ts';
import { RENAMES } from '../proposals.ts';

const { names } = readData(
  'lexicons/misleading-names.json',
  z.object({ names: z.array(z.object({ name: z.string(), stems: z.array(z.string()).min(1) })) }),
);

/** Names offered for one prompt; stage 2 draws from them. */
const MOST_NAMES = 10;

/**
 * Gives the function the name of another task. Names whose words the prompt or the old name speaks of are left out,
 * since they might fit.
 *
 * Source: the thesis's adversarial function names, which a model wrote; here they come from a list.
 */
export const funcAdversarialMutator: Mutator = {
  name: 'name-func-adversarial',
  family: 'naming',
  summary: 'A misleading function name, taken from another task.',
  example: { before: 'def sum_list(xs):', after: 'def parse_date(xs):' },
  ...RENAMES,
  preserves: 'adversarial',
  source: 'original',
  *propose(input, rng) {
    const text = input.prompt.text.toLowerCase();
    yield* functionRenames(
      input,
      (old) => {
        const words = `${text} ${nameWords(old).join(' ').toLowerCase()}`;
        const misleading = names.filter(({ stems }) => !stems.some((stem) => words.includes(stem)));
        return rng.shuffle(misleading.map(({ name }) => name));
      },
      MOST_NAMES,
    );
  },
};
