import type { TestBody } from '../../core/program.ts';
import type { RepositoryTarget } from '../../core/repository.ts';
import type { CodeGap } from '../../core/task.ts';

/** A model's reply with all that it takes to find code in it; plain data, so that another process can read it. */
export interface ReplyQuestion {
  readonly text: string;
  /** Whether the end of the reply is missing. */
  readonly truncated: boolean;
  /** As the prompt that was answered names it; null for a script. */
  readonly askedName: string | null;
  /** As the task names it. */
  readonly entryPoint: string | null;
  /** old -> new, as the variant's mutation has them; null for the original prompt. */
  readonly renames: Readonly<Record<string, string>> | null;
  readonly repository: RepositoryTarget | null;
  /** The gap that the program fills, if it is a snippet. */
  readonly gap?: CodeGap | undefined;
}

export interface ProgramQuestion extends ReplyQuestion {
  readonly promptText: string;
  readonly completesPrompt: boolean;
}

/** The program with the task's own names, or why there is none. */
export type ReadProgram =
  | {
      readonly code: string;
      /** Hash of its normal form: equal ones behave equally. */
      readonly id: string;
    }
  | { readonly problem: string };

export interface ReadTests {
  readonly tests: readonly {
    readonly body: TestBody;
    /** Hash of its normal form. */
    readonly id: string;
  }[];
  readonly problems: readonly string[];
}

/** Finds programs and tests in replies; a reply that breaks it yields the value `unparsable`. */
export interface ReplyReader {
  /** @throws InterruptedError */
  program(question: ProgramQuestion): Promise<ReadProgram>;
  /** @throws InterruptedError */
  tests(question: ReplyQuestion): Promise<ReadTests>;
  close(): Promise<void>;
}
