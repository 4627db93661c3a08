import { type ChatModel, type ChatReply, type ChatRequest, requestKey } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';

/** Where answers are kept between calls and between runs; keys are those of `requestKey`. */
export interface ReplyCache {
  /** Returns the answer to the request, whichever key it has; undefined if there is none. */
  get(request: ChatRequest): ChatReply | Promise<ChatReply> | undefined;
  /** Resolves once the reply is safe; `request.about` states its purpose. */
  put(key: string, request: ChatRequest, reply: ChatReply): Promise<void>;
  /** Records a failure of this call alone as a reply of status `failed`. @throws the error if it concerns every call */
  fail(key: string, request: ChatRequest, error: unknown): Promise<ChatReply>;
}

/** Returns cached answers; equal requests under way share one call. */
export function withCache(model: ChatModel, cache: ReplyCache): ChatModel {
  const underWay = new Map<string, Promise<ChatReply>>();
  const cached: ChatModel = {
    id: model.id,
    complete(request, signal) {
      const stored = cache.get(request);
      if (stored) return Promise.resolve(stored);
      const key = requestKey(model.id, request);
      const shared = underWay.get(key);
      if (shared) {
        return shared.catch((error) => {
          if (error instanceof InterruptedError && !signal.aborted) return cached.complete(request, signal);
          throw error;
        });
      }
      const keep = async (reply: ChatReply) => {
        if (reply.status !== 'failed') await cache.put(key, request, reply);
        return reply;
      };
      const asking = model
        .complete(request, signal)
        .then(keep, (error: unknown) => cache.fail(key, request, error))
        .finally(() => underWay.delete(key));
      underWay.set(key, asking);
      return asking;
    },
  };
  return cached;
}
