import { costAccount } from '../../analysis/cost/cost-account.ts';
import type { CostLine, CostSum } from '../../records/report/run-schema.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { count, usdText } from '../figures.ts';
import type { Table, TableCell } from './table.ts';

const usd = ({ usd: value, replies }: CostSum): TableCell =>
  replies === 0 ? null : value === null ? 'price not known' : usdText(value);

const row = ({ name, paid, cached }: CostLine): TableCell[] => [
  name,
  count(paid.replies),
  count(paid.inputTokens),
  count(paid.outputTokens),
  usd(paid),
  count(cached.replies),
  count(cached.inputTokens + cached.outputTokens),
  usd(cached),
];

/** The cost of a run by stage, arm and mutator. */
export function costTables(record: RunRecord): readonly Table[] {
  const { total, byStage, byArm, byMutator } = costAccount(record);
  const parts = [
    ['stage', [...byStage, total]],
    ['arm', byArm],
    ['mutator', byMutator],
  ] as const;
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([by, lines]) => ({
      id: `cost-by-${by}`,
      caption: `Cost by ${by}`,
      note: 'Replies, tokens and USD: those paid for, and those replayed at the price they would have had.',
      head: [by, 'paid', 'tokens in', 'tokens out', 'USD', 'replayed', 'their tokens', 'would be USD'],
      rows: lines.map(row),
    }));
}
