import { expect, test } from 'vitest';
import { callOutcomes } from '../../../src/analysis/calls/call-outcomes.ts';
import type { ChatReply, FailedCall, ReplyRecord, SentRequest } from '../../../src/core/chat.ts';
import { replyRecord } from '../../fakes/reply-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const reply = (sample: number, status: ChatReply['status'], text = 'code', maxTokens = 100, sent?: SentRequest) =>
  replyRecord({ sample, status, text, maxTokens, ...(sent && { sent }) });
function failed(sample: number, code: string, maxTokens = 100): FailedCall {
  const { reply: _, ...asked } = replyRecord({ sample, maxTokens });
  return { ...asked, failure: { code, message: code }, usage: null };
}
const of = (replies: readonly ReplyRecord[], changes: Parameters<typeof smallRun>[1] = {}) =>
  callOutcomes(smallRun({ a: { original: [true] } }, { replies, ...changes }));
const completed = (count: number, from = 0) => Array.from({ length: count }, (_, at) => reply(from + at, 'completed'));

const problemOf = (sample: number, purpose: 'program' | 'tests') =>
  ({ taskId: 'a', variantId: 'a::original', sample, purpose, problem: 'no-code' }) as const;

test('each reply counts once, by the first thing that is wrong with it', () => {
  const problems = [1, 2, 3, 4].map((sample) => problemOf(sample, 'program'));
  const replies = [reply(0, 'completed'), reply(1, 'truncated'), reply(2, 'refused', ''), reply(3, 'completed', ' \n')];
  expect(of([...replies, reply(4, 'completed', 'prose')], { problems })).toMatchObject({
    calls: 5,
    truncated: 1,
    refused: 1,
    empty: 1,
    unparsable: 1,
    failed: 0,
    alarming: ['truncated', 'refused', 'empty', 'unparsable'],
  });
});

test('a problem of the tests of a sample is none of its program', () => {
  expect(of(completed(1), { problems: [problemOf(0, 'tests')] })).toMatchObject({ unparsable: 0 });
});

test('one in twenty is no alarm, more is', () => {
  expect(of([...completed(19), reply(19, 'refused')]).alarming).toEqual([]);
  expect(of([...completed(18), reply(18, 'refused')]).alarming).toEqual(['refused']);
});

test('a question asked again with more tokens counts as it was answered then, in whatever order', () => {
  const [cut, whole] = [reply(0, 'truncated', 'x', 100), reply(0, 'completed', 'x', 200)];
  const other = reply(1, 'truncated', 'x', 100);
  expect(of([cut, whole, other])).toMatchObject({ calls: 2, truncated: 1 });
  expect(of([whole, cut])).toMatchObject({ calls: 1, truncated: 0 });
});

test('asked again with as many tokens it counts as it was answered last', () => {
  const [first, again] = [reply(0, 'truncated', 'x', 100), reply(0, 'completed', 'x', 100)];
  const other = reply(1, 'completed', 'x', 200);
  expect(of([first, again, other])).toMatchObject({ calls: 2, truncated: 0 });
  expect(of([again, first, other])).toMatchObject({ calls: 2, truncated: 1 });
});

test('a failure counts once, and not where the question was answered later', () => {
  const failures = [failed(0, 'x'), failed(0, 'y', 200), failed(1, 'z'), failed(2, 'z')];
  const found = of([reply(1, 'completed', 'x', 300)], { failures });
  expect(found).toMatchObject({ calls: 3, failed: 2, alarming: ['failed'] });
  expect(found.reasons).toHaveLength(2);
});

test('of how requests were sent it says what the replies say, names in the order of their letters', () => {
  const ways: readonly SentRequest[] = [
    { endpoint: 'responses', tokensField: 'max_tokens', without: ['temperature'] },
    { endpoint: 'chat', tokensField: 'max_completion_tokens', without: ['temperature', 'seed'] },
    { endpoint: 'chat', tokensField: 'max_tokens', without: [] },
  ];
  const replies = ways.map((sent, at) => reply(at, 'completed', 'x', 100, sent));
  expect(of([...replies, reply(3, 'completed')]).sent).toEqual({
    known: 3,
    endpoints: ['chat', 'responses'],
    tokensFields: ['max_completion_tokens', 'max_tokens'],
    without: { temperature: 2, seed: 1 },
  });
});

test('of no call there is nothing', () => {
  expect(of([])).toMatchObject({ calls: 0, alarming: [], sent: { known: 0, endpoints: [], without: {} } });
});
