import type { z } from 'zod';

type Frozen<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** The type of a record's schema, deeply read-only. */
export type Stored<S extends z.ZodType> = Frozen<z.output<S>>;
