import { costAccount } from '../../analysis/cost/cost-account.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { type Section, tableBlock, text, texts } from '../document.ts';
import { count, usdText } from '../figures.ts';
import { namedRuns, prefixed } from '../run-names.ts';
import { costTables } from '../tables/cost-tables.ts';

function notesOf(record: RunRecord): readonly (string | null)[] {
  const { total, lost } = costAccount(record);
  const { inputTokens, cachedInputTokens = 0, batched = 0 } = total.paid;
  const uncounted = total.paid.uncounted + total.cached.uncounted;
  const atMost = lost.atMostUsd === null ? '' : `, at most ${usdText(lost.atMostUsd)} USD`;
  return [
    lost.calls > 0 ? `${count(lost.calls)} calls left no reply${atMost}.` : null,
    uncounted > 0 ? `The endpoint gave no token count for ${count(uncounted)} replies; the sums leave them out.` : null,
    batched > 0 ? `${count(batched)} replies came by batch, at half the price.` : null,
    cachedInputTokens > 0
      ? `The endpoint had ${count(cachedInputTokens)} of ${count(inputTokens)} input tokens in its cache.`
      : null,
  ];
}

/** The cost of the study; null if it asked no model. */
export function costSection(study: Study): Section | null {
  if (study.runs.every(({ replies }) => replies.length === 0)) return null;
  return {
    id: 'cost',
    title: 'Cost',
    blocks: [
      text("Replies that arms share count in each arm: an arm's line is what it would cost on its own.", 'quiet'),
      ...namedRuns(study).flatMap(({ name, record }) => [
        ...texts(
          notesOf(record).map((note) => note && prefixed(name, note)),
          'note',
        ),
        ...costTables(record).map((table) => tableBlock({ ...table, caption: prefixed(name, table.caption) })),
      ]),
    ],
  };
}
