import { join } from 'node:path';
import { groupByTask } from '../../core/group-by.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import type { StudyRun } from '../../records/study.ts';
import { readLog } from '../../store/load-run.ts';
import type { Ports } from '../assembly/compose.ts';
import { NO_RECORDING } from '../assembly/model-stack.ts';
import { readRecordedAnswers, readRecordedRequests } from '../assembly/recordings.ts';
import type { PreparedStudy } from './prepare-study.ts';
import { recordedPart } from './study-plan.ts';

/** Variants, and refusals, that the first run of a study made; every other run takes them over. */
async function sharedVariants(firstRun: string): Promise<RecordedRequests> {
  const variants = groupByTask(await readLog(firstRun, 'variants'));
  const refusals = new Map((await readLog(firstRun, 'tasks')).map((task) => [task.taskId, task.refusals]));
  return {
    variantsOf: (taskId) => variants.get(taskId) ?? [],
    refusalsOf: (taskId) => refusals.get(taskId) ?? [],
    requestFor: () => null,
  };
}

/** Recorded input of one run of a study: requests and answers of recordings, variants of the first run. */
export async function recordedOf(
  { config, plan }: PreparedStudy,
  run: StudyRun,
): Promise<NonNullable<Ports['recorded']>> {
  const { recording, variantsFrom } = config;
  const requests = variantsFrom ? await readRecordedRequests(await recordedPart(variantsFrom, run)) : null;
  const answers = recording ? await readRecordedAnswers(await recordedPart(recording, run)) : NO_RECORDING;
  const [first] = plan.runs;
  if (!first || first === run) return { requests, answers };
  const shared = await sharedVariants(join(plan.directory, first.directory));
  // One recorded run cannot serve several repeats: all would replay the same replies.
  const own = requests && (run.repeat === 1 || variantsFrom !== (await recordedPart(variantsFrom as string, run)));
  return { requests: own ? { ...shared, requestFor: requests.requestFor } : shared, answers };
}
