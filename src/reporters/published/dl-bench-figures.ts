import { z } from 'zod';
import { readData } from '../../package-root.ts';

const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
const percents = list(z.number());
const labelRow = z.object({ label: z.string(), passAt1: percents });
const labelRows = z.object({ stage: list(labelRow), mlTask: list(labelRow), dataType: list(labelRow) });

const figuresSchema = z.object({
  source: z.object({ title: z.string() }),
  models: list(z.string()),
  overall: list(z.object({ benchmark: z.string(), passAt1: percents })),
  byDate: list(z.object({ passAt1: percents })),
  byLabel: labelRows,
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
});

let read: z.infer<typeof figuresSchema> | null = null;

/**
 * Tables of the DL-Bench paper (long version), from `data/published/dl-bench.json`, whose source stands in it; pass@1 in
 * percent, one value a model in the order of `models`.
 */
export function dlBenchFigures() {
  read ??= readData('published/dl-bench.json', figuresSchema);
  return read;
}
