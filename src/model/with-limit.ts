import pLimit from 'p-limit';
import type { ChatModel } from '../core/chat.ts';

/** At most `concurrency` calls in flight; the others wait in order, and leave the queue when their signal aborts. */
export function withLimit(model: ChatModel, concurrency: number): ChatModel {
  const limit = pLimit(concurrency);
  return {
    id: model.id,
    complete: (request, signal) =>
      limit(() => {
        signal.throwIfAborted();
        return model.complete(request, signal);
      }),
  };
}
