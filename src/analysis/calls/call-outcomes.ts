import { type FailedCall, REFUSABLE, type ReplyRecord } from '../../core/chat.ts';
import { hashOf } from '../../core/hash.ts';
import { oncePer } from '../../core/once-per.ts';
import { PROGRAM_LOST, type RunRecord } from '../../records/run-record.ts';
import { failureReasons } from './failure-limit.ts';

/** Ways in which a call gives nothing to work with. */
const LOSSES = ['truncated', 'refused', 'empty', 'unparsable', 'failed'] as const;
export type Loss = (typeof LOSSES)[number];

/** Share of the calls. */
const ALARMING = 0.05;

/** Equal for questions that differ in nothing but the limit of their answers. */
const questionOf = ({ model, request }: Pick<FailedCall, 'model' | 'request'>) =>
  hashOf(model, { ...request, maxTokens: 0 });

/** If a cut reply was asked for again with more tokens, keeps the later one. */
function latestReplies(replies: readonly ReplyRecord[]): readonly ReplyRecord[] {
  if (new Set(replies.map(({ request }) => request.maxTokens)).size < 2) return replies;
  const byLimit = replies.toSorted((a, b) => a.request.maxTokens - b.request.maxTokens);
  return [...new Map(byLimit.map((record) => [questionOf(record), record])).values()];
}

function sentSummary(replies: readonly ReplyRecord[]) {
  const sent = replies.flatMap(({ reply }) => reply.sent ?? []);
  const without = REFUSABLE.flatMap((field) => {
    const count = sent.filter((each) => each.without.includes(field)).length;
    return count > 0 ? [[field, count] as const] : [];
  });
  return {
    known: sent.length,
    endpoints: [...new Set(sent.map(({ endpoint }) => endpoint))].sort(),
    tokensFields: [...new Set(sent.map(({ tokensField }) => tokensField))].sort(),
    without: Object.fromEntries(without),
  };
}

/** A question that was answered with more tokens than it failed with has not failed. */
function openFailures(failures: readonly FailedCall[], replies: readonly ReplyRecord[]): readonly FailedCall[] {
  if (failures.length === 0) return failures;
  const open = new Map(failures.map((failed) => [questionOf(failed), failed]));
  for (const reply of replies) open.delete(questionOf(reply));
  return [...open.values()];
}

/** The outcome of the calls of a run, from its record alone; computed once per record. */
export const callOutcomes = oncePer(({ replies, failures = [], problems }: RunRecord) => {
  const latest = latestReplies(replies);
  const open = openFailures(failures, replies);
  const keyOf = (variantId: string, sample: number, purpose: string) => JSON.stringify([variantId, sample, purpose]);
  const withoutUse = new Set(problems.map(({ variantId, sample, purpose }) => keyOf(variantId, sample, purpose)));
  const counts = { truncated: 0, refused: 0, empty: 0, unparsable: 0, failed: open.length };
  for (const { reply, variantId, request, purpose } of latest) {
    if (reply.status === 'truncated') counts.truncated += 1;
    else if (reply.status === 'refused') counts.refused += 1;
    else if (reply.text.trim() === '') counts.empty += 1;
    else if (withoutUse.has(keyOf(variantId, request.sample, purpose))) counts.unparsable += 1;
  }
  const calls = latest.length + open.length;
  return {
    /** Replies and failures together; a question that was asked again counts once, by its last answer. */
    calls,
    ...counts,
    reasons: failureReasons(open),
    alarming: LOSSES.filter((loss) => counts[loss] > ALARMING * calls),
    sent: sentSummary(latest),
  };
});

export type CallOutcomes = ReturnType<typeof callOutcomes>;

const NOT_ANSWERED = new Set(['call-failed', 'refused']);

/** Replies without a program that parses, and those `lost` in the reading; if `alarming`, no difference means anything. */
export const programLosses = oncePer(({ candidates, problems }: RunRecord) => {
  const own = problems.filter(({ purpose, problem }) => purpose === 'program' && !NOT_ANSWERED.has(problem));
  const replies = candidates.reduce((sum, { origins }) => sum + origins.length, own.length);
  const lost = own.filter(({ problem }) => problem === PROGRAM_LOST).length;
  return { replies, without: own.length - lost, lost, alarming: lost > ALARMING * replies };
});
