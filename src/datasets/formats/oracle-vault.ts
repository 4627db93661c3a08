import type { z } from 'zod';
import { MutagreeError } from '../../core/errors.ts';
import type { Oracle, OracleVault } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import type { DatasetFormat, ReadOptions } from '../dataset-format.ts';
import { parseRecord } from '../reading/parse-record.ts';

/** A vault over oracles in memory. */
function oracleVault(oracles: Iterable<Oracle>): OracleVault {
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

/** A record's task, and its official tests where it has some. */
interface LoadedTask {
  readonly task: Task;
  readonly oracle: Oracle | null;
}

/** Reads a file record by record. */
export const loadEach =
  (read: (raw: RawRecord, options: ReadOptions) => LoadedTask): DatasetFormat['load'] =>
  (records, options = {}) => {
    const loaded = records.map((raw) => read(raw, options));
    return {
      tasks: loaded.map(({ task }) => task),
      oracles: oracleVault(loaded.flatMap(({ oracle }) => oracle ?? [])),
    };
  };

/** Reads a file whose records are as `schema` describes them. */
export const loadRecords = <Schema extends z.ZodType>(
  schema: Schema,
  read: (fields: z.output<Schema>, raw: RawRecord, options: ReadOptions) => LoadedTask,
): DatasetFormat['load'] => loadEach((raw, options) => read(parseRecord(schema, raw), raw, options));
