import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import type { StudyRun } from '../../records/study.ts';
import { readLog } from '../../store/load-run.ts';
import { readStudyManifest } from '../../store/load-study.ts';
import type { StudyConfig } from '../settings/config.ts';
import type { PreparedStudy } from '../study/prepare-study.ts';
import { NO_RECORDING } from './model-stack.ts';
import type { RecordedAnswers } from './stored-replies.ts';

const HINT = 'Name a run directory, or a folder that holds replies.jsonl or replies.jsonl.gz.';

/** @throws ConfigError if a recording is no folder */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const problem = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConfigError('recording-missing', `${path} ${problem}`, { hint: HINT, cause });
  });
  if (found.isDirectory()) return;
  throw new ConfigError('recording-missing', `${path} is a file; a recording is a folder`, { hint: HINT });
}

const requestId = (variantId: string, purpose: string, sample: number) => JSON.stringify([variantId, purpose, sample]);

/** Variants and the exact requests of a run directory or recording. @throws ConfigError, StoreError */
export async function readRecordedRequests(path: string): Promise<RecordedRequests> {
  await requireFolder(path);
  const byTask = groupByTask(await readLog(path, 'variants'));
  if (byTask.size === 0) throw new ConfigError('recording-empty', `${path} holds no variants`, { hint: HINT });
  const requests = new Map(
    (await readLog(path, 'replies')).map(({ variantId, purpose, request }) => [
      requestId(variantId, purpose, request.sample),
      request,
    ]),
  );
  return {
    variantsOf: (taskId) => byTask.get(taskId) ?? [],
    requestFor: (variantId, purpose, sample) => requests.get(requestId(variantId, purpose, sample)) ?? null,
  };
}

/** Replies and failures of a run directory or recording, by request key. @throws ConfigError, StoreError */
export async function readRecordedAnswers(path: string): Promise<RecordedAnswers> {
  await requireFolder(path);
  const byKey = <T extends { readonly key: string }>(records: readonly T[]) =>
    new Map(records.map((record) => [record.key, record]));
  return { replies: byKey(await readLog(path, 'replies')), failures: byKey(await readLog(path, 'failures')) };
}

type RunOf = Omit<StudyRun, 'directory'>;

/** The folder of one run within a recorded study; a run directory or a packed recording is taken as it is. */
async function recordedPart(path: string, { model, repeat }: RunOf): Promise<string> {
  const study = await readStudyManifest(path);
  const same = study?.runs.find((run) => run.model === model && run.repeat === repeat) ?? study?.runs[0];
  return same ? join(path, same.directory) : path;
}

/** Requests and answers that the settings have recorded for one run. @throws ConfigError, StoreError */
export async function recordingsOf({ recording, variantsFrom }: StudyConfig, run: RunOf) {
  const source = variantsFrom === undefined ? null : await recordedPart(variantsFrom, run);
  return {
    requests: source === null ? null : await readRecordedRequests(source),
    answers: recording === undefined ? NO_RECORDING : await readRecordedAnswers(await recordedPart(recording, run)),
    /** Whether the requests are those of this very run. */
    isOwn: run.repeat === 1 || source !== variantsFrom,
  };
}

/** The same for a run of a study, whose first run makes variants and refusals for all. */
export async function recordedOf({ config, plan }: PreparedStudy, run: StudyRun) {
  const { requests, answers, isOwn } = await recordingsOf(config, run);
  const [first] = plan.runs;
  if (!first || first === run) return { requests, answers };
  const firstRun = join(plan.directory, first.directory);
  const variants = groupByTask(await readLog(firstRun, 'variants'));
  const refusals = new Map((await readLog(firstRun, 'tasks')).map((task) => [task.taskId, task.refusals]));
  const shared: RecordedRequests = {
    variantsOf: (taskId) => variants.get(taskId) ?? [],
    refusalsOf: (taskId) => refusals.get(taskId) ?? [],
    // One recorded run cannot serve several repeats: all would replay the same replies.
    requestFor: requests && isOwn ? requests.requestFor : () => null,
  };
  return { requests: shared, answers };
}
