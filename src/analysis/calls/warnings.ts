import { countsOf } from '../../core/counts-of.ts';
import type { Warning } from '../../records/report/warnings-schema.ts';
import type { EfficiencyRecord, RunRecord } from '../../records/run-record.ts';

const commonest = (reasons: readonly string[]) => [...countsOf(reasons)].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';

const unmeasured = ({ measures, problem }: EfficiencyRecord) =>
  measures ? [] : [problem ?? 'passes, but not while measured'];

/** Returns the warnings that a reader of a run must see with its figures; empty if all went well. */
export function warningsOf(record: RunRecord): readonly Warning[] {
  const { matrices, official, fatalCells = [], referenceVerdicts = [], efficiency = [] } = record;
  const cells = matrices.reduce((sum, { candidates, tests }) => sum + candidates.length * tests.length, 0);
  const found: readonly (readonly [Warning['kind'], readonly string[], of: number])[] = [
    ['fatal-generated', fatalCells.flatMap(({ reasons }) => reasons), cells],
    ['fatal-official', official.flatMap(({ fatal }) => fatal ?? []), official.length],
    ['reference', referenceVerdicts.flatMap(({ problem }) => problem ?? []), referenceVerdicts.length],
    ['efficiency', efficiency.flatMap(unmeasured), efficiency.length],
  ];
  return found.flatMap(([kind, reasons, of]) =>
    reasons.length === 0 ? [] : [{ kind, count: reasons.length, of, reason: commonest(reasons) }],
  );
}
