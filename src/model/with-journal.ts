import { randomUUID } from 'node:crypto';
import { type ChatModel, type ChatReply, type ChatRequest, requestKey } from '../core/chat.ts';
import { InterruptedError, ModelError } from '../core/errors.ts';
import { type CallRecord, worstCase } from '../core/token-cost.ts';
import { mayBeCharged } from './may-be-charged.ts';

export interface JournalOptions {
  /** Hears of each call that has ended. */
  readonly onEnd?: (record: CallRecord) => void;
  /** Calls of earlier processes; some models still have the replies that were not stored. */
  readonly left?: readonly CallRecord[];
}

/**
 * Writes down every call before it goes out and when it has ended, so that no session's spending is forgotten. A call of
 * an earlier process whose reply was not stored, and which the model keeps, is taken up again instead of made anew.
 */
export function withJournal(
  model: ChatModel,
  append: (record: CallRecord) => Promise<void>,
  { onEnd = () => {}, left = [] }: JournalOptions = {},
): ChatModel {
  const { keeps } = model;
  const open = new Map<string, CallRecord[]>();
  // One that was answered counts, too: who asks for it again did not come to store the reply.
  for (const call of keeps ? left.filter(({ state }) => state === 'open' || state === 'answered') : []) {
    open.set(call.replyKey, [...(open.get(call.replyKey) ?? []), call]);
  }

  /** The call that an earlier process left, where its reply can still be had. */
  const takenUp = async (call: CallRecord): Promise<CallRecord | null> => {
    for (;;) {
      const found = open.get(call.replyKey)?.shift();
      if (!found || !keeps) return null;
      if (await keeps(found.key)) return found;
    }
  };

  const begin = async (request: ChatRequest): Promise<CallRecord> => {
    const call: CallRecord = {
      key: randomUUID(),
      replyKey: requestKey(model.id, request),
      model: model.id,
      state: 'open',
      usage: null,
      worst: worstCase(request),
    };
    const known = await takenUp(call);
    if (known) return known;
    await append(call);
    return call;
  };

  return {
    id: model.id,
    complete: async (request, signal) => {
      const opened = await begin(request);
      const end = async (change: Pick<CallRecord, 'state' | 'usage'>) => {
        const ended = { ...opened, ...change };
        await append(ended);
        onEnd(ended);
      };
      let reply: ChatReply;
      try {
        reply = await model.complete(keeps ? { ...request, call: opened.key } : request, signal);
      } catch (error) {
        // It goes on without us, and the next process takes it up.
        if (keeps && error instanceof InterruptedError) throw error;
        const counted = error instanceof ModelError ? error.usage : null;
        await end({
          state: 'failed',
          usage: counted ?? (mayBeCharged(error) ? null : { inputTokens: 0, outputTokens: 0 }),
        });
        throw error;
      }
      await end({ state: reply.status === 'refused' ? 'refused' : 'answered', usage: reply.usage });
      return reply;
    },
  };
}
