import type { ReplyPurpose, ReplyRecord } from '../../core/chat.ts';
import { groupBy } from '../../core/group-by.ts';
import { costOf, usageOf } from '../../core/token-cost.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { repliesByArm, tokensOf } from './arm-replies.ts';

const STAGES: readonly (readonly [ReplyPurpose, string])[] = [
  ['mutation', 'mutate'],
  ['program', 'programs'],
  ['tests', 'tests'],
  ['repair', 'repairs'],
  ['question', 'questions'],
];

type Prices = NonNullable<RunRecord['manifest']['prices']>;

function sumOf(replies: readonly ReplyRecord[], prices: Prices) {
  const isBatched = ({ reply }: ReplyRecord) => reply.sent?.batch !== undefined;
  const usd = replies.reduce<number | null>((sum, record) => {
    const price = prices[record.model];
    const { usage } = record.reply;
    if (sum === null || !price) return null;
    return usage ? sum + costOf(usage, price, { batch: isBatched(record) }) : sum;
  }, 0);
  const cached = replies.reduce((sum, { reply }) => sum + (reply.usage?.cachedInputTokens ?? 0), 0);
  return {
    ...tokensOf(replies),
    cachedInputTokens: cached || undefined,
    /** Replies that came by batches, at half the price. */
    batched: replies.filter(isBatched).length || undefined,
    /** Null where the price of a model is not known. */
    usd,
  };
}

export type CostSum = ReturnType<typeof sumOf>;

/** What was paid for, and what was replayed, at the price it would have had. */
function lineOf(name: string, replies: readonly ReplyRecord[], prices: Prices) {
  const [paid, cached] = [false, true].map((own) => replies.filter(({ replayed }) => replayed === own));
  return { name, paid: sumOf(paid ?? [], prices), cached: sumOf(cached ?? [], prices) };
}

export type CostLine = ReturnType<typeof lineOf>;

/** Lines in the order in which their names first appear. */
function linesBy(replies: readonly ReplyRecord[], nameOf: (reply: ReplyRecord) => string, prices: Prices): CostLine[] {
  return [...groupBy(replies, nameOf)].map(([name, group]) => lineOf(name, group, prices));
}

/** A rewrite is asked for under the id that its variant would have: `task::mutator::sSEED.DRAW`. */
function mutatorNamer({ variants }: RunRecord): (reply: ReplyRecord) => string {
  const byVariant = new Map(variants.map(({ id, mutation }) => [id, mutation?.mutator ?? 'original']));
  return ({ variantId }) => byVariant.get(variantId) ?? variantId.split('::').at(-2) ?? 'unknown';
}

/** A stored reply accounts for one answered call; every other call left none. */
function lostCalls({ calls = [], replies }: RunRecord, prices: Prices) {
  const kept = new Set(replies.filter(({ replayed }) => !replayed).map(({ key }) => key));
  const lost = calls.filter(
    ({ state, replyKey }) => (state !== 'answered' && state !== 'refused') || !kept.delete(replyKey),
  );
  const atMostUsd = lost.reduce<number | null>((sum, call) => {
    const price = prices[call.model];
    return sum === null || !price ? null : sum + costOf(usageOf(call), price, { batch: call.batch === true });
  }, 0);
  return { calls: lost.length, atMostUsd };
}

/** The account of a run by stage, mutator, arm and model, with replies from recordings listed separately. */
export function costAccount(record: RunRecord) {
  const { replies, manifest } = record;
  const prices = manifest.prices ?? {};
  const byName = (a: CostLine, b: CostLine) => {
    if (a.name === 'original' || b.name === 'original') return a.name === 'original' ? -1 : 1;
    return a.name < b.name ? -1 : 1;
  };
  return {
    total: lineOf('total', replies, prices),
    lost: lostCalls(record, prices),
    byStage: STAGES.flatMap(([purpose, name]) => {
      const own = replies.filter((reply) => reply.purpose === purpose);
      return own.length > 0 ? [lineOf(name, own, prices)] : [];
    }),
    byMutator: linesBy(replies, mutatorNamer(record), prices).sort(byName),
    byArm: [...repliesByArm(record)].map(([arm, own]) => lineOf(arm, own, prices)),
    byModel: linesBy(replies, ({ model }) => model, prices),
  };
}

export type CostAccount = ReturnType<typeof costAccount>;
