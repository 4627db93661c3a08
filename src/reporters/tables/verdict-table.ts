import type { Verdict } from '../../core/sandbox.ts';
import type { Table } from './table.ts';

/** Signs of verdicts with their meaning. */
const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓ pass',
  fail: '✗ fail',
  error: 'E error',
  timeout: 'T timeout',
  'out-of-memory': 'M out of memory',
  'not-run': '· not run',
};

const verdictSign = (verdict: Verdict | undefined): string => VERDICT_SIGNS[verdict ?? 'not-run'].slice(0, 1);

interface TestRow {
  /** The test and its own facts. */
  readonly cells: readonly string[];
  /** Of each program. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** Every program or patch on every test, a test per row; @param note explains the other columns */
export function verdictTable(note: string, head: readonly string[], rows: readonly TestRow[]): Table {
  return {
    id: 'matrix',
    caption: 'Verdicts',
    note: `${Object.values(VERDICT_SIGNS).join(', ')}. ${note}`,
    head,
    rows: rows.map(({ cells, verdicts }) => [...cells, ...verdicts.map(verdictSign)]),
  };
}
