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

interface StoredAnswerOptions {
  /** Repeats requests that failed or were refused in earlier sessions. */
  readonly retryFailed?: boolean;
  /** Any number of calls may fail by default. */
  readonly maxFailures?: FailureLimit | undefined;
  readonly tasks?: number | undefined;
}

type Asked = Pick<ReplyRecord, 'request'>;

/** The token limits that some requests were made with. */
function tokenLimits(...asked: readonly Iterable<Asked>[]): ReadonlySet<number> {
  return new Set(asked.flatMap((records) => [...records].map(({ request }) => request.maxTokens)));
}

/** Everything that is used of a recording ends up in the run's own logs, marked as replayed. */
export function storedAnswers(
  modelId: string,
  { replies, failures }: { readonly replies: RunLog<ReplyRecord>; readonly failures: RunLog<FailedCall> },
  recording: RecordedAnswers,
  { retryFailed = false, maxFailures, tasks }: StoredAnswerOptions = {},
) {
  // Its own, and those of the same request at lower token limits: a reply that was not cut would be no longer at a higher.
  const keysOf = (request: ChatRequest, limits: ReadonlySet<number>) => {
    const lower = [...limits].filter((maxTokens) => maxTokens < request.maxTokens);
    return [request, ...lower.map((maxTokens) => ({ ...request, maxTokens }))].map((each) => requestKey(modelId, each));
  };
  const limits = tokenLimits(replies.all(), failures.all());
  const recordedLimits = tokenLimits(recording.replies.values(), recording.failures.values());
  const thisSession = new Set<string>();
  const replayed = new Set<string>();
  const answers = (found: ReplyRecord | undefined, at: number) =>
    found && (at === 0 || found.reply.status !== 'truncated');
  const isKept = (found: ReplyRecord | undefined): found is ReplyRecord =>
    found !== undefined && !(retryFailed && found.reply.status === 'refused' && !thisSession.has(found.key));

  const run: ReplyCache = {
    get: (request) => {
      const found = keysOf(request, limits)
        .map((key) => replies.get(key))
        .find(answers);
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
      const found = keysOf(request, recordedLimits)
        .map((key) => recording.replies.get(key))
        .find(answers);
      if (!isKept(found)) return undefined;
      replayed.add(requestKey(modelId, request));
      return found.reply;
    },
    put: async () => {},
  };

  const find = (request: ChatRequest): FailedCall | undefined => {
    const own = keysOf(request, limits).map((key) => failures.get(key));
    const failed = own.find((each) => each && (!retryFailed || thisSession.has(each.key)));
    if (failed) return failed;
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
