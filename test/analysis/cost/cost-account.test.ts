import { expect, test } from 'vitest';
import { costAccount } from '../../../src/analysis/cost/cost-account.ts';
import type { Arm } from '../../../src/core/arm.ts';
import type { ReplyPurpose, ReplyRecord } from '../../../src/core/chat.ts';
import type { CallRecord } from '../../../src/core/token-cost.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { replyRecord } from '../../fakes/reply-record.ts';
import { syntheticRun } from '../../fakes/run-record.ts';

const prices = { m: { inputPerMTok: 1, outputPerMTok: 10, source: 'given' } };

const reply = (variantId: string, purpose: ReplyPurpose, changes: Parameters<typeof replyRecord>[0] = {}) =>
  replyRecord({ taskId: 't', variantId, purpose, usage: { inputTokens: 100, outputTokens: 10 }, ...changes });

const call = (replyKey: string, state: CallRecord['state'], key: string): CallRecord => ({
  key,
  replyKey,
  model: 'm',
  state,
  usage: state === 'answered' ? { inputTokens: 100, outputTokens: 10 } : null,
  worst: { inputTokens: 1000, outputTokens: 50 },
});

const mutation = { family: 'lexical', preserves: 'paraphrase', seed: 0, edits: [], renames: {} } as const;
const armOf = (arm: Arm, variantId = 't::original') => ({ taskId: 't', arm, samples: [{ variantId, sample: 0 }] });

function record(replies: readonly ReplyRecord[], calls: readonly CallRecord[] = [], known = true): RunRecord {
  const base = syntheticRun({ tasks: 1 });
  const { prices: _none, ...manifest } = base.manifest;
  return {
    ...base,
    manifest: known ? { ...manifest, prices } : manifest,
    variants: [
      { id: 't::original', taskId: 't', prompt: '', mutation: null },
      { id: 't::lex-a::s0.0', taskId: 't', prompt: '', mutation: { mutator: 'lex-a', ...mutation } },
    ],
    replies,
    calls,
    armSamples: [armOf('baseline'), armOf('self-agreement'), armOf('mutation-ensemble', 't::lex-a::s0.0')],
  };
}

const whole = [
  reply('t::original', 'program'),
  reply('t::original', 'tests', { replayed: true }),
  reply('t::lex-a::s0.0', 'program'),
  reply('t::lex-a::s0.0', 'tests', { usage: null }),
  reply('t::llm-b::s0.0', 'mutation'),
];

const accountOf = () => costAccount(record(whole));
const one = (100 * 1 + 10 * 10) / 1e6;

test('what was paid for and what was replayed are apart, uncounted replies too', () => {
  const account = accountOf();
  expect(account.total.paid).toMatchObject({ replies: 4, inputTokens: 300, outputTokens: 30, uncounted: 1 });
  expect(account.total.paid.usd).toBeCloseTo(3 * one, 15);
  expect(account.total.cached).toMatchObject({ replies: 1, inputTokens: 100, uncounted: 0 });
  expect(account.total.cached.usd).toBeCloseTo(one, 15);
});

test('by stage, mutator and model: every reply in one line', () => {
  const account = accountOf();
  const told = (lines: typeof account.byArm) =>
    lines.map(({ name, paid, cached }) => `${name} ${paid.replies}+${cached.replies}`);
  expect(told(account.byStage)).toEqual(['mutate 1+0', 'programs 2+0', 'tests 1+1']);
  expect(told(account.byMutator)).toEqual(['original 1+1', 'lex-a 2+0', 'llm-b 1+0']);
  // No tests without selection, the writing of variants with the ensemble.
  expect(told(account.byArm)).toEqual(['baseline 1+0', 'self-agreement 1+1', 'mutation-ensemble 3+0']);
  expect(account.byModel).toEqual([{ ...account.total, name: 'm' }]);
});

test('without a price there is no sum of money', () => {
  const { total, lost } = costAccount(record(whole, [call('x', 'failed', '1')], false));
  expect([total.paid.usd, lost.atMostUsd]).toEqual([null, null]);
  expect(total.paid.inputTokens).toBe(300);
});

test('cached tokens cost what the list says, replies of a batch half, and both are told apart', () => {
  const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 80 };
  const cached = reply('t::original', 'program', { usage });
  const sent = { endpoint: 'e', tokensField: 'max_tokens' as const, without: [], batch: 'batch_1' };
  const plain = reply('t::original', 'tests');
  const batched = { ...plain, reply: { ...plain.reply, sent } };
  const known = record([cached, batched]);
  const manifest = { ...known.manifest, prices: { m: { ...prices.m, cachedInputPerMTok: 0.5 } } };
  const { total } = costAccount({ ...known, manifest });
  expect(total.paid).toMatchObject({ cachedInputTokens: 80, batched: 1, inputTokens: 200, outputTokens: 20 });
  expect(total.paid.usd).toBeCloseTo((20 * 1 + 80 * 0.5 + 10 * 10 + (100 * 1 + 10 * 10) / 2) / 1e6, 15);
  // Without a price of cached input it costs as much as other input.
  expect(costAccount(known).total.paid.usd).toBeCloseTo((200 + (100 + 100) / 2) / 1e6, 15);
});

test('a sum says of cached tokens and batches only where there are any', () => {
  expect(costAccount(record([reply('t::original', 'program')])).total).toEqual({
    name: 'total',
    paid: { replies: 1, inputTokens: 100, outputTokens: 10, uncounted: 0, usd: one },
    cached: { replies: 0, inputTokens: 0, outputTokens: 0, uncounted: 0, usd: 0 },
  });
});

test('one model without a price leaves the sum unknown, wherever it stands', () => {
  const other = { ...reply('t::original', 'tests'), model: 'n' };
  const known = reply('t::original', 'program');
  for (const before of [[], [known]]) {
    const account = costAccount(record([...before, other, known]));
    expect(account.total.paid.usd).toBeNull();
    const byModel = Object.fromEntries(account.byModel.map(({ name, paid }) => [name, paid.usd]));
    expect(byModel).toEqual({ m: (before.length + 1) * one, n: null });
  }
});

test('calls of a batch are lost at half the price, refused and answered ones with a reply are not', () => {
  const [refused, answered, replayed] = [
    reply('t::original', 'program'),
    reply('t::original', 'tests'),
    reply('t::lex-a::s0.0', 'program', { replayed: true }),
  ] as const;
  const calls = [
    call(refused.key, 'refused', '1'),
    call(answered.key, 'answered', '2'),
    call(replayed.key, 'answered', '3'),
    call(answered.key, 'open', '4'),
    { ...call('gone', 'open', '5'), batch: true as const },
    call(answered.key, 'answered', '6'),
  ];
  const { lost } = costAccount(record([refused, answered, replayed], calls));
  expect(lost.calls).toBe(4);
  // One that the recording had and a second answer, at their count; one open, at its worst; one of a batch, at half.
  expect(lost.atMostUsd).toBeCloseTo(2 * one + 1.5 * (1500 / 1e6), 15);
  const foreign = { ...call('gone', 'failed', '1'), model: 'n' };
  expect(costAccount(record([], [foreign, call('gone', 'failed', '2')])).lost).toEqual({ calls: 2, atMostUsd: null });
  const { calls: _, ...silent } = record([refused]);
  expect(costAccount(silent).lost).toEqual({ calls: 0, atMostUsd: 0 });
});

test('mutators by name behind the original; a reply of an id that says none is of an unknown one', () => {
  const ids = ['t::syn-c::s0.0', 't::original', 'nameless', 't::fmt-d::s0.0', 't::lex-a::s0.0', 't::original'];
  const replies = ids.map((id, sample) => ({ ...reply(id, 'program', { sample }), key: `${sample}` }));
  const told = costAccount(record(replies)).byMutator.map(({ name, paid }) => `${name} ${paid.replies}`);
  expect(told).toEqual(['original 2', 'fmt-d 1', 'lex-a 1', 'syn-c 1', 'unknown 1']);
});
