import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exceedsLimit, type FailureLimit, tooManyFailures } from '../../analysis/calls/failure-limit.ts';
import { type ChatReply, type ChatRequest, type FailedCall, type ReplyRecord, requestKey } from '../../core/chat.ts';
import { ConfigError, ModelError } from '../../core/errors.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { ReplyCache } from '../../model/with-cache.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import type { RunLog } from '../../records/run-store.ts';
import type { StudyRun } from '../../records/study.ts';
import { readLog } from '../../store/load-run.ts';
import { readStudyManifest } from '../../store/study-directory.ts';
import type { StudyConfig } from '../settings/config.ts';
import type { StudyPlan } from '../study/study-plan.ts';

/** Replies and failed calls of a recording, by request key. */
export interface RecordedAnswers {
  readonly replies: ReadonlyMap<string, ReplyRecord>;
  readonly failures: ReadonlyMap<string, FailedCall>;
}

type Asked = Pick<ReplyRecord, 'request'>;

/** The token limits that some requests were made with. */
function tokenLimits(...asked: readonly Iterable<Asked>[]): ReadonlySet<number> {
  return new Set(asked.flatMap((records) => [...records].map(({ request }) => request.maxTokens)));
}

/** Nothing was recorded. */
export const NO_RECORDING: RecordedAnswers = { replies: new Map(), failures: new Map() };

interface AnswerLogs {
  readonly replies: RunLog<ReplyRecord>;
  readonly failures: RunLog<FailedCall>;
}

interface AnswerOptions {
  readonly recording: RecordedAnswers;
  /** Repeats requests that failed or were refused in earlier sessions. */
  readonly retryFailed: boolean;
  /** How many calls may fail; any number if undefined. */
  readonly maxFailures: FailureLimit | undefined;
  /** Of the run, if known. */
  readonly tasks: number | undefined;
}

/** Everything that is used of a recording ends up in the run's own logs, marked as replayed. */
export function storedAnswers(modelId: string, { replies, failures }: AnswerLogs, options: AnswerOptions) {
  const { recording, retryFailed, maxFailures, tasks } = options;
  // Its own, and those of the same request at lower token limits: a reply that was not cut would be no longer at a higher.
  const keysOf = (request: ChatRequest, limits: ReadonlySet<number>) => {
    const lower = [...limits].filter((maxTokens) => maxTokens < request.maxTokens);
    return [request, ...lower.map((maxTokens) => ({ ...request, maxTokens }))].map((each) => requestKey(modelId, each));
  };
  const limits = tokenLimits(replies.all(), failures.all());
  const recordedLimits = tokenLimits(recording.replies.values(), recording.failures.values());
  const thisSession = new Set<string>();
  /** A whole reply to the request itself or at a lower limit, unless it is a refusal that is to be asked again. */
  const replyIn = (stored: Pick<ReadonlyMap<string, ReplyRecord>, 'get'>, request: ChatRequest, of: typeof limits) => {
    const found = keysOf(request, of)
      .map((key) => stored.get(key))
      .find((record, at) => record && (at === 0 || record.reply.status !== 'truncated'));
    const isRepeated = retryFailed && found?.reply.status === 'refused' && !thisSession.has(found.key);
    return isRepeated ? undefined : found?.reply;
  };
  const subjectOf = ({ about, ...request }: ChatRequest) => {
    return { model: modelId, ...(about ?? { taskId: '', variantId: '', purpose: 'program' as const }), request };
  };
  const keep = async (key: string, request: ChatRequest, reply: ChatReply, replayed: boolean) => {
    thisSession.add(key);
    await replies.append({ key, ...subjectOf(request), reply, replayed });
    return reply;
  };
  let ended: ModelError | null = null;
  const failedReply = ({ usage }: FailedCall): ChatReply => ({ status: 'failed', text: '', usage });
  const lose = async (failed: FailedCall) => {
    if (failures.get(failed.key) && thisSession.has(failed.key)) return failedReply(failed);
    thisSession.add(failed.key);
    await failures.append(failed);
    if (!maxFailures || failed.replayed) return failedReply(failed);
    const counted = failures.all().filter(({ key }) => !replies.get(key) && (!retryFailed || thisSession.has(key)));
    const calls = replies.all().length + counted.length;
    if (exceedsLimit(counted, calls, maxFailures, { ...(tasks === undefined ? {} : { tasks }), isWhole: false })) {
      ended ??= tooManyFailures(counted, calls);
      throw ended;
    }
    return failedReply(failed);
  };
  const cache: ReplyCache = {
    get: (request) => {
      const own = replyIn(replies, request, limits);
      if (own) return own;
      const failed = keysOf(request, limits)
        .map((key) => failures.get(key))
        .find((each) => each && (!retryFailed || thisSession.has(each.key)));
      if (failed) return failedReply(failed);
      const key = requestKey(modelId, request);
      const lost = retryFailed ? undefined : recording.failures.get(key);
      if (lost) return lose({ ...lost, replayed: true });
      const recorded = replyIn(recording.replies, request, recordedLimits);
      return recorded && keep(key, request, recorded, true);
    },
    // A batch stores its replies itself.
    put: async (key, request, reply) => {
      if (replies.get(key)?.reply !== reply) await keep(key, request, reply, false);
    },
    fail: (key, request, error) => {
      if (!(error instanceof ModelError) || error.concernsAll) throw error;
      const { code, message, usage } = error;
      return lose({ key, ...subjectOf(request), failure: { code, message }, usage, replayed: false });
    },
  };
  return { cache, over: () => ended };
}

const HINT = { hint: 'Name a run directory, or a folder that holds replies.jsonl or replies.jsonl.gz.' };

/** @throws ConfigError if a recording is no folder */
async function requireFolder(path: string): Promise<void> {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new ConfigError('recording-missing', `${path} ${problem}`, { ...HINT, cause });
  };
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) =>
    refuse(cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`, cause),
  );
  if (!found.isDirectory()) refuse('is a file; a recording is a folder');
}

const requestId = (variantId: string, purpose: string, sample: number) => JSON.stringify([variantId, purpose, sample]);

/** Variants and the exact requests of a run directory or recording. @throws ConfigError, StoreError */
export async function readRecordedRequests(path: string): Promise<RecordedRequests> {
  await requireFolder(path);
  const byTask = groupByTask(await readLog(path, 'variants'));
  if (byTask.size === 0) throw new ConfigError('recording-empty', `${path} holds no variants`, HINT);
  const requests = new Map<string, ChatRequest>();
  for (const { variantId, purpose, request } of await readLog(path, 'replies')) {
    requests.set(requestId(variantId, purpose, request.sample), request);
  }
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
  const replies = byKey(await readLog(path, 'replies'));
  // A call that failed may have been answered later.
  const failures = byKey((await readLog(path, 'failures')).filter(({ key }) => !replies.has(key)));
  return { replies, failures };
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
export async function recordedOf(config: StudyConfig, { directory, runs: [first] }: StudyPlan, run: StudyRun) {
  const { requests, answers, isOwn } = await recordingsOf(config, run);
  if (!first || first === run) return { requests, answers };
  const firstRun = join(directory, first.directory);
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
