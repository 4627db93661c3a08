import pLimit from 'p-limit';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError, ModelError } from '../core/errors.ts';

/**
 * At most `concurrency` calls in flight; the others wait in order; one whose signal has aborted is never made, nor is
 * any after a failure that every call would meet (a wrong key, no such model, nobody there): they fail alike.
 */
export function withLimit(model: ChatModel, concurrency: number): ChatModel {
  const limit = pLimit(concurrency);
  let hopeless: ModelError | null = null;
  return {
    id: model.id,
    complete: (request, signal) =>
      limit(async () => {
        if (signal.aborted) throw new InterruptedError();
        if (hopeless) throw hopeless;
        try {
          return await model.complete(request, signal);
        } catch (error) {
          if (error instanceof ModelError && error.concernsAll) hopeless = error;
          throw error;
        }
      }),
  };
}
