import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../package-root.ts';

const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
const percents = list(z.number());
const labelRow = z.object({ label: z.string(), passAt1: percents, average: z.number().optional() });
const labelRows = z.object({ stage: list(labelRow), mlTask: list(labelRow), dataType: list(labelRow) });

const figuresSchema = z.object({
  source: z.object({ title: z.string(), tag: z.string() }),
  models: list(z.string()),
  overall: list(z.object({ benchmark: z.string(), passAt1: percents, average: z.number() })),
  byDate: list(z.object({ after: z.string().nullable(), passAt1: percents })),
  byLabel: labelRows,
  prompting: list(z.object({ benchmark: z.string(), prompting: z.string(), passAt1: percents, average: z.number() })),
  passAtK: z.object({ temperature: z.number(), rows: list(z.object({ k: z.int(), passAtK: percents })) }),
  /** pass@1 of five runs at temperature 0, shape [runs][models]. */
  runs: list(percents),
  bugs: z.object({
    failuresOf: z.string(),
    kinds: list(
      z.object({
        label: z.int(),
        name: z.string(),
        count: z.int(),
        subKinds: list(z.object({ name: z.string(), count: z.int() })),
      }),
    ),
  }),
  againstDs1000: z.object({ cohensD: z.number(), fisherRatio: z.number(), spearman: z.number() }),
});

let read: z.infer<typeof figuresSchema> | null = null;

/**
 * Tables of the DL-Bench paper (long version), from `data/published/dl-bench.json`, whose source stands in it; pass@1 in
 * percent, one value a model in the order of `models`.
 */
export function dlBenchFigures() {
  const file = join(packageRoot(), 'data', 'published', 'dl-bench.json');
  read ??= figuresSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return read;
}
