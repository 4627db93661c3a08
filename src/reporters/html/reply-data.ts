import type { ReplyRecord } from '../../core/chat.ts';
import type { ExtractionProblem } from '../../records/run-record.ts';

const LONGEST_REPLY = 4000;
/** Characters of replies that a page holds of a run, and of them at most for a task. */
const MOST_OF_RUN = 4_000_000;
const MOST_OF_TASK = 40_000;

/** Characters of replies that each task of a run may show. */
export const replyRoom = (tasks: number) => Math.min(MOST_OF_TASK, Math.floor(MOST_OF_RUN / Math.max(1, tasks)));

const keyOf = (purpose: string, variantId: string, sample: number) => JSON.stringify([purpose, variantId, sample]);

/** The replies of one task and run, as far as the page has room; those of no use first: they are what somebody comes to read. */
export function pageReplies(
  replies: readonly ReplyRecord[],
  problems: readonly ExtractionProblem[],
  nameOf: (variantId: string) => string,
  room: number,
) {
  const problemOf = new Map(problems.map((one) => [keyOf(one.purpose, one.variantId, one.sample), one.problem]));
  const described = replies.map(({ purpose, variantId, request, reply }) => {
    const text = reply.text.slice(0, LONGEST_REPLY);
    return {
      from: `${nameOf(variantId)} #${request.sample}`,
      purpose,
      text,
      /** Characters that were left out at the end. */
      cut: reply.text.length - text.length,
      /** Why nothing could be used of it; null where something was. */
      problem: problemOf.get(keyOf(purpose, variantId, request.sample)) ?? null,
    };
  });
  const ordered = [
    ...described.filter(({ problem }) => problem !== null),
    ...described.filter(({ problem }) => problem === null),
  ];
  const shown: typeof described = [];
  let used = 0;
  for (const each of ordered) {
    if (used + each.text.length > room) break;
    used += each.text.length;
    shown.push(each);
  }
  return { shown, leftOut: ordered.length - shown.length };
}
