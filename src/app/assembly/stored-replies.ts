import { exceedsLimit, type FailureLimit, tooManyFailures } from '../../analysis/calls/failure-limit.ts';
import {
  type ChatReply,
  type ChatRequest,
  type FailedCall,
  type ReplyCache,
  type ReplyRecord,
  requestKey,
} from '../../core/chat.ts';
import type { ModelError } from '../../core/errors.ts';
import type { RunLog } from '../../records/run-store.ts';

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

/**
 * Keys that a stored reply to a request may have: its own, and those of the same request at lower token limits, since a
 * reply that was not cut would be no longer at a higher one.
 */
function* keysOf(modelId: string, request: ChatRequest, limits: ReadonlySet<number>): Generator<string> {
  yield requestKey(modelId, request);
  for (const maxTokens of limits) {
    if (maxTokens < request.maxTokens) yield requestKey(modelId, { ...request, maxTokens });
  }
}

/** The stored reply that answers a request: any with its own key, one that was not cut with a lower limit. */
function findReply(
  get: (key: string) => ReplyRecord | undefined,
  modelId: string,
  request: ChatRequest,
  limits: ReadonlySet<number>,
): ReplyRecord | undefined {
  const own = requestKey(modelId, request);
  for (const key of keysOf(modelId, request, limits)) {
    const found = get(key);
    if (found && (key === own || found.reply.status !== 'truncated')) return found;
  }
  return undefined;
}

/** Everything that is used of a recording ends up in the run's own logs, marked as replayed. */
export function storedAnswers(
  modelId: string,
  { replies, failures }: { readonly replies: RunLog<ReplyRecord>; readonly failures: RunLog<FailedCall> },
  recording: RecordedAnswers,
  {
    retryFailed = false,
    maxFailures,
    tasks,
  }: {
    /** Repeats requests that failed or were refused in earlier sessions. */
    readonly retryFailed?: boolean;
    /** Any number of calls may fail by default. */
    readonly maxFailures?: FailureLimit | undefined;
    readonly tasks?: number | undefined;
  } = {},
) {
  const limits = tokenLimits(replies.all(), failures.all());
  const recordedLimits = tokenLimits(recording.replies.values(), recording.failures.values());
  const thisSession = new Set<string>();
  const replayed = new Set<string>();
  const isKept = (found: ReplyRecord | undefined): found is ReplyRecord =>
    found !== undefined && !(retryFailed && found.reply.status === 'refused' && !thisSession.has(found.key));

  const run: ReplyCache = {
    get: (request) => {
      const found = findReply((key) => replies.get(key), modelId, request, limits);
      return isKept(found) ? found.reply : undefined;
    },
    put: (key, request, reply) => {
      const { about, ...shaping } = request;
      const subject = about ?? { taskId: '', variantId: '', purpose: 'program' as const };
      thisSession.add(key);
      // A batch stores its replies itself.
      if (replies.get(key)?.reply === reply) return Promise.resolve();
      return replies.append({ key, model: modelId, ...subject, request: shaping, reply, replayed: replayed.has(key) });
    },
  };
  const recorded: ReplyCache = {
    get: (request): ChatReply | undefined => {
      const found = findReply((key) => recording.replies.get(key), modelId, request, recordedLimits);
      if (!isKept(found)) return undefined;
      replayed.add(requestKey(modelId, request));
      return found.reply;
    },
    put: async () => {},
  };

  const find = (request: ChatRequest): FailedCall | undefined => {
    for (const key of keysOf(modelId, request, limits)) {
      const own = failures.get(key);
      if (own && (!retryFailed || thisSession.has(key))) return own;
    }
    const key = requestKey(modelId, request);
    const found = retryFailed ? undefined : recording.failures.get(key);
    return found && { ...found, replayed: true };
  };
  let ended: ModelError | null = null;
  const put = async (failed: FailedCall): Promise<void> => {
    if (failures.get(failed.key) && thisSession.has(failed.key)) return;
    thisSession.add(failed.key);
    await failures.append(failed);
    if (!maxFailures || failed.replayed) return;
    const counted = failures.all().filter(({ key }) => !replies.get(key) && (!retryFailed || thisSession.has(key)));
    const calls = replies.all().length + counted.length;
    if (exceedsLimit(counted, calls, maxFailures, { ...(tasks === undefined ? {} : { tasks }), isWhole: false })) {
      ended ??= tooManyFailures(counted, calls);
      throw ended;
    }
  };
  return { run, recorded, failures: { find, put }, over: () => ended };
}
