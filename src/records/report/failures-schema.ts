import { z } from 'zod';
import { count, list } from './schema-parts.ts';

const kind = z.strictObject({ label: count, name: z.string(), failures: count });
const tally = z.strictObject({ name: z.string(), failures: count, undecided: count, kinds: list(kind) });
const wording = z.strictObject({
  variantId: z.string(),
  mutator: z.string().nullable(),
  showing: count,
  samples: count,
  changes: list(z.strictObject({ before: z.string(), after: z.string() })),
});

const failureKinds = z.strictObject({
  model: z.string(),
  temperature: z.number().nullable(),
  programs: count,
  by: list(z.string()),
  all: tally,
  subKinds: list(kind),
  byArm: list(tally),
  byMutator: list(tally),
  byStage: list(tally),
});

/** Failing samples of one group by kind; one with several kinds counts under each. */
export type KindTally = z.infer<typeof tally>;
/** The failures under one model and temperature, over all repeats. */
export type FailureKinds = z.infer<typeof failureKinds>;
export type WordingShare = z.infer<typeof wording>;

/** The part of `report.json` about failures; undefined in runs that recorded none. */
export const failuresSchema = z
  .strictObject({
    kinds: list(failureKinds).describe('Failing samples by kind of bug, one entry per model and temperature.'),
    sharedMisreadings: list(
      z.strictObject({
        taskId: z.string(),
        test: z.string(),
        expected: z.string().nullable(),
        returned: z.string().nullable(),
        programs: count,
        samples: count,
        models: list(z.string()),
        wordings: list(wording),
        hangsOn: list(z.string()).describe(
          'Variants: the original shows it and they never do, or the other way round.',
        ),
      }),
    ).describe('Wrong answers that several distinct programs of a task share; at most 50.'),
    published: z.strictObject({
      source: z.string(),
      failuresOf: z.string(),
      kinds: list(kind),
    }),
  })
  .describe('What goes wrong.');
