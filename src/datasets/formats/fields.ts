import { z } from 'zod';

/** Text that holds more than white space. */
export const filledText = z.string().refine((text) => text.trim() !== '', { error: 'is empty; expected text' });

/** A task's id; files write text or whole numbers, tasks keep text. */
export const taskId = z.union([filledText, z.int()]).transform(String);

/** A name that Python accepts for a function. */
export const pythonName = z
  .string()
  .refine((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name), { error: 'is not a name that Python allows' });
