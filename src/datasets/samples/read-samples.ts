import { z } from 'zod';
import { DatasetError } from '../../core/errors.ts';
import type { Origin, TestBody } from '../../core/program.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import { cutCodetSolution, splitCodetTests } from '../../python-source/replies/codet-extraction.ts';
import { filledText, taskId } from '../formats/fields.ts';
import { parseRecord } from '../reading/parse-record.ts';
import { streamJsonLines } from '../reading/stream-json-lines.ts';
import { joinTo, type TaskJoin } from './join-samples.ts';
import { wholeText } from './sample-format.ts';
import { codetPredictions } from './sample-formats/codet-sample-format.ts';

/** One program that a model wrote, joined to its task. */
export interface ProgramSample {
  readonly taskId: string;
  readonly origin: Origin;
  /** Complete: with the prompt in front where the sample only continues it. */
  readonly code: string;
  /** As a line of a human-eval sample file; the very line where the file is one. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** The tests of one reply of a model, joined to their task; possibly none. */
export interface TestSample {
  readonly taskId: string;
  readonly origin: Origin;
  readonly bodies: readonly TestBody[];
}

const origins = z.array(z.object({ variantId: z.string(), sample: z.int().min(0, { error: 'is negative' }) }));
const candidate = z.object({ taskId, code: z.string(), origins });
const withSolution = z.object({ task_id: taskId, solution: z.string() });
const withCompletion = z.object({ task_id: taskId, completion: z.string() });
const testBody = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('assertion'), code: z.string() }),
    z.object({ kind: z.literal('method'), module: z.string(), method: z.string() }),
    z.object({ kind: z.literal('stdio'), stdin: z.string(), expectedStdout: z.string() }),
  ],
  { error: 'is not a kind of test; expected "assertion", "method" or "stdio"' },
);
const generatedTest = z.object({ taskId, origins, body: testBody });
const assertions = z.object({ task_id: taskId, tests: z.array(filledText) });

/** Samples without a record of their prompt count as replies to the original one, in the file's order. */
function numbering(): (taskId: string) => Origin {
  const next = new Map<string, number>();
  return (id) => {
    const sample = next.get(id) ?? 0;
    next.set(id, sample + 1);
    return { variantId: `${id}::original`, sample };
  };
}

function unknownShape({ value, file, line }: RawRecord, expected: string): DatasetError {
  const fields = Object.keys(value).slice(0, 12).join(', ') || 'none';
  return new DatasetError('samples-format-unknown', { file, line }, `is not a sample; its fields: ${fields}`, {
    hint: `Expected ${expected}.`,
  });
}

function* programsOf(raw: RawRecord, join: TaskJoin, number: (taskId: string) => Origin): Iterable<ProgramSample> {
  const { value } = raw;
  if ('samples' in value) {
    const { prompt, samples } = parseRecord(codetPredictions, raw);
    const task = join.byPrompt(prompt, raw);
    for (const sample of samples) {
      const completion = cutCodetSolution(sample);
      const record = { task_id: task.id, completion };
      yield { taskId: task.id, origin: number(task.id), code: wholeText(task, { completion }), record };
    }
  } else if ('origins' in value && 'code' in value) {
    const { taskId: id, code, origins: from } = parseRecord(candidate, raw);
    join.byId(id, raw, 'taskId');
    for (const origin of from) yield { taskId: id, origin, code, record: { task_id: id, solution: code } };
  } else if ('task_id' in value) {
    const program = parseRecord('solution' in value ? withSolution : withCompletion, raw);
    const task = join.byId(program.task_id, raw, 'task_id');
    yield { taskId: task.id, origin: number(task.id), code: wholeText(task, program), record: value };
  } else {
    throw unknownShape(raw, '{"task_id", "completion" or "solution"}, {"prompt", "samples"}, or candidates of a run');
  }
}

/**
 * The programs of a sample file: human-eval samples (`solution` wins over `completion`), CodeT predictions (each cut
 * as CodeT cuts it) or the candidates of a run, once for each origin.
 *
 * @param tasks the whole task set; samples of tasks that are not wanted are for the caller to pass over
 * @throws DatasetError with file and line
 */
export async function* readProgramSamples(file: string, tasks: readonly Task[]): AsyncIterable<ProgramSample> {
  const join = joinTo(tasks);
  const number = numbering();
  for await (const raw of streamJsonLines(file)) yield* programsOf(raw, join, number);
}

const asAssertion = (code: string): TestBody => ({ kind: 'assertion', code });

function* testsOf(
  raw: RawRecord,
  join: TaskJoin,
  number: (taskId: string) => Origin,
  testsPerSample: number,
): Iterable<TestSample> {
  const { value } = raw;
  if ('samples' in value) {
    const { prompt, samples } = parseRecord(codetPredictions, raw);
    const { id, entryPoint } = join.byTestPrompt(prompt, raw);
    if (entryPoint === null) {
      throw new DatasetError('samples-unjoined', raw, `are tests of "${id}", which has no function to call`);
    }
    for (const sample of samples) {
      const bodies = splitCodetTests(sample, entryPoint, testsPerSample).map(asAssertion);
      yield { taskId: id, origin: number(id), bodies };
    }
  } else if ('origins' in value && 'body' in value) {
    const { taskId: id, origins: from, body } = parseRecord(generatedTest, raw);
    join.byId(id, raw, 'taskId');
    for (const origin of from) yield { taskId: id, origin, bodies: [body] };
  } else if ('tests' in value) {
    const { task_id: id, tests } = parseRecord(assertions, raw);
    join.byId(id, raw, 'task_id');
    yield { taskId: id, origin: number(id), bodies: tests.map(asAssertion) };
  } else {
    throw unknownShape(raw, '{"prompt", "samples"}, {"task_id", "tests"}, or tests of a run');
  }
}

/**
 * The tests of a test file, a reply at a time: CodeT predictions (each split as CodeT splits it, and cut to
 * `testsPerSample`), `{task_id, tests}` with finished assertions, or the tests of a run, once for each origin; these two
 * without a limit.
 *
 * @param tasks the whole task set
 * @throws DatasetError with file and line
 */
export async function* readTestSamples(
  file: string,
  tasks: readonly Task[],
  { testsPerSample }: { readonly testsPerSample: number },
): AsyncIterable<TestSample> {
  const join = joinTo(tasks);
  const number = numbering();
  for await (const raw of streamJsonLines(file)) yield* testsOf(raw, join, number, testsPerSample);
}
