import { randomUUID } from 'node:crypto';
import { type ChatModel, type ChatReply, requestKey } from '../core/chat.ts';
import { type CallRecord, worstCase } from '../core/token-cost.ts';
import { usageOfFailure } from './failures.ts';

/**
 * Writes down every call before it goes out and when it has ended, so that no session's spending is forgotten.
 *
 * @param onEnd hears of each call that has ended
 */
export function withJournal(
  model: ChatModel,
  append: (record: CallRecord) => Promise<void>,
  onEnd: (record: CallRecord) => void = () => {},
): ChatModel {
  return {
    id: model.id,
    complete: async (request, signal) => {
      const opened: CallRecord = {
        key: randomUUID(),
        replyKey: requestKey(model.id, request),
        model: model.id,
        state: 'open',
        usage: null,
        worst: worstCase(request),
      };
      await append(opened);
      const end = async (change: Pick<CallRecord, 'state' | 'usage'>) => {
        const ended = { ...opened, ...change };
        await append(ended);
        onEnd(ended);
      };
      let reply: ChatReply;
      try {
        reply = await model.complete(request, signal);
      } catch (error) {
        await end({ state: 'failed', usage: usageOfFailure(error) });
        throw error;
      }
      await end({ state: reply.status === 'refused' ? 'refused' : 'answered', usage: reply.usage });
      return reply;
    },
  };
}
