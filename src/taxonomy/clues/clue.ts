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

/** What a clue saw. */
export interface Sighting {
  /** In (0, 1]: how much of the failure shows it. */
  readonly strength: number;
  /** What a reader should look at: a line of the traceback, a differing statement, a name. */
  readonly text: string;
}

/** A rule: something that can be seen in a failure, and the kinds of bug that it speaks for or against. */
export interface Clue {
  /** Stable, kebab-case: the fitted model knows clues by it. */
  readonly name: string;
  /** Log-odds written down from the definitions of the kinds, some of them after a look at how often the labelled failures have the clue; the fitted model may move them a little. */
  readonly speaksFor: Readonly<Partial<Record<BugLabel, number>>>;
  look(read: ReadFailure): Sighting | null;
}
