import { expect, test } from 'vitest';
import type { ChatReply } from '../../src/core/chat.ts';
import { KEPT_CHARACTERS, withReplyLimit } from '../../src/model/with-reply-limit.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';

const answering = (reply: ChatReply) => withReplyLimit({ id: 'm', complete: async () => reply });

test('a reply within the limit is kept as it is', async () => {
  const reply: ChatReply = { status: 'completed', text: 'x'.repeat(KEPT_CHARACTERS), usage: null };
  expect(await answering(reply).complete(chatRequest(), never)).toBe(reply);
});

test('of a longer one the beginning is kept; it counts as truncated and says how long it was', async () => {
  const text = 'x'.repeat(KEPT_CHARACTERS + 5);
  const cut = await answering({ status: 'completed', text, usage: null }).complete(chatRequest(), never);
  expect(cut).toMatchObject({ status: 'truncated', sentCharacters: KEPT_CHARACTERS + 5 });
  expect(cut.text).toHaveLength(KEPT_CHARACTERS);
});
