import { z } from 'zod';
import { count, list } from './schema-parts.ts';

const estimate = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
const share = estimate.extend({ count, of: count });
const pool = z.enum(['original', 'mutated']);

const effect = z.strictObject({
  of: z.enum(['programs', 'tests', 'interaction', 'both']),
  difference: estimate,
  pValue: z.number().nullable(),
});
const ablation = z.strictObject({
  tasks: count,
  samplesPerCell: count,
  scorer: z.string(),
  cells: list(z.strictObject({ programs: pool, tests: pool, passAt1: estimate, solved: count })),
  effects: list(effect),
});
/**
 * Original and mutated prompts, crossed. Effects are paired differences of expected pass@1: mutated prompts for
 * programs (the mean over both kinds of tests), for tests, their interaction, and both; p: exact McNemar over the
 * picks, for pairs of cells.
 */
export type AblationResult = z.infer<typeof ablation>;
export type AblationEffect = z.infer<typeof effect>;

/** A share of tests with its 95 % Wilson interval; tests of one task hang together, so the true one is wider. */
export type TestShare = z.infer<typeof share>;
const testQuality = z.strictObject({
  mutator: z.string(),
  tests: count,
  valid: share.nullable(),
  separating: share,
  validAndSeparating: share.nullable(),
});
/** Quality of the test occurrences that one mutator's prompts brought; null shares where no task has a reference. */
export type TestQuality = z.infer<typeof testQuality>;

const efficiency = z.strictObject({
  measure: z.enum(['cpuMs', 'peakKib']),
  tasks: count,
  programs: z.number(),
  reference: z.number(),
  medianRatio: z.number().nullable(),
});
/** One measure of passing programs next to the reference: means over tasks, and the median of the tasks' ratios. */
export type MeasureComparison = z.infer<typeof efficiency>;

/** The part of `report.json` about the origin of a run's gain. */
export const attributionSchema = {
  ablation: ablation
    .nullable()
    .describe('Original and mutated prompts for programs and for tests, crossed; null without --ablate.'),
  testQuality: list(testQuality).describe('Generated tests by the prompt that they were asked with.'),
  efficiency: list(efficiency).describe('Passing programs compared with the reference; empty without --efficiency.'),
};
