import { z } from 'zod';
import { DatasetError } from '../../core/errors.ts';
import type { Origin, TestBody } from '../../core/program.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import { splitCodetTests } from '../../python-source/replies/codet-extraction.ts';
import { label } from '../formats/record-task.ts';
import { streamJsonLines } from '../reading/json-records.ts';
import { parseRecord } from '../reading/parse-record.ts';
import { counter, joinTo, originOf, type TaskJoin } from './read-samples.ts';
import { codetPredictions } from './sample-formats/codet-sample-format.ts';

/** CodeT's own limit of tests of a reply. */
const CODET_TESTS = 5;

const line = z.object({
  task_id: label,
  model: label.nullish(),
  variant: label.nullish(),
  tests: z.array(z.string()).nullish(),
  reply: z.string().nullish(),
  module: z.string().nullish(),
});

/** The tests of one reply of a model, joined to their task. */
export interface TestReply {
  readonly place: Pick<RawRecord, 'file' | 'line'>;
  readonly task: Task;
  readonly model?: string | null | undefined;
  readonly variant?: string | null | undefined;
  /** Finished assertions; null for a reply or a test module. */
  readonly assertions: readonly string[] | null;
  readonly text: string;
}

function* repliesOf(raw: RawRecord, join: TaskJoin, testsPerSample: number): Iterable<TestReply> {
  if ('samples' in raw.value) {
    const { prompt, samples } = parseRecord(codetPredictions, raw);
    const task = join.byTestPrompt(prompt, raw);
    const { id, entryPoint } = task;
    if (entryPoint === null) {
      throw new DatasetError('samples-unjoined', raw, `are tests of "${id}", which has no function to call`);
    }
    for (const sample of samples) {
      const assertions = splitCodetTests(sample, entryPoint, testsPerSample);
      yield { place: raw, task, assertions, text: assertions.join('\n') };
    }
    return;
  }
  const { task_id, tests, reply, module, ...rest } = parseRecord(line, raw);
  const text = tests ? tests.join('\n') : (reply ?? module);
  if (typeof text !== 'string') {
    throw new DatasetError('tests-missing', { ...raw, field: 'tests' }, 'is missing', {
      hint: 'Give "tests" (a list of assertions), "reply" (as the model wrote it) or "module" (a test module).',
    });
  }
  yield { place: raw, task: join.byId(task_id, raw, 'task_id'), assertions: tests ?? null, text, ...rest };
}

/**
 * The tests of a test file, a reply at a time: `{task_id, tests}` with finished assertions, `reply` or `module` instead of
 * `tests`, or CodeT predictions, each split as CodeT splits it.
 *
 * @param tasks the whole task set
 * @param testsPerSample of CodeT's replies
 * @throws DatasetError with file and line
 */
export async function* readTestReplies(
  file: string,
  tasks: readonly Task[],
  testsPerSample = CODET_TESTS,
): AsyncIterable<TestReply> {
  const join = joinTo(tasks);
  for await (const raw of streamJsonLines(file)) yield* repliesOf(raw, join, testsPerSample);
}

/** Finished tests of one reply; possibly none. */
export interface TestSample {
  readonly taskId: string;
  readonly origin: Origin;
  readonly bodies: readonly TestBody[];
}

/** The same for finished assertions and CodeT predictions alone. @throws DatasetError with file and line */
export async function* readTestSamples(
  file: string,
  tasks: readonly Task[],
  { testsPerSample }: { readonly testsPerSample: number },
): AsyncIterable<TestSample> {
  const next = counter();
  for await (const { place, task, assertions } of readTestReplies(file, tasks, testsPerSample)) {
    if (assertions === null) {
      throw new DatasetError('tests-missing', { ...place, field: 'tests' }, `is missing for "${task.id}"`, {
        hint: 'Give "tests", a list of assertions.',
      });
    }
    yield {
      taskId: task.id,
      origin: originOf(task.id, next(task.id)),
      bodies: assertions.map((code) => ({ kind: 'assertion', code })),
    };
  }
}
