import type { Arm } from '../../core/arm.ts';
import type { ReplyPurpose, ReplyRecord } from '../../core/chat.ts';
import { groupBy, groupByTask } from '../../core/group-by.ts';
import { costOf, usageOf } from '../../core/token-cost.ts';
import type { CostAccount, CostLine, CostSum } from '../../records/report/run-schema.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { armReplies } from './arm-replies.ts';

const STAGES: readonly (readonly [ReplyPurpose, string])[] = [
  ['mutation', 'mutate'],
  ['program', 'programs'],
  ['tests', 'tests'],
  ['repair', 'repairs'],
  ['question', 'questions'],
];

type Prices = NonNullable<RunRecord['manifest']['prices']>;

function sumOf(replies: readonly ReplyRecord[], prices: Prices): CostSum {
  let inputTokens = 0;
  let outputTokens = 0;
  let cachedInputTokens = 0;
  let batched = 0;
  let uncounted = 0;
  let usd: number | null = 0;
  for (const { model, reply } of replies) {
    const price = prices[model];
    if (!price) usd = null;
    if (reply.sent?.batch !== undefined) batched += 1;
    if (!reply.usage) {
      uncounted += 1;
      continue;
    }
    inputTokens += reply.usage.inputTokens;
    outputTokens += reply.usage.outputTokens;
    cachedInputTokens += reply.usage.cachedInputTokens ?? 0;
    if (price && usd !== null) usd += costOf(reply.usage, price, { batch: reply.sent?.batch !== undefined });
  }
  return {
    replies: replies.length,
    inputTokens,
    outputTokens,
    ...(cachedInputTokens > 0 ? { cachedInputTokens } : {}),
    ...(batched > 0 ? { batched } : {}),
    uncounted,
    usd,
  };
}

function lineOf(name: string, replies: readonly ReplyRecord[], prices: Prices): CostLine {
  return {
    name,
    paid: sumOf(
      replies.filter(({ replayed }) => !replayed),
      prices,
    ),
    cached: sumOf(
      replies.filter(({ replayed }) => replayed),
      prices,
    ),
  };
}

/** Lines in the order in which their names first appear. */
function linesBy(replies: readonly ReplyRecord[], nameOf: (reply: ReplyRecord) => string, prices: Prices): CostLine[] {
  return [...groupBy(replies, nameOf)].map(([name, group]) => lineOf(name, group, prices));
}

/** A rewrite is asked for under the id that its variant would have: `task::mutator::sSEED.DRAW`. */
function mutatorNamer({ variants }: RunRecord): (reply: ReplyRecord) => string {
  const byVariant = new Map(variants.map(({ id, mutation }) => [id, mutation?.mutator ?? 'original']));
  return ({ variantId }) => byVariant.get(variantId) ?? variantId.split('::').at(-2) ?? 'unknown';
}

function armLines({ armSamples, replies }: RunRecord, prices: Prices): (CostLine & { name: Arm })[] {
  const byTask = groupByTask(replies);
  const own = new Map<Arm, ReplyRecord[]>();
  for (const { taskId, ...planned } of armSamples) {
    const isOwn = armReplies(taskId, planned);
    const known = own.get(planned.arm) ?? [];
    own.set(planned.arm, known);
    for (const reply of byTask.get(taskId) ?? []) if (isOwn(reply)) known.push(reply);
  }
  return [...own].map(([arm, of]) => ({ ...lineOf(arm, of, prices), name: arm }));
}

/** A stored reply accounts for one answered call; every other call left none. */
function lostCalls({ calls = [], replies }: RunRecord, prices: Prices): CostAccount['lost'] {
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
export function costAccount(record: RunRecord): CostAccount {
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
    byArm: armLines(record, prices),
    byModel: linesBy(replies, ({ model }) => model, prices),
  };
}
