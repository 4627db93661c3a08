import { randomUUID } from 'node:crypto';
import { type ChatModel, type ChatReply, requestKey } from '../core/chat.ts';
import { ModelError } from '../core/errors.ts';
import { type CallRecord, usageOfCall, worstCase } from '../core/token-cost.ts';
import { mayBeCharged } from './may-be-charged.ts';

/** Writes down every call before it goes out and when it has ended, so that no session's spending is forgotten. */
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
        ...(request.also
          ? { alsoKeys: request.also.map((other) => requestKey(model.id, { ...request, ...other })) }
          : {}),
        model: model.id,
        state: 'open',
        usage: null,
        worst: worstCase(request),
      };
      const end = async (change: Pick<CallRecord, 'state' | 'usage'>) => {
        const ended = { ...opened, ...change };
        await append(ended);
        onEnd(ended);
      };
      await append(opened);
      let reply: ChatReply;
      try {
        reply = await model.complete(request, signal);
      } catch (error) {
        const counted = error instanceof ModelError ? error.usage : null;
        await end({
          state: 'failed',
          usage: counted ?? (mayBeCharged(error) ? null : { inputTokens: 0, outputTokens: 0 }),
        });
        throw error;
      }
      await end({ state: reply.status === 'refused' ? 'refused' : 'answered', usage: usageOfCall(reply) });
      return reply;
    },
  };
}
