import type { Candidate, GeneratedTest } from '../../core/program.ts';
import { sampleKey } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import { type ProgramSample, readProgramSamples, readTestSamples } from '../../datasets/samples/read-samples.ts';
import type { MatrixInput } from '../../pipeline/5-execute-matrix.ts';
import { mergeByNormalForm } from '../../pipeline/merge-origins.ts';
import { taskConditions } from '../../pipeline/task-conditions.ts';
import { normaliseProgram, normaliseTest } from '../../python-source/renaming/normalise.ts';
import { promptExamples } from '../../python-source/tests/prompt-examples.ts';

/** Generations of one task, merged into distinct programs and tests. */
export interface CollectedTask extends MatrixInput {
  /** The first sample of each candidate, by candidate id. */
  readonly sampleOf: ReadonlyMap<string, ProgramSample>;
}

interface SampleFiles {
  readonly solutions: string;
  readonly tests: string;
  readonly testsPerSample: number;
  /** Whether the examples of a task's prompt are a condition that programs are held to; `none`. */
  readonly given?: 'none' | 'examples';
}

async function groupByTask<T extends { readonly taskId: string }>(
  samples: AsyncIterable<T>,
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
  { solutions, tests, testsPerSample, given = 'none' }: SampleFiles,
): Promise<readonly CollectedTask[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const programs = await groupByTask(readProgramSamples(solutions, all), ids);
  const replies = await groupByTask(readTestSamples(tests, all, { testsPerSample }), ids);
  return wanted.map((task) => {
    const taskId = task.id;
    const own = programs.get(taskId) ?? [];
    const bodies = (replies.get(taskId) ?? []).flatMap(({ origin, bodies: parts }) =>
      parts.map((value) => ({ value, origin })),
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
    const examples = given === 'examples' ? { given: promptExamples(task.prompt, task.entryPoint) } : {};
    return { ...taskConditions(task), ...examples, candidates, tests: generated, sampleOf };
  });
}
