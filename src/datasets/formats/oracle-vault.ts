import { MutagreeError } from '../../core/errors.ts';
import type { Oracle, OracleVault } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';

/** A vault over oracles in memory. */
export function oracleVault(oracles: Iterable<Oracle>): OracleVault {
  return lazyOracleVault(new Map([...oracles].map((oracle) => [oracle.taskId, () => oracle])));
}

/** A vault over oracles that are made when they are opened, since they are too large to hold all of them. */
export function lazyOracleVault(byTask: ReadonlyMap<string, () => Oracle>): OracleVault {
  return {
    has: (taskId) => byTask.has(taskId),
    open(taskId) {
      const oracle = byTask.get(taskId)?.();
      if (!oracle) {
        throw new MutagreeError('oracle-missing', `task "${taskId}" has no official tests`, {
          hint: 'Use a task file with official tests to evaluate.',
        });
      }
      return oracle;
    },
  };
}

/** Tasks and the official tests of those that have some, record by record. */
export function loadEach(
  records: readonly RawRecord[],
  load: (raw: RawRecord) => { readonly task: Task; readonly oracle: Oracle | null },
): { readonly tasks: readonly Task[]; readonly oracles: OracleVault } {
  const loaded = records.map(load);
  return {
    tasks: loaded.map(({ task }) => task),
    oracles: oracleVault(loaded.flatMap(({ oracle }) => oracle ?? [])),
  };
}
