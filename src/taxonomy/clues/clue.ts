import type { BugLabel } from '../bug-kinds.ts';
import type { FailedProgram } from '../failed-program.ts';
import type { ProgramFacts } from '../program-facts.ts';
import type { PytestFailure } from '../pytest-failure.ts';

/** A failure, read once. */
export interface ReadFailure {
  readonly failure: FailedProgram;
  readonly output: PytestFailure;
  readonly program: ProgramFacts;
  /** Null without a reference, or where it is not Python. */
  readonly reference: ProgramFacts | null;
  /** Lower case. */
  readonly prompt: string;
}

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
