import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, DatasetError, nearestName } from '../core/errors.ts';
import type { RawRecord } from '../core/raw-record.ts';
import type { Task } from '../core/task.ts';
import { packageRoot } from '../package-root.ts';
import type { DatasetFormat, LoadedDataset, ReadOptions } from './dataset-format.ts';
import { plainFormat } from './formats/plain-format.ts';
import { bundledDatasets, datasetFormats } from './index.ts';
import { appsFolder } from './reading/apps-folder.ts';
import { sha256Of } from './reading/read-file.ts';
import { isCsvFile, readRecords } from './reading/read-records.ts';

/** A task set with the fields that a run records. */
export interface NamedDataset extends LoadedDataset {
  /** The bundled set's name, or the file's. */
  readonly name: string;
  /** Of the bytes as they are stored, of all files of a folder; in hex. */
  readonly sha256: string;
  /** Set where the file is a table and not JSON. */
  readonly table?: true;
}

/** The file of a bundled set, or the path itself. @throws ConfigError `dataset-unknown` */
export function datasetFile(nameOrPath: string): string {
  const bundled = Object.hasOwn(bundledDatasets, nameOrPath) ? bundledDatasets[nameOrPath] : undefined;
  if (bundled !== undefined) return join(packageRoot(), bundled);
  if (/[/\\.]/.test(nameOrPath) || existsSync(nameOrPath)) return nameOrPath;
  const nearest = nearestName(nameOrPath, Object.keys(bundledDatasets));
  throw new ConfigError('dataset-unknown', `there is no bundled task set and no file named "${nameOrPath}"`, {
    hint: `${nearest === null ? 'Name a task file.' : `Did you mean "${nearest}"?`} \`mutagree datasets\` lists the task sets.`,
  });
}

/** The fields that the nearest format requires and the record lacks, or the sufficient ones. */
function likelyFields(found: readonly string[]): string {
  const missingOf = ({ fields = [] }: DatasetFormat) => fields.filter((field) => !found.includes(field));
  const share = (format: DatasetFormat) => missingOf(format).length / (format.fields?.length ?? 0);
  const nearest = datasetFormats.reduce<DatasetFormat>((a, b) => (share(b) < share(a) ? b : a), plainFormat);
  const renamed = missingOf(nearest).flatMap((field) => {
    const near = nearestName(field, found);
    return near === null ? [] : ` is "${near}" its "${field}"?`;
  });
  const lacks = missingOf(nearest).map((field) => `"${field}"`);
  return [
    `A ${nearest.title} record has ${nearest.fields?.join(', ')}; this one lacks ${lacks.join(', ')}`,
    `${renamed.length > 0 ? `:${renamed.join('')}` : '.'} \`mutagree datasets\` lists the formats;`,
    ' {"id", "prompt"} is enough for mutate.',
  ].join('');
}

const recogniserOf = ({ value }: RawRecord): DatasetFormat | undefined =>
  datasetFormats.find((each) => each.recognises(value));

/** The format of a file, by its first record. @throws DatasetError */
function formatOf(records: readonly RawRecord[]): DatasetFormat {
  const first = records[0] as RawRecord;
  const format = recogniserOf(first);
  if (!format) {
    const found = Object.keys(first.value);
    const problem = `is of no known task format; its fields: ${found.slice(0, 12).join(', ') || 'none'}`;
    throw new DatasetError('dataset-format-unknown', first, problem, { hint: likelyFields(found) });
  }
  const other = records.find((raw) => !format.recognises(raw.value) && recogniserOf(raw));
  if (!other) return format;
  const problem = `is a ${recogniserOf(other)?.name} record, but the file began as ${format.name}`;
  throw new DatasetError('dataset-format-mixed', other, problem, { hint: 'Keep one format per file.' });
}

function requirePromptChoice({ title, prompts = [] }: DatasetFormat, { prompt }: ReadOptions): void {
  if (prompt === undefined || prompts.includes(prompt)) return;
  const hint = prompts.length === 0 ? 'Leave --prompt out.' : `Choose ${prompts.join(' or ')}.`;
  throw new ConfigError('prompt-choice', `${title} records have no ${prompt} prompt`, { hint });
}

function requireDistinctIds(tasks: readonly Task[], records: readonly RawRecord[]): void {
  const lineOf = new Map<string, number>();
  for (const [at, { id }] of tasks.entries()) {
    const raw = records[at] as RawRecord;
    const problem = `repeats the id "${id}" of line ${lineOf.get(id)}`;
    const hint = 'Give every task its own id.';
    if (lineOf.has(id)) throw new DatasetError('dataset-duplicate-id', raw, problem, { hint });
    lineOf.set(id, raw.line);
  }
}

/**
 * Reads a bundled task set, or a task file (JSONL, a JSON list, CSV; also gzipped) or folder of APPS in any format.
 *
 * @throws ConfigError `dataset-unknown` or `prompt-choice`; DatasetError naming file, line and field
 */
export async function readDataset(nameOrPath: string, options: ReadOptions = {}): Promise<NamedDataset> {
  const file = datasetFile(nameOrPath);
  const records = (await appsFolder(file)) ?? (await readRecords(file));
  const format = formatOf(records);
  requirePromptChoice(format, options);
  const loaded = format.load(records, options);
  requireDistinctIds(loaded.tasks, records);
  return {
    name: Object.hasOwn(bundledDatasets, nameOrPath) ? nameOrPath : basename(file),
    sha256: await sha256Of([file]),
    format: format.name,
    ...(isCsvFile(file) ? { table: true as const } : {}),
    ...loaded,
    records: records.map(({ value }) => value),
    ...(options.keepSources ? { sources: records.map(({ value, text }) => text ?? JSON.stringify(value)) } : {}),
  };
}

/** Refuses tasks without official tests before a model is asked. @throws ConfigError `official-tests-missing` */
export function requireOfficialTests({ name, oracles }: NamedDataset, tasks: readonly Task[]): void {
  const without = tasks.find(({ id }) => !oracles.has(id));
  if (!without) return;
  throw new ConfigError('official-tests-missing', `task "${without.id}" of ${name} has no official tests`, {
    hint: 'Use a task file with official tests, or leave the task out with --tasks.',
  });
}
