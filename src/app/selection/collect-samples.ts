import { groupByTask } from '../../core/group-by.ts';
import { sampleKey } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import type { ProgramSample } from '../../datasets/samples/read-samples.ts';
import { readTestSamples, type TestSample } from '../../datasets/samples/read-tests.ts';
import { type MatrixInput, taskConditions } from '../../pipeline/5-execute-matrix.ts';
import { mergeSamples } from '../../pipeline/merge-origins.ts';
import { promptExamples } from '../../python-source/tests/prompt-examples.ts';
import { isRunnableTest } from '../../python-source/tests/test-purpose.ts';
import { type ReadingDeps, readEvaluationSamples, requireAllTasks } from '../evaluation/read-evaluation-samples.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { selectSettings } from '../settings/verb-settings.ts';

/** Generations of one task, merged into distinct programs and tests. */
export interface CollectedTask extends MatrixInput {
  /** The first sample of each candidate, by candidate id. */
  readonly sampleOf: ReadonlyMap<string, ProgramSample>;
}

type SampleFiles = Pick<CheckedOf<typeof selectSettings>, 'testsPerSample'> &
  Partial<Pick<CheckedOf<typeof selectSettings>, 'extract' | 'partial' | 'given'>> & {
    readonly solutions: string;
    readonly tests: string;
  };

/**
 * Programs and tests of sample files, joined to the tasks that are wanted, duplicates merged by syntax tree.
 *
 * @param all the whole task set, by which samples are joined.
 */
export async function collectSamples(
  all: readonly Task[],
  wanted: readonly Task[],
  { solutions, tests, testsPerSample, extract, partial, given = 'none' }: SampleFiles,
  deps: ReadingDeps,
): Promise<readonly CollectedTask[]> {
  const samples = await readEvaluationSamples(all, { file: solutions, tasks: wanted, extract, partial }, deps);
  const programs = groupByTask(samples);
  const generated: TestSample[] = [];
  for await (const sample of readTestSamples(tests, all, { testsPerSample })) generated.push(sample);
  const replies = groupByTask(generated);
  const sampled = wanted.filter(({ id }) => programs.has(id));
  requireAllTasks(new Set(replies.keys()), 'tests', { file: tests, tasks: sampled, partial });
  let broken = 0;
  const collected = sampled
    .filter(({ id }) => replies.has(id))
    .map((task) => {
      const own = programs.get(task.id) ?? [];
      const bodies = (replies.get(task.id) ?? []).flatMap(({ origin, bodies: parts }) =>
        parts.map((body) => ({ body, origin })),
      );
      const runnable = bodies.filter(({ body }) => isRunnableTest(body));
      broken += bodies.length - runnable.length;
      const merged = mergeSamples(task.id, own, runnable);
      const byOrigin = new Map(own.map((sample) => [sampleKey(sample.origin), sample]));
      const sampleOf = new Map(
        merged.candidates.flatMap(({ id, origins: [first] }) => {
          const sample = first && byOrigin.get(sampleKey(first));
          return sample ? [[id, sample] as const] : [];
        }),
      );
      const examples = given === 'examples' ? { given: promptExamples(task) } : {};
      return { ...taskConditions(task), ...examples, ...merged, sampleOf };
    });
  if (broken > 0) deps.progress.note(`${broken} tests of ${tests} are not Python and are left out`);
  return collected;
}
