import { z } from 'zod';

const oneLine = z.string().regex(/^[^\r\n]*\S[^\r\n]*$/, 'must be one line of text');

const label = z.strictObject({
  name: oneLine.refine((name) => !name.includes(';'), 'must hold no ";", which separates labels'),
  /** A number that raters may write instead of the name. */
  code: z.int().optional(),
  definition: z.string().default(''),
});

/** The labels from which raters choose: docs/dl-bench.md describes the schema. */
export const codebookSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be in lower case with hyphens, such as "data-type"'),
    title: oneLine,
    question: oneLine,
    items: z.enum(['tasks', 'failures']).default('tasks'),
    several: z.boolean().default(false),
    labels: z.array(label).min(2, 'must hold at least two labels'),
  })
  .superRefine(({ labels }, context) => {
    for (const key of ['name', 'code'] as const) {
      const values = labels.map((each) => each[key] && String(each[key]).toLowerCase());
      const at = values.findIndex((value, place) => value !== undefined && values.indexOf(value) < place);
      if (at < 0) continue;
      context.addIssue({ code: 'custom', path: ['labels', at, key], message: `repeats "${labels[at]?.[key]}"` });
    }
  });

export type Codebook = z.output<typeof codebookSchema>;

/** The label that a rater wrote: by its name in any case, or by its code; undefined for any other text. */
export function labelNamed({ labels }: Codebook, text: string): string | undefined {
  const plain = text.toLowerCase();
  return labels.find(({ name, code }) => name.toLowerCase() === plain || String(code ?? '') === plain)?.name;
}
