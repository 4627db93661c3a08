import type { Origin } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import { chooseSampleFormat } from './choose-sample-format.ts';
import { counter, joinTo } from './join-samples.ts';
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

/** A sample that counts as a reply to the original prompt. */
export const originOf = (taskId: string, sample: number): Origin => ({ variantId: `${taskId}::original`, sample });

/**
 * The programs of a sample file of any format.
 *
 * @param tasks the whole task set; samples of tasks that are not wanted are for the caller to pass over
 * @throws DatasetError with file and line
 */
export async function* readProgramSamples(file: string, tasks: readonly Task[]): AsyncIterable<ProgramSample> {
  const { taskOf } = joinTo(tasks);
  const next = counter();
  const format = await chooseSampleFormat(file);
  for await (const line of format.read(file)) {
    const task = taskOf(line);
    const { program, record = { task_id: task.id, ...program } } = line;
    yield { taskId: task.id, origin: originOf(task.id, next(task.id)), code: wholeText(task, program), record };
  }
}
