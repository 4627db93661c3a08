import type { BugLabel } from '../bug-kinds.ts';
import type { ReadFailure } from '../read-failure.ts';

/**
 * Something that can be seen in a failure beside its errors. It is shown to the reader and decides nothing: on failures of
 * other repositories such signs did not tell kinds apart (docs/dl-bench.md).
 */
export interface Clue {
  /** Stable, kebab-case. */
  readonly name: string;
  /** The kinds that it illustrates by their definition, the more telling the higher; in (0, 1]. */
  readonly speaksFor: Readonly<Partial<Record<BugLabel, number>>>;
  /** What a reader should look at: a differing statement, a name, a test; null where there is nothing of the kind. */
  look(read: ReadFailure): string | null;
}
