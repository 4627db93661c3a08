import { z } from 'zod';

type Frozen<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** The type of a record's schema, deeply read-only. */
export type Stored<S extends z.ZodType> = Frozen<z.output<S>>;

/** Parts of stored records; readers hand on the line as it is, with the fields that no schema names. */
export const record = z.object;
export const text = z.string();
export const texts = z.array(text);
export const count = z.number().min(0);

/** As an endpoint counted. */
export const tokenUsageSchema = record({
  inputTokens: count,
  outputTokens: count,
  /** Of the input tokens, those that the endpoint read from its cache; absent where it does not say. */
  cachedInputTokens: count.optional(),
});
export type TokenUsage = Stored<typeof tokenUsageSchema>;
