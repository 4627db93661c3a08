import pLimit from 'p-limit';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError, ModelError } from '../core/errors.ts';

/**
 * At most `concurrency` calls in flight; the others wait in order; one whose signal has aborted is never made, nor is
 * any after a failure that every call would meet (a wrong key, no such model, nobody there): they fail alike.
 *
 * @param over what ended the run elsewhere, so that the calls which still wait are not made
 */
export function withLimit(
  model: ChatModel,
  concurrency: number,
  over: () => ModelError | null = () => null,
): ChatModel {
  const limit = pLimit(concurrency);
  let hopeless: ModelError | null = null;
  return {
    id: model.id,
    complete: (request, signal) =>
      limit(async () => {
        if (signal.aborted) throw new InterruptedError();
        const end = hopeless ?? over();
        if (end) throw end;
        try {
          return await model.complete(request, signal);
        } catch (error) {
          if (error instanceof ModelError && error.concernsAll) hopeless = error;
          throw error;
        }
      }),
  };
}
