import type { ChatModel, ChatReply } from '../core/chat.ts';

/** Characters of a reply that are kept: more than any model in use writes in one. */
export const KEPT_CHARACTERS = 400_000;

function cut(reply: ChatReply): ChatReply {
  const { length } = reply.text;
  if (length <= KEPT_CHARACTERS) return reply;
  const status = reply.status === 'refused' ? 'refused' : 'truncated';
  return { ...reply, status, text: reply.text.slice(0, KEPT_CHARACTERS), sentCharacters: length };
}

/** Cuts replies that are longer than any sensible one; a cut reply counts as truncated. */
export function withReplyLimit(model: ChatModel): ChatModel {
  return {
    ...model,
    complete: async (request, signal) => cut(await model.complete(request, signal)),
  };
}
