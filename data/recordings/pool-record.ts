import { z } from 'zod';

/** A reply of a pool, as `mutagree run --samples` and `--tests` read it too. */
export const poolRecord = z.object({
  task_id: z.string(),
  model: z.string(),
  /** `original`, or the mutator of the prompt; none of tests, which belong to every prompt. */
  variant: z.string().optional(),
  purpose: z.enum(['program', 'tests']),
  /** From 0. */
  sample: z.number(),
  status: z.string(),
  reply: z.string(),
  /** By the model's own tokenizer; null where the endpoint has none to ask. */
  tokens: z.object({ prompt: z.number().nullable(), reply: z.number().nullable() }),
});
export type PoolRecord = z.output<typeof poolRecord>;

export const poolKey = ({
  task_id,
  variant = '',
  purpose,
  sample,
}: Omit<PoolRecord, 'model' | 'status' | 'reply' | 'tokens'>) => `${task_id} ${variant} ${purpose} ${sample}`;
