import type { OracleVault } from './oracle.ts';
import type { Task } from './task.ts';

export interface LoadedDataset {
  /** Format name of the adapter that read it. */
  readonly format: string;
  readonly tasks: readonly Task[];
  readonly oracles: OracleVault;
  /** The raw records, one a task, in file order, for writing a mutated copy in the same format. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** One line of a JSONL file (or one record of another format), with its place for error messages. */
export interface RawRecord {
  readonly value: Readonly<Record<string, unknown>>;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** How a record is rewritten for `--format dataset`: the mutated prompt and the renames to carry along. */
export interface RecordMutation {
  readonly promptText: string;
  /** old -> new */
  readonly renames: Readonly<Record<string, string>>;
}

/** One benchmark format: reads records into tasks and oracles, and writes mutated records back. Pure: no file access. */
export interface DatasetFormat {
  readonly name: string;
  readonly title: string;
  readonly source: { readonly title: string; readonly url: string; readonly licence?: string };
  /** Whether this format's fields are there; the first format of the registry that says yes reads the file. */
  recognises(value: Readonly<Record<string, unknown>>): boolean;
  /** @throws DatasetError naming file, line and field. */
  load(records: readonly RawRecord[]): Omit<LoadedDataset, 'format' | 'records'>;
  /** The record with its prompt replaced and entry point, examples, reference and official tests renamed along. */
  rewrite(value: Readonly<Record<string, unknown>>, mutation: RecordMutation): Record<string, unknown>;
}
