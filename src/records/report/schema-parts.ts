import { z } from 'zod';
import { ARMS } from '../../core/arm.ts';

export const fraction = z.number().min(0).max(1);
export const count = z.int().min(0);
export const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
export const arm = z.enum(ARMS);
export const estimate = z
  .strictObject({ value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'Estimate', description: 'A fraction (or a difference of fractions) with its 95 % interval.' });
/** Null where the endpoint's own is used. */
export const temperature = z.number().nullable();
/** One group of tasks, by one of DL-Bench's labels, or all of them. */
export const label = z.strictObject({ axis: z.enum(['all', 'stage', 'mlTask', 'dataType']), value: z.string() });

export type TaskLabel = z.infer<typeof label>;
export type LabelAxis = TaskLabel['axis'];
