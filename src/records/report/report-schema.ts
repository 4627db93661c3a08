import { z } from 'zod';
import { failuresSchema } from './failures-schema.ts';
import { robustnessSchema, taxonomySchema } from './mutators-schema.ts';
import { runSchema } from './run-schema.ts';
import { arm, count, estimate, fraction, list, temperature } from './schema-parts.ts';

/** Version of report.json's shape; 1 held a single run. */
export const REPORT_SCHEMA_VERSION = 2;

const variance = z.strictObject({
  model: z.string(),
  temperature,
  arm,
  k: z.int(),
  values: list(fraction),
  mean: fraction,
  variance: z.number().nullable(),
  standardDeviation: z.number().nullable(),
});

const side = z.strictObject({ model: z.string(), temperature, repeats: count });
const paired = z.strictObject({
  tasks: count,
  first: fraction,
  second: fraction,
  difference: estimate.describe('second - first'),
  onlyFirst: count,
  onlySecond: count,
  test: z.enum(['exact McNemar', 'sign flips']),
  pValue: fraction,
  adjustedP: fraction.describe('Holm, over all rows of this kind of table.'),
  finding: z.boolean(),
});
const modelComparison = z.strictObject({
  first: side,
  second: side,
  settings: list(z.strictObject({ name: z.string(), first: z.string(), second: z.string() })),
  tasks: count,
  samplesPerArm: count,
  arms: list(paired.extend({ arm })),
});

/** The content of report.json. Fractions, not percent; milliseconds. */
export const reportSchema = z
  .strictObject({
    schemaVersion: z.literal(REPORT_SCHEMA_VERSION),
    runs: z.array(runSchema).min(1).readonly(),
    modelComparisons: list(modelComparison).describe('All pairs of models that are comparable.'),
    variance: list(variance).describe('pass@k over repeats.'),
    robustness: list(robustnessSchema).describe('One entry per model and temperature.'),
    taxonomy: list(taxonomySchema).describe('One entry per model and temperature.'),
    failures: failuresSchema.optional(),
  })
  .meta({
    title: 'mutagree report',
    description: 'What report.json of mutagree holds. Fractions, not percent; milliseconds.',
  });

export type Report = z.infer<typeof reportSchema>;
/** pass@k of one arm over the repeats of one condition; variance and deviation with n - 1, null for a single repeat. */
export type RepeatVariance = z.infer<typeof variance>;
export type ComparedSide = z.infer<typeof side>;
/**
 * Two sides on the same tasks, with Holm's correction over all rows of the table: means, tasks that only one side solves
 * (for shares: on which it has the larger one), and whether the corrected p value is below 0.05, the interval leaves out
 * zero and few programs were lost in the reading.
 */
export type PairedDifference = z.infer<typeof paired>;

/** The published JSON Schema (draft 2020-12) of report.json. */
export function reportJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' }) as Record<string, unknown>;
  return { $schema, $id: `urn:mutagree:report:${REPORT_SCHEMA_VERSION}`, ...rest };
}
