import { groupBy } from '../../analysis/by-key.ts';
import { hashOf } from '../../core/hash.ts';
import type { Task } from '../../core/task.ts';
import type { ProgramSample } from '../../datasets/samples/read-samples.ts';
import type { OfficialInput } from '../../pipeline/7-evaluate/evaluate-officially.ts';
import { normaliseProgram } from '../../python-source/renaming/normalise.ts';
import type { OfficialRecord } from '../../records/run-record.ts';

/** What the official tests of a task run with. */
export const toConditions = ({ id: taskId, entryPoint, preload, repository }: Task) => ({
  taskId,
  entryPoint,
  ...(preload ? { preload } : {}),
  ...(repository ? { repository } : {}),
});

/** Samples with the same syntax tree, names of local variables and docstrings aside, are one program. */
const programId = (sample: ProgramSample, { repository }: Task) =>
  hashOf(repository ? sample.code : normaliseProgram(sample.code));

/** A sample, and what the official tests say of its program. */
export interface JudgedSample extends ProgramSample {
  readonly outcome: OfficialRecord;
}

/** Every program of a task is judged once, whatever the number of samples that hold it. */
export async function judgeSamples(
  samples: readonly ProgramSample[],
  tasks: readonly Task[],
  run: (inputs: readonly OfficialInput[]) => Promise<readonly OfficialRecord[]>,
): Promise<readonly JudgedSample[]> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const named = samples.map((sample) => ({ sample, id: programId(sample, byId.get(sample.taskId) as Task) }));
  const ofTask = groupBy(named, ({ sample }) => sample.taskId);
  const inputs = tasks.flatMap((task) => {
    const codes = new Map((ofTask.get(task.id) ?? []).toReversed().map(({ id, sample }) => [id, sample.code]));
    if (codes.size === 0) return [];
    return [{ ...toConditions(task), candidates: [...codes].map(([id, code]) => ({ id, code })) }];
  });
  const keyOf = (taskId: string, id: string) => JSON.stringify([taskId, id]);
  const verdicts = new Map((await run(inputs)).map((record) => [keyOf(record.taskId, record.candidateId), record]));
  return named.map(({ sample, id }) => ({
    ...sample,
    outcome: verdicts.get(keyOf(sample.taskId, id)) as OfficialRecord,
  }));
}
