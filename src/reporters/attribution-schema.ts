import { z } from 'zod';
import { count, list } from './schema-parts.ts';

const estimate = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
const share = estimate.extend({ count, of: count });
const pool = z.enum(['original', 'mutated']);

/** What `report.json` says of where a run's gain comes from. */
export const attributionSchema = {
  ablation: z
    .strictObject({
      tasks: count,
      samplesPerCell: count,
      scorer: z.string(),
      cells: list(z.strictObject({ programs: pool, tests: pool, passAt1: estimate, solved: count })),
      effects: list(
        z.strictObject({
          of: z.enum(['programs', 'tests', 'interaction', 'both']),
          difference: estimate,
          pValue: z.number().nullable(),
        }),
      ),
    })
    .nullable()
    .describe('Original and mutated prompts for programs and for tests, crossed; null without --ablate.'),
  testQuality: list(
    z.strictObject({
      mutator: z.string(),
      tests: count,
      valid: share.nullable(),
      separating: share,
      validAndSeparating: share.nullable(),
    }),
  ).describe('Generated tests by the prompt that they were asked with.'),
  efficiency: list(
    z.strictObject({
      measure: z.enum(['cpuMs', 'peakKib', 'cyclomatic', 'cognitive', 'maintainabilityIndex', 'sourceLines']),
      tasks: count,
      programs: z.number(),
      reference: z.number(),
      medianRatio: z.number().nullable(),
    }),
  ).describe('Passing programs beside the reference; empty without --efficiency.'),
};
