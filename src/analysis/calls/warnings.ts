import { countsOf } from '../../core/counts-of.ts';
import type { EfficiencyRecord, RunRecord } from '../../records/run-record.ts';

const commonest = (reasons: readonly string[]) => [...countsOf(reasons)].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';

const unmeasured = ({ measures, problem }: EfficiencyRecord) =>
  measures ? [] : [problem ?? 'passes, but not while measured'];

/**
 * `fatal-generated` and `fatal-official`: cells of generated tests, and programs under the official tests, that cost the
 * sandbox its process and count as errors. `reference`: tasks whose reference could not be run on the generated tests.
 * `efficiency`: programs that could not be measured.
 */
type WarningKind = 'fatal-generated' | 'fatal-official' | 'reference' | 'efficiency';

/** Returns the warnings that a reader of a run must see with its figures; empty if all went well. */
export function warningsOf(record: RunRecord) {
  const { matrices, official, fatalCells = [], referenceVerdicts = [], efficiency = [] } = record;
  const cells = matrices.reduce((sum, { candidates, tests }) => sum + candidates.length * tests.length, 0);
  const found: readonly (readonly [WarningKind, readonly string[], of: number])[] = [
    ['fatal-generated', fatalCells.flatMap(({ reasons }) => reasons), cells],
    ['fatal-official', official.flatMap(({ fatal }) => fatal ?? []), official.length],
    ['reference', referenceVerdicts.flatMap(({ problem }) => problem ?? []), referenceVerdicts.length],
    ['efficiency', efficiency.flatMap(unmeasured), efficiency.length],
  ];
  return found.flatMap(([kind, reasons, of]) =>
    reasons.length === 0 ? [] : [{ kind, count: reasons.length, of, reason: commonest(reasons) }],
  );
}

export type Warning = ReturnType<typeof warningsOf>[number];
