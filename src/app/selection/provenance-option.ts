import { countDistinctVariants, rankWithoutOwnVariant, weighVariants } from '../../../agreement/provenance.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Scorer } from '../../core/matrix.ts';

const NAMES = ['samples', 'distinct-variants', 'leave-own-variant-out', 'weights:NAME=W,…'] as const;

function parseWeights(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').map((part) => {
      const [name = '', value = ''] = part.split('=').map((side) => side.trim());
      const weight = Number(value);
      if (name === '' || value === '' || !Number.isFinite(weight) || weight < 0) {
        throw new ConfigError('provenance-invalid', `provenance weights: "${part}" is not a weight of a mutator`, {
          hint: 'Write it as weights:original=2,lex-task-verb=0.5.',
        });
      }
      return [name, weight] as const;
    }),
  );
}

/**
 * The scorer with a provenance option applied: what programs and tests count for, and who judges whom.
 *
 * @throws ConfigError for an option that is none
 */
export function withProvenance(scorer: Scorer, option: string): Scorer {
  if (option === 'samples') return scorer;
  if (option === 'distinct-variants') {
    return { ...scorer, rank: (matrix) => scorer.rank(countDistinctVariants(matrix)) };
  }
  if (option === 'leave-own-variant-out') {
    return { ...scorer, rank: (matrix) => rankWithoutOwnVariant(matrix, scorer) };
  }
  if (option.startsWith('weights:')) {
    const weights = parseWeights(option.slice('weights:'.length));
    return { ...scorer, rank: (matrix) => scorer.rank(weighVariants(matrix, weights)) };
  }
  throw new ConfigError('provenance-invalid', `there is no provenance "${option}"`, {
    hint: `Choose one of ${NAMES.join(', ')}.`,
  });
}
