import pLimit from 'p-limit';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';

/** At most `concurrency` calls in flight; the others wait in order; one whose signal has aborted is never made. */
export function withLimit(model: ChatModel, concurrency: number): ChatModel {
  const limit = pLimit(concurrency);
  return {
    id: model.id,
    complete: (request, signal) =>
      limit(() => {
        if (signal.aborted) throw new InterruptedError();
        return model.complete(request, signal);
      }),
  };
}
