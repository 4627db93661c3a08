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
}

export interface ProgramQuestion extends ReplyQuestion {
  readonly promptText: string;
  readonly completesPrompt: boolean;
}

/** The program with the task's own names, or why there is none. */
export type ReadProgram = Pick<Candidate, 'id' | 'code'> | { readonly problem: string };

export interface ReadTests {
  readonly tests: readonly Pick<GeneratedTest, 'id' | 'body'>[];
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

function replyQuestion(task: Task, { text, status }: Answered, variant?: Variant): ReplyQuestion {
  return {
    text,
    truncated: status === 'truncated',
    askedName: variant ? entryPointOf(task, variant) : task.entryPoint,
    entryPoint: task.entryPoint,
    renames: variant?.mutation?.renames ?? null,
    repository: task.repository ?? null,
    gap: task.gap,
  };
}

type Answered = Pick<ChatReply, 'status' | 'text'>;

const problemOf = ({ status }: Answered) => (status === 'refused' ? 'refused' : 'call-failed');

/** The program in a reply to a task, or to a variant of it. */
export async function programIn(
  reply: Answered,
  task: Task,
  reader: ReplyReader,
  variant?: Variant,
): Promise<ReadProgram> {
  if (isUnanswered(reply)) return { problem: problemOf(reply) };
  const promptText = variant ? specificationOf(task, variant) : task.prompt.text;
  const { completesPrompt } = task;
  return reader.program({ ...replyQuestion(task, reply, variant), promptText, completesPrompt });
}

export async function testsIn(reply: Answered, task: Task, reader: ReplyReader, variant: Variant): Promise<ReadTests> {
  if (isUnanswered(reply)) return { tests: [], problems: [problemOf(reply)] };
  return reader.tests(replyQuestion(task, reply, variant));
}
