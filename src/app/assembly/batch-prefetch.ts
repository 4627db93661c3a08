import { type ChatModel, type ChatReply, type ChatRequest, requestKey } from '../../core/chat.ts';
import { withExtras } from '../../model/with-extras.ts';
import type { Prefetch } from '../../pipeline/deps.ts';
import type { SharedSettings } from '../settings/config.ts';
import { type BatchSessionOptions, openBatchSession } from './batch-session.ts';
import type { SubjectAsk } from './follow-batch.ts';
import { extrasOf } from './model-stack.ts';
import { type RecordedAnswers, storedAnswers } from './stored-replies.ts';

export interface BatchPrefetchOptions extends Omit<BatchSessionOptions, 'retries'> {
  readonly recording: RecordedAnswers;
  readonly settings: Pick<SharedSettings, 'retries' | 'retryFailed' | 'reasoningEffort' | 'extraBody'>;
}

const NOT_YET: ChatReply = { status: 'failed', text: '', usage: null };

/** Requests that are wanted, by model and by key. */
type Wanted = Map<string, Map<string, SubjectAsk>>;

/** Answers what is on record, and keeps the rest as wanted. */
function listeningModel(
  id: string,
  { run, recorded, failures }: ReturnType<typeof storedAnswers>,
  tried: Set<string>,
  wanted: Wanted,
): ChatModel {
  return {
    id,
    complete: async (request: ChatRequest) => {
      const key = requestKey(id, request);
      const stored = run.get(request) ?? recorded.get(request);
      if (stored) return stored;
      if (failures.find(request) || tried.has(key)) return NOT_YET;
      tried.add(key);
      const { about = { taskId: '', variantId: '', purpose: 'program' as const }, also: _also, ...shaping } = request;
      const own = wanted.get(id) ?? new Map<string, SubjectAsk>();
      wanted.set(id, own.set(key, { id: key, request: shaping, about }));
      return NOT_YET;
    },
  };
}

/**
 * Asks in batches for whatever a stage wants that is not on record. One request of each model goes out singly before its
 * first batch: what the model refuses by name is known by then, so that a batch is not refused line by line. A batch that
 * an earlier process left is fetched first. What a batch does not answer stays for the stage to ask singly; nothing is
 * asked in two batches of one session.
 *
 * @throws ModelConfigError `batch-unsupported`
 */
export function batchPrefetch({ recording, settings, ...options }: BatchPrefetchOptions): Prefetch {
  const { models, logs } = options;
  const session = openBatchSession({ ...options, retries: settings.retries });
  let earlier: Promise<void> | null = null;
  return async (asking) => {
    earlier ??= session.fetchEarlier();
    await earlier;
    for (;;) {
      const wanted: Wanted = new Map();
      const listening = (model: ChatModel) => {
        const answers = storedAnswers(model.id, logs, recording, { retryFailed: settings.retryFailed });
        return withExtras(listeningModel(model.id, answers, session.tried, wanted), extrasOf(settings));
      };
      await asking({
        model: listening(models.model.endpoint),
        testModel: listening(models.testModel.endpoint),
        rewriter: listening(models.rewriter.endpoint),
      });
      if (wanted.size === 0) return;
      for (const [modelId, asks] of wanted) await session.askTogether([...asks.values()], modelId);
    }
  };
}
