import type { ChatReply, ReplyRecord } from '../../src/core/chat.ts';

type Changes = Partial<Omit<ReplyRecord, 'request' | 'reply'>> &
  Partial<Pick<ReplyRecord['request'], 'sample' | 'maxTokens' | 'messages'>> &
  Partial<ChatReply>;

/** The answer to one request of task `a`, its key made of what tells it from others. */
export function replyRecord({ sample = 0, maxTokens = 1, messages = [], ...changes }: Changes): ReplyRecord {
  const { status = 'completed', text = '', usage = null, sent, ...where } = changes;
  const place = {
    model: 'm',
    taskId: 'a',
    variantId: 'a::original',
    purpose: 'program',
    replayed: false,
    ...where,
  } as const;
  return {
    key: JSON.stringify([place.taskId, place.variantId, place.purpose, sample, maxTokens]),
    ...place,
    request: { messages, temperature: 0, topP: 1, maxTokens, sample },
    reply: { status, text, usage, ...(sent && { sent }) },
  };
}
