import type { ChatModel, ChatRequest } from '../core/chat.ts';

/** What every request of a run carries beside its own. */
export type RequestExtras = Pick<ChatRequest, 'reasoningEffort' | 'extraBody'>;

/** Puts the same extra fields into every request, so that they are part of its cache key too. */
export function withExtras(model: ChatModel, extras: RequestExtras): ChatModel {
  if (extras.reasoningEffort === undefined && extras.extraBody === undefined) return model;
  return { id: model.id, complete: (request, signal) => model.complete({ ...extras, ...request }, signal) };
}
