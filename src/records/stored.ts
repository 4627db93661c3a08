import type { z } from 'zod';

type Frozen<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** What a schema of records describes, read-only all the way down. */
export type Stored<S extends z.ZodType> = Frozen<z.output<S>>;
