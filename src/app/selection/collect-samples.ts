import type { Candidate, GeneratedTest, TestBody } from '../../core/program.ts';
import { sampleKey } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import { type ProgramSample, readTestSamples } from '../../datasets/samples/read-samples.ts';
import { type MatrixInput, taskConditions } from '../../pipeline/5-execute-matrix.ts';
import { mergeByNormalForm } from '../../pipeline/merge-origins.ts';
import { normaliseProgram, normaliseTest } from '../../python-source/renaming/normalise.ts';
import { promptExamples } from '../../python-source/tests/prompt-examples.ts';
import { isRunnableTest } from '../../python-source/tests/runnable-test.ts';
import { type ReadingDeps, readEvaluationSamples, requireAllTasks } from '../evaluation/read-evaluation-samples.ts';

/** Generations of one task, merged into distinct programs and tests. */
export interface CollectedTask extends MatrixInput {
  /** The first sample of each candidate, by candidate id. */
  readonly sampleOf: ReadonlyMap<string, ProgramSample>;
}

interface SampleFiles {
  readonly solutions: string;
  readonly tests: string;
  readonly testsPerSample: number;
  /** Samples are replies: take the program out of fences and prose. */
  readonly extract?: boolean | undefined;
  /** Go on with the tasks that have programs and tests. */
  readonly partial?: boolean | undefined;
  /** Whether the examples of a task's prompt are a condition that programs are held to; `none`. */
  readonly given?: 'none' | 'examples';
}

async function groupByTask<T extends { readonly taskId: string }>(
  samples: AsyncIterable<T> | Iterable<T>,
  wanted: ReadonlySet<string>,
): Promise<Map<string, T[]>> {
  const groups = new Map<string, T[]>();
  for await (const sample of samples) {
    if (!wanted.has(sample.taskId)) continue;
    const group = groups.get(sample.taskId);
    if (group) group.push(sample);
    else groups.set(sample.taskId, [sample]);
  }
  return groups;
}

/**
 * Programs and tests of sample files, joined to the tasks that are wanted, duplicates merged by syntax tree.
 *
 * @param all the whole task set, by which samples are joined.
 * @throws DatasetError
 */
export async function collectSamples(
  all: readonly Task[],
  wanted: readonly Task[],
  { solutions, tests, testsPerSample, extract, partial, given = 'none' }: SampleFiles,
  deps: ReadingDeps,
): Promise<readonly CollectedTask[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const samples = await readEvaluationSamples(all, { file: solutions, tasks: wanted, extract, partial }, deps);
  const programs = await groupByTask(samples, ids);
  const replies = await groupByTask(readTestSamples(tests, all, { testsPerSample }), ids);
  const sampled = wanted.filter(({ id }) => programs.has(id));
  requireAllTasks(new Set(replies.keys()), 'tests', { file: tests, tasks: sampled, partial });
  let broken = 0;
  const collected = sampled
    .filter(({ id }) => replies.has(id))
    .map((task) => {
      const taskId = task.id;
      const own = programs.get(taskId) ?? [];
      const bodies = (replies.get(taskId) ?? []).flatMap(({ origin, bodies: parts }) =>
        parts.filter(isRunnable).map((value) => ({ value, origin })),
      );
      const candidates: Candidate[] = mergeByNormalForm(
        own.map(({ code, origin }) => ({ value: code, origin })),
        normaliseProgram,
      ).map(({ id, value, origins }) => ({ id, taskId, code: value, origins }));
      const generated: GeneratedTest[] = mergeByNormalForm(bodies, normaliseTest).map(({ id, value, origins }) => ({
        id,
        taskId,
        origins,
        body: value,
      }));
      const byOrigin = new Map(own.map((sample) => [sampleKey(sample.origin), sample]));
      const sampleOf = new Map(
        candidates.flatMap(({ id, origins: [first] }) => {
          const sample = first && byOrigin.get(sampleKey(first));
          return sample ? [[id, sample] as const] : [];
        }),
      );
      const examples = given === 'examples' ? { given: promptExamples(task) } : {};
      return { ...taskConditions(task), ...examples, candidates, tests: generated, sampleOf };
    });
  if (broken > 0) deps.progress.note(`${broken} tests of ${tests} are not Python and are left out`);
  return collected;

  function isRunnable(body: TestBody): boolean {
    const isGood = isRunnableTest(body);
    if (!isGood) broken += 1;
    return isGood;
  }
}
