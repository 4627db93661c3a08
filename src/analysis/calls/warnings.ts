import { countsOf } from '../../core/counts-of.ts';
import type { Warning } from '../../records/report/warnings-schema.ts';
import type { RunRecord } from '../../records/run-record.ts';

/**
 * Failures of the machinery that did not end the run. `fatal-generated` and `fatal-official`: cells of generated tests,
 * and programs under the official tests, that cost the sandbox its process and count as errors. `reference`: tasks
 * whose reference could not be run on the generated tests. `efficiency`: programs that could not be measured.
 */
export type WarningKind = 'fatal-generated' | 'fatal-official' | 'reference' | 'efficiency';

const commonest = (reasons: readonly string[]) => [...countsOf(reasons)].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';

/** Returns the warnings that a reader of a run must see with its figures; empty if all went well. */
export function warningsOf(record: RunRecord): readonly Warning[] {
  const { matrices, official, fatalCells = [], referenceVerdicts = [], efficiency = [] } = record;
  const cells = matrices.reduce((sum, { candidates, tests }) => sum + candidates.length * tests.length, 0);
  const warning = (kind: WarningKind, reasons: readonly string[], of: number): readonly Warning[] =>
    reasons.length === 0 ? [] : [{ kind, count: reasons.length, of, reason: commonest(reasons) }];
  return [
    ...warning(
      'fatal-generated',
      fatalCells.flatMap(({ reasons }) => reasons),
      cells,
    ),
    ...warning(
      'fatal-official',
      official.flatMap(({ fatal }) => fatal ?? []),
      official.length,
    ),
    ...warning(
      'reference',
      referenceVerdicts.flatMap(({ problem }) => problem ?? []),
      referenceVerdicts.length,
    ),
    ...warning(
      'efficiency',
      efficiency.flatMap(({ measures, problem }) => (measures ? [] : [problem ?? 'passes, but not while measured'])),
      efficiency.length,
    ),
  ];
}
