import { setMaxListeners } from 'node:events';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';

/** How long replies that are paid for already are waited for after Ctrl-C, in milliseconds. */
const DRAIN_MS = 2000;

/** An abort keeps new calls from starting; those under way are paid for, and get `graceMs` after an interruption. */
export function withDrain(model: ChatModel, interruption: AbortSignal, graceMs = DRAIN_MS): ChatModel {
  setMaxListeners(0, interruption);
  return {
    id: model.id,
    complete: async (request, signal) => {
      if (signal.aborted || interruption.aborted) throw new InterruptedError();
      const call = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const interrupt = () => {
        timer = setTimeout(() => call.abort(), graceMs);
      };
      interruption.addEventListener('abort', interrupt, { once: true });
      try {
        return await model.complete(request, call.signal);
      } finally {
        clearTimeout(timer);
        interruption.removeEventListener('abort', interrupt);
      }
    },
  };
}
