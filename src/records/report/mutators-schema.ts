import { z } from 'zod';
import type { MutatorFamily } from '../../core/mutation.ts';
import { count, estimate, fraction, label, list, temperature } from './schema-parts.ts';

const family = (z.string() as unknown as z.ZodType<MutatorFamily>).describe('Mutator family.');

const flips = z.strictObject({ pairs: count, passToFail: count, failToPass: count });
const group = z.strictObject({
  kind: z.enum(['mutator', 'family', 'all']),
  name: z.string(),
  family: family.nullable(),
});
/** Variants that are looked at together: those that a mutator or a family has a hand in, or all. */
export type VariantGroup = z.infer<typeof group>;

const robustnessCell = z.strictObject({
  group,
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
});
/**
 * The effect of a group of variants on a group of tasks: of `tasks` with at least s variants of the group and k samples
 * of each, `nominal` is pass@k of the original prompt, `variant` that of one variant, `robustDrop` the lost share of
 * `nominal`, `robustRelative` flips in either direction. `resampled` is RobustPass_s@1 if the variants changed nothing;
 * null for larger k or with too few samples.
 */
export type RobustnessCell = z.infer<typeof robustnessCell>;
export type Flips = z.infer<typeof flips>;

/** The effect of variants, per model and temperature. */
export const robustnessSchema = z.strictObject({
  model: z.string(),
  temperature,
  repeats: count,
  tasks: count,
  cells: list(robustnessCell),
});

const taxonomyCell = z.strictObject({
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
});
/**
 * One mutator on one group of tasks, for one model; `effectSize` is Cohen's d of paired values. `neutral`: no effect is
 * shown, not that there is none; `too-few-tasks`: no outcome could have shown one.
 */
export type TaxonomyCell = z.infer<typeof taxonomyCell>;

const contribution = z.strictObject({
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
});
/**
 * The contribution of one mutator to the runs of a condition; picks and tokens are sums over repeats. `consensusSets`:
 * tasks in whose `mutation-ensemble` it had samples and agreement made a pick; `contributed`: those whose pick was
 * written for one of its variants; `uniqueSolves`: tasks with no right program under any other prompt.
 */
export type MutatorContribution = z.infer<typeof contribution>;

/** The effect of each mutator, per model and temperature. */
export const taxonomySchema = z.strictObject({
  model: z.string(),
  temperature,
  repeats: count,
  tasks: count,
  tested: count,
  cells: list(taxonomyCell),
  contributions: list(contribution),
});

export type RobustnessResult = z.infer<typeof robustnessSchema>;
export type TaxonomyResult = z.infer<typeof taxonomySchema>;
