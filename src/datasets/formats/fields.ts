import { z } from 'zod';

/** Text that holds more than white space. */
export const filledText = z.string().refine((text) => text.trim() !== '', { error: 'is empty; expected text' });

/** An id or a name; files contain text or whole numbers, we keep text. */
export const label = z.union([filledText, z.int()]).transform(String);

/** A name that Python accepts for a function. */
export const pythonName = z
  .string()
  .refine((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name), { error: 'is not a name that Python allows' });

/** A field's text; empty where it is none. */
export const textIn = (value: Readonly<Record<string, unknown>>, field: string): string =>
  typeof value[field] === 'string' ? value[field] : '';
