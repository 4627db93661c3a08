import { groupBy } from '../../analysis/by-key.ts';
import { hashOf } from '../../core/hash.ts';
import type { Task } from '../../core/task.ts';
import type { ProgramSample } from '../../datasets/samples/read-samples.ts';
import type { OfficialInput } from '../../pipeline/7-evaluate/evaluate-officially.ts';
import type { OfficialRecord } from '../../records/run-record.ts';

/** What the official tests of a task run with. */
export const toConditions = ({ id: taskId, entryPoint, preload, repository }: Task) => ({
  taskId,
  entryPoint,
  ...(preload ? { preload } : {}),
  ...(repository ? { repository } : {}),
});

/** Samples of one text are one program. A canonical text would do for honest ones, but a program can read its own text. */
const programId = (sample: ProgramSample) => hashOf(sample.code);

/** A sample, and what the official tests say of its program. */
export interface JudgedSample extends ProgramSample {
  readonly outcome: OfficialRecord;
}

/** Every text of a task is judged once, whatever the number of samples that are it. */
export async function judgeSamples(
  samples: readonly ProgramSample[],
  tasks: readonly Task[],
  run: (inputs: readonly OfficialInput[]) => Promise<readonly OfficialRecord[]>,
): Promise<readonly JudgedSample[]> {
  const named = samples.map((sample) => ({ sample, id: programId(sample) }));
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
