import type { ChatModel, ChatReply, ChatRequest } from '../../src/core/chat.ts';

/** A signal that never comes. */
export const never: AbortSignal = new AbortController().signal;

export const chatRequest = (change: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', content: 'hi' }],
  temperature: 0.6,
  topP: 0.95,
  maxTokens: 10,
  sample: 0,
  ...change,
});

export interface FakeModel extends ChatModel {
  readonly requests: ChatRequest[];
}

/** Answers by a rule and keeps what it was asked. */
export function fakeModel(
  answer: (request: ChatRequest) => string | ChatReply | Promise<string | ChatReply>,
): FakeModel {
  const requests: ChatRequest[] = [];
  return {
    id: 'fake',
    requests,
    complete: async (request, signal) => {
      signal.throwIfAborted();
      requests.push(request);
      const reply = await answer(request);
      return typeof reply === 'string'
        ? { status: 'completed', text: reply, usage: { inputTokens: 10, outputTokens: 5 } }
        : reply;
    },
  };
}
