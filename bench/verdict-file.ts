import { readFileSync, writeFileSync } from 'node:fs';
import type { Verdict } from '../src/core/sandbox.ts';

/** Verdicts by task and candidate, one per test. */
export type VerdictTable = Map<string, readonly Verdict[]>;

export function saveVerdicts(file: string, table: VerdictTable): void {
  writeFileSync(file, JSON.stringify(Object.fromEntries(table)));
}

/**
 * The cells in which two runs differ, as lines to print, the number of all cells first.
 *
 * @throws Error when the runs are not of the same programs and tests.
 */
export function compareVerdicts(
  table: VerdictTable,
  file: string,
): { readonly cells: number; readonly lines: string[] } {
  const other = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Verdict[]>));
  const lines: string[] = [];
  let cells = 0;
  for (const [key, verdicts] of table) {
    const before = other.get(key);
    if (before?.length !== verdicts.length) throw new Error(`${file} has other cells for ${key}`);
    cells += verdicts.length;
    for (const [test, verdict] of verdicts.entries()) {
      if (verdict !== before[test]) lines.push(`${key}, test ${test}: ${verdict} here, ${before[test]} there`);
    }
  }
  if (other.size !== table.size) throw new Error(`${file} has ${other.size} programs, not ${table.size}`);
  return { cells, lines };
}
