import { expect, test } from 'vitest';
import { KEPT_CHARACTERS, readReply } from '../../src/model/read-reply.ts';

const endpoint = { model: 'm', baseUrl: 'http://127.0.0.1/v1', apiKey: null, timeoutMs: 1000 };
const read = (length: number) =>
  readReply(JSON.stringify({ choices: [{ message: { content: 'x'.repeat(length) } }] }), endpoint);

test('a reply within the limit is kept as it is', () => {
  const text = 'x'.repeat(KEPT_CHARACTERS);
  expect(read(KEPT_CHARACTERS)).toEqual({ status: 'completed', text, usage: null });
});

test('of a longer one the beginning is kept; it counts as truncated and says how long it was', () => {
  const { text, ...rest } = read(KEPT_CHARACTERS + 5);
  expect(rest).toEqual({ status: 'truncated', sentCharacters: KEPT_CHARACTERS + 5, usage: null });
  expect(text).toHaveLength(KEPT_CHARACTERS);
});

test('a stream of events that breaks off is no reply', () => {
  const event = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
  for (const text of [event, `${event}data: {"choi`]) expect(() => readReply(text, endpoint)).toThrow('broken JSON');
});
