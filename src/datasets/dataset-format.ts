import type { OracleVault } from '../core/oracle.ts';
import type { PromptChoice, RawRecord, ShownTest } from '../core/raw-record.ts';
import type { Task } from '../core/task.ts';

export interface LoadedDataset {
  /** Format name of the adapter that read it. */
  readonly format: string;
  readonly tasks: readonly Task[];
  readonly oracles: OracleVault;
  /** The tasks' own solutions by id, also of tasks without official tests; absent where the file has none. */
  readonly references: ReadonlyMap<string, string>;
  /** The raw records, one per task, in file order, for writing a mutated copy in the same format. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** The records as the file spells them, where `ReadOptions.keepSources` asked for them. */
  readonly sources?: readonly string[];
}

export interface ReadOptions {
  /** The format's first choice by default. */
  readonly prompt?: PromptChoice;
  /** `first` by default; formats whose requests show none pass over it. */
  readonly shownTest?: ShownTest;
  /** Keep every record's own spelling, so that a copy of the file changes only the mutated parts. */
  readonly keepSources?: boolean;
}

/** How a record is rewritten for `--format dataset`: the mutated prompt and the renames (old -> new) to carry along. */
export interface RecordMutation {
  readonly promptText: string;
  readonly renames: Readonly<Record<string, string>>;
  /** The prompt that was mutated, where the format has several; the first choice by default. */
  readonly prompt?: PromptChoice;
}

/** The publication of a benchmark on GitHub, by `owner/name`. */
export const github = (title: string, licence?: string): DatasetFormat['source'] => ({
  title,
  url: `https://github.com/${title}`,
  ...(licence && { licence }),
});

/** One benchmark format: reads records into tasks and oracles, and writes mutated records back. Pure: no file access. */
export interface DatasetFormat {
  readonly name: string;
  readonly title: string;
  readonly source: { readonly title: string; readonly url: string; readonly licence?: string };
  /** Names of the fields that make a record, for the error about a record of no known format. */
  readonly fields?: readonly string[];
  /** The prompts that a record holds, the default one first; absent where there is one. */
  readonly prompts?: readonly PromptChoice[];
  /** Name of the container image (`mutagree images list`) that official tests need; undefined if Python suffices. */
  readonly image?: string;
  /** Whether the record has this format's fields; the first matching format of the registry reads the file. */
  recognises(value: Readonly<Record<string, unknown>>): boolean;
  /** @throws DatasetError naming file, line and field. */
  load(records: readonly RawRecord[], options?: ReadOptions): Omit<LoadedDataset, 'format' | 'records'>;
  /** The record with its prompt replaced and entry point, examples, reference and official tests renamed along. */
  rewrite(value: Readonly<Record<string, unknown>>, mutation: RecordMutation): Record<string, unknown>;
}
