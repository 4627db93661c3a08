import { z } from 'zod';
import { count, estimate, fraction, list, temperature } from './schema-parts.ts';

const label = z.strictObject({ axis: z.enum(['all', 'stage', 'mlTask', 'dataType']), value: z.string() });
const family = z.string().describe('Mutator family.');

const flips = z.strictObject({ pairs: count, passToFail: count, failToPass: count });
/** What rewordings change, per model and temperature. */
export const robustnessSchema = z.strictObject({
  model: z.string(),
  temperature,
  repeats: count,
  tasks: count,
  cells: list(
    z.strictObject({
      group: z.strictObject({
        kind: z.enum(['mutator', 'family', 'all']),
        name: z.string(),
        family: family.nullable(),
      }),
      label,
      s: count,
      k: count,
      tasks: count,
      nominal: estimate,
      variant: estimate,
      robustPass: estimate,
      robustDrop: estimate.nullable(),
      robustRelative: estimate,
      resampled: fraction.nullable(),
      flips,
    }),
  ),
});

/** What each mutator does, per model and temperature. */
export const taxonomySchema = z.strictObject({
  model: z.string(),
  temperature,
  repeats: count,
  tasks: count,
  tested: count,
  cells: list(
    z.strictObject({
      mutator: z.string(),
      family,
      label,
      tasks: count,
      applicable: count,
      difference: estimate,
      effectSize: z.number().nullable(),
      better: count,
      worse: count,
      pValue: fraction.nullable(),
      adjustedP: fraction.nullable(),
      effect: z.enum(['helps', 'harms', 'neutral', 'too-few-tasks']),
    }),
  ),
  contributions: list(
    z.strictObject({
      mutator: z.string(),
      family,
      applicable: count,
      tasks: count,
      refused: z.record(z.string(), count),
      consensusSets: count,
      contributed: count,
      contributedAlone: count,
      solved: count,
      uniqueSolves: count,
      tokens: count,
      uncounted: count,
      tokensPerSolve: z.number().nullable(),
    }),
  ),
});
