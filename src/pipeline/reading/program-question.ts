import { specificationOf, type Variant } from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import { entryPointOf } from '../ask-model.ts';
import type { ProgramQuestion, ReplyQuestion } from './reply-reader.ts';

interface ReplyText {
  readonly text: string;
  /** Whether the end of the reply is missing. */
  readonly truncated: boolean;
}

/** How a reply to a task is read, or to a variant of it. */
export function replyQuestion(task: Task, { text, truncated }: ReplyText, variant?: Variant): ReplyQuestion {
  return {
    text,
    truncated,
    askedName: variant ? entryPointOf(task, variant) : task.entryPoint,
    entryPoint: task.entryPoint,
    renames: variant?.mutation?.renames ?? null,
    repository: task.repository ?? null,
    gap: task.gap,
  };
}

/** The same where the reply is to hold a program. */
export function programQuestion(task: Task, reply: ReplyText, variant?: Variant): ProgramQuestion {
  const { completesPrompt } = task;
  const promptText = variant ? specificationOf(task, variant) : task.prompt.text;
  return { ...replyQuestion(task, reply, variant), promptText, completesPrompt };
}
