import { type ChatReply, isUnanswered } from '../../core/chat.ts';
import { entryPointOf, specificationOf, type Variant } from '../../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../../core/program.ts';
import type { RepositoryTarget } from '../../core/repository.ts';
import type { CodeGap, Task } from '../../core/task.ts';

/** A model's reply with all that it takes to find code in it; plain data, so that another process can read it. */
export interface ReplyQuestion {
  readonly text: string;
  /** Whether the end of the reply is missing. */
  readonly truncated: boolean;
  /** As the prompt that was answered names it; null for a script. */
  readonly askedName: string | null;
  readonly entryPoint: string | null;
  /** old -> new, as the variant's mutation has them; null for the original prompt. */
  readonly renames: Readonly<Record<string, string>> | null;
  readonly repository: RepositoryTarget | null;
  readonly gap?: CodeGap | undefined;
  readonly promptText: string;
  readonly completesPrompt: boolean;
}

/** The program with the task's own names, or why there is none. */
export type ReadProgram = Pick<Candidate, 'id' | 'code'> | { readonly problem: string };

export interface ReadTests {
  readonly tests: readonly Pick<GeneratedTest, 'id' | 'body'>[];
  readonly problems: readonly string[];
}

/** Finds programs and tests in replies; a reply that breaks it is `unparsable`. Methods throw InterruptedError. */
export interface ReplyReader {
  program(question: ReplyQuestion): Promise<ReadProgram>;
  tests(question: ReplyQuestion): Promise<ReadTests>;
  close(): Promise<void>;
}

type Answered = Pick<ChatReply, 'status' | 'text'>;

function questionOf(task: Task, { text, status }: Answered, variant?: Variant): ReplyQuestion {
  const { entryPoint, repository = null, gap, completesPrompt } = task;
  return {
    text,
    truncated: status === 'truncated',
    askedName: variant ? entryPointOf(task, variant) : entryPoint,
    entryPoint,
    renames: variant?.mutation?.renames ?? null,
    repository,
    gap,
    promptText: variant ? specificationOf(task, variant) : task.prompt.text,
    completesPrompt,
  };
}

const problemOf = ({ status }: Answered) => (status === 'refused' ? 'refused' : 'call-failed');

/** The program in a reply to a task, or to a variant of it. */
export async function programIn(reply: Answered, task: Task, reader: ReplyReader, variant?: Variant) {
  return isUnanswered(reply) ? { problem: problemOf(reply) } : reader.program(questionOf(task, reply, variant));
}

export async function testsIn(reply: Answered, task: Task, reader: ReplyReader, variant: Variant): Promise<ReadTests> {
  return isUnanswered(reply)
    ? { tests: [], problems: [problemOf(reply)] }
    : reader.tests(questionOf(task, reply, variant));
}
