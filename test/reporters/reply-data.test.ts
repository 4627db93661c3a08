import { describe, expect, test } from 'vitest';
import { studyOf } from '../../src/records/study.ts';
import { pageReplies, replyRoom } from '../../src/reporters/html/reply-data.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';

const record = syntheticRun({ tasks: 2 });
const [reply] = record.replies;
if (!reply) throw new Error('the synthetic run has no replies');
const saying = (text: string, sample: number) => ({
  ...reply,
  request: { ...reply.request, sample },
  reply: { ...reply.reply, text },
});
const problem = (sample: number) => ({ ...reply, sample, problem: 'no-code' });
const nameOf = () => 'original';

describe('replies on the page', () => {
  test('are cut, and say by how much', () => {
    const { shown, leftOut } = pageReplies([saying('x'.repeat(10_000), 0)], [], nameOf, 40_000);
    expect(shown[0]?.text).toHaveLength(4000);
    expect(shown[0]).toMatchObject({ from: 'original #0', cut: 6000, problem: null });
    expect(leftOut).toBe(0);
  });

  test('of no use come first, and what there is no room for is counted', () => {
    const replies = [0, 1, 2, 3].map((sample) => saying('y'.repeat(100), sample));
    const { shown, leftOut } = pageReplies(replies, [problem(2)], nameOf, 250);
    expect(shown.map(({ from, problem: why }) => [from, why])).toEqual([
      ['original #2', 'no-code'],
      ['original #0', null],
    ]);
    expect(leftOut).toBe(2);
  });

  test('take no more of a large run than of a small one', () => {
    expect(replyRoom(1)).toBe(40_000);
    expect(replyRoom(1000) * 1000).toBeLessThanOrEqual(4_000_000);
    const replies = Array.from({ length: 200 }, (_, at) => saying('z'.repeat(50_000), at));
    const size = (given: typeof replies) => htmlReporter.render(studyOf({ ...record, replies: given })).length;
    expect(size(replies) - size([])).toBeLessThan(60_000);
  });
});
