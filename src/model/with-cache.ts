import { type ChatModel, type ChatReply, type ReplyCache, requestKey } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';

/** Returns cached replies; equal requests under way share one call. `withFailures` keeps failures. */
export function withCache(model: ChatModel, cache: ReplyCache): ChatModel {
  const underWay = new Map<string, Promise<ChatReply>>();
  const cached: ChatModel = {
    id: model.id,
    complete(request, signal) {
      const key = requestKey(model.id, request);
      const stored = cache.get(request);
      if (stored) return Promise.resolve(stored);
      const shared = underWay.get(key);
      if (shared) {
        return shared.catch((error) => {
          if (error instanceof InterruptedError && !signal.aborted) return cached.complete(request, signal);
          throw error;
        });
      }
      const asking = (async () => {
        const reply = await model.complete(request, signal);
        if (reply.status !== 'failed') await cache.put(key, request, reply);
        return reply;
      })().finally(() => underWay.delete(key));
      underWay.set(key, asking);
      return asking;
    },
  };
  return cached;
}
