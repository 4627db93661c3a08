import { type ChatModel, type ChatReply, type ChatRequest, type FailedCall, requestKey } from '../core/chat.ts';
import { ModelError } from '../core/errors.ts';

/** Where single calls that failed are kept; keys are those of `requestKey`. */
export interface FailureStore {
  find(request: ChatRequest): FailedCall | undefined;
  /** Resolves once the failure is written down. @throws ModelError where too many have failed by now */
  put(failed: FailedCall): Promise<void>;
}

const failedReply = ({ usage }: Pick<FailedCall, 'usage'>): ChatReply => ({ status: 'failed', text: '', usage });

/** Records a single failed call as a value; a failure that concerns every call stays an error. */
export function withFailures(model: ChatModel, failures: FailureStore): ChatModel {
  return {
    id: model.id,
    complete: async (request, signal) => {
      const known = failures.find(request);
      if (known) {
        if (known.replayed) await failures.put(known);
        return failedReply(known);
      }
      try {
        return await model.complete(request, signal);
      } catch (error) {
        if (!(error instanceof ModelError) || error.concernsAll) throw error;
        const { about, ...shaping } = request;
        const { code, message, usage } = error;
        const failed: FailedCall = {
          key: requestKey(model.id, request),
          model: model.id,
          ...(about ?? { taskId: '', variantId: '', purpose: 'program' }),
          request: shaping,
          failure: { code, message },
          usage,
          replayed: false,
        };
        await failures.put(failed);
        return failedReply(failed);
      }
    },
  };
}
