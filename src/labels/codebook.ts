import { z } from 'zod';

const oneLine = z.string().regex(/^[^\r\n]*\S[^\r\n]*$/, 'must be one line of text');
const fieldName = z.string().regex(/^[\p{L}_][\p{L}\p{N}_ -]*$/u, 'must be the name of a field, such as "stage"');

const label = z.strictObject({
  /** As it is printed, and written into task files where there is no code; no ";", which separates labels. */
  name: oneLine.refine((name) => !name.includes(';'), 'must hold no ";", which separates labels'),
  /** What task files hold instead of the name. */
  code: z.int().optional(),
  /** When to choose it. */
  definition: z.string().default(''),
});

/** What raters choose from: docs/dl-bench.md has the schema in words. */
export const codebookSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be in lower case with hyphens, such as "data-type"'),
    title: oneLine,
    /** What raters are asked about each item. */
    question: oneLine,
    /** Of the task file, for the first label. */
    field: fieldName,
    /** Of the task file, for the second of several labels; the field holds a list where there is none. */
    second_field: fieldName.optional(),
    /** Of what kind a file's records are. */
    items: z.enum(['tasks', 'failures']).default('tasks'),
    /** Whether an item may have several labels. */
    several: z.boolean().default(false),
    labels: z.array(label).min(2, 'must hold at least two labels'),
  })
  .superRefine(({ labels }, context) => {
    for (const key of ['name', 'code'] as const) {
      const seen = new Set<string>();
      for (const [at, each] of labels.entries()) {
        const value = each[key] === undefined ? null : String(each[key]).toLowerCase();
        if (value !== null && seen.has(value)) {
          context.addIssue({ code: 'custom', path: ['labels', at, key], message: `repeats "${each[key]}"` });
        }
        if (value !== null) seen.add(value);
      }
    }
  });

export type Codebook = z.output<typeof codebookSchema>;

/** The label that a rater wrote: by its name in any case, or by its code; null for any other text. */
export function labelNamed({ labels }: Codebook, text: string): string | null {
  const plain = text.trim().toLowerCase();
  const found = labels.find(({ name, code }) => name.toLowerCase() === plain || String(code ?? '') === plain);
  return found?.name ?? null;
}

/** What a task file holds for a label. */
export function storedLabel({ labels }: Codebook, name: string): string | number {
  return labels.find((each) => each.name === name)?.code ?? name;
}

/** What is wrong with a set of labels; null where nothing is. */
export function labelsProblem({ several, labels }: Codebook, chosen: readonly string[]): string | null {
  const unknown = chosen.find((name) => !labels.some((each) => each.name === name));
  if (unknown !== undefined) return `"${unknown}" is not a label of the codebook`;
  if (!several && chosen.length > 1) return 'holds several labels, and the codebook allows one';
  return new Set(chosen).size < chosen.length ? 'holds a label twice' : null;
}
