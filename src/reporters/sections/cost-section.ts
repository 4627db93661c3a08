import { type CostLine, type CostSum, costAccount } from '../../analysis/cost/cost-account.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { type Section, tableBlock, text, texts } from '../document.ts';
import { count, usdText } from '../figures.ts';
import { namedRuns, prefixed } from '../names.ts';
import { numberCell, type Table, type TableCell } from '../tables/table.ts';

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

const usd = ({ usd: value, replies }: CostSum): TableCell =>
  replies === 0 ? null : value === null ? 'unknown price' : usdText(value);

/** The cost of a run by stage, arm and mutator. */
function costTable(record: RunRecord): Table {
  const { total, byStage, byArm, byMutator } = costAccount(record);
  const row = (by: string, { name, paid, cached }: CostLine): TableCell[] => [
    name,
    by,
    numberCell(paid.replies, 'count'),
    numberCell(paid.inputTokens, 'count'),
    numberCell(paid.outputTokens, 'count'),
    usd(paid),
    numberCell(cached.replies, 'count'),
    numberCell(cached.inputTokens + cached.outputTokens, 'count'),
    usd(cached),
  ];
  return {
    id: 'cost',
    caption: 'Cost by stage, arm and mutator',
    note: 'Paid: replies that this run paid for. Replayed: replies of recordings, with the price that they would have had.',
    head: ['name', 'kind', 'paid', 'tokens in', 'tokens out', 'USD', 'replayed', 'replayed tokens', 'replayed USD'],
    rows: [
      row('run', total),
      ...byStage.map((line) => row('stage', line)),
      ...byArm.map((line) => row('arm', line)),
      ...byMutator.map((line) => row('mutator', line)),
    ],
  };
}

/** The cost of the study; null if it asked no model. */
export function costSection(study: Study): Section | null {
  if (study.runs.every(({ replies }) => replies.length === 0)) return null;
  return {
    id: 'cost',
    title: 'Cost',
    blocks: [
      text('Replies that arms share count in each arm: the row of an arm is its cost on its own.', 'quiet'),
      ...namedRuns(study).flatMap(({ name, record }) => {
        const table = costTable(record);
        return [
          ...texts(
            notesOf(record).map((note) => note && prefixed(name, note)),
            'note',
          ),
          tableBlock({ ...table, caption: prefixed(name, table.caption) }),
        ];
      }),
    ],
  };
}
