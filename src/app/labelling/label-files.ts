import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, DatasetError, unknownName } from '../../core/errors.ts';
import { datasetFile, readDataset } from '../../datasets/read-dataset.ts';
import { csvText, isCsvFile } from '../../datasets/reading/csv-records.ts';
import { readRecords } from '../../datasets/reading/read-records.ts';
import { respell } from '../../datasets/renaming/respell.ts';
import { type Codebook, codebookSchema } from '../../labels/codebook.ts';
import { labelFields } from '../../labels/join-labels.ts';
import type { LabelItem, RaterSheet } from '../../labels/rating.ts';
import { readRatings, type SheetRow } from '../../labels/sheet-rows.ts';
import { packageRoot } from '../../package-root.ts';
import { writeText, writeTextLines } from '../../store/write-lines.ts';
import type { FailedProgram } from '../../taxonomy/failed-program.ts';
import { readFailures } from '../classify-failures.ts';
import { readYaml } from '../settings/read-yaml.ts';
import type { SettingsOf } from '../settings/setting.ts';
import type { itemSettings } from '../settings/verb-settings.ts';

/** Codebooks that come with mutagree, as files of `data/codebooks`. */
export const CODEBOOKS = ['stage', 'ml-task', 'data-type', 'bug-kind'] as const;

const KIND = {
  what: 'codebook',
  hint: 'docs/dl-bench.md shows one; the bundled ones are stage, ml-task, data-type and bug-kind.',
};

/** A bundled codebook by name, or one of a YAML file. @throws ConfigError naming file and field */
export async function readCodebook(nameOrPath: string): Promise<Codebook> {
  const isBundled = (CODEBOOKS as readonly string[]).includes(nameOrPath);
  if (!isBundled && !/[/\\.]/.test(nameOrPath) && !existsSync(nameOrPath)) {
    throw unknownName('codebook', nameOrPath, CODEBOOKS);
  }
  const file = isBundled ? join(packageRoot(), 'data', 'codebooks', `${nameOrPath}.yaml`) : nameOrPath;
  const parsed = codebookSchema.safeParse(await readYaml(file, KIND));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ConfigError('codebook-invalid', `${file}${field === '' ? '' : ` field "${field}"`}: ${issue?.message}`, {
    hint: 'docs/dl-bench.md has the fields of a codebook.',
  });
}

const code = (title: string, text: string | null | undefined) => (text == null ? [] : [{ title, text, isCode: true }]);

function failureItem({ id, prompt, generated, reference, pytestOutput }: FailedProgram): LabelItem {
  const parts = [...code('Program', generated), ...code('Reference', reference), ...code('Test output', pytestOutput)];
  return { id, parts: [{ title: 'Prompt', text: prompt, isCode: false }, ...parts] };
}

async function taskItems(dataset: string): Promise<LabelItem[]> {
  const { tasks, records, oracles } = await readDataset(dataset);
  return tasks.map(({ id, prompt }, at) => {
    const own = records[at]?.['reference'];
    const known = (oracles.has(id) ? oracles.open(id).reference : undefined) ?? (typeof own === 'string' ? own : null);
    return { id, parts: [{ title: 'Prompt', text: prompt.text, isCode: false }, ...code('Reference', known)] };
  });
}

/** The items, each once: a file may hold a failure twice with labels of two people. @throws ConfigError `label-items` */
function distinctItems(items: readonly LabelItem[], file: string): LabelItem[] {
  const seen = new Map<string, string>();
  return items.filter(({ id, parts }) => {
    const known = seen.get(id);
    const own = JSON.stringify(parts);
    if (known !== undefined && known !== own) {
      throw new ConfigError('label-items', `${file} holds two different records with the id "${id}"`, {
        hint: 'Give each its own id, so that labels join.',
      });
    }
    seen.set(id, own);
    return known === undefined;
  });
}

/** The items that a codebook's raters look at. @throws ConfigError if the file of the other kind is named; DatasetError */
export async function readItems(
  { name, items }: Codebook,
  { dataset, failures, references }: Omit<SettingsOf<typeof itemSettings>, 'codebook'>,
): Promise<readonly LabelItem[]> {
  const [file, other] = items === 'tasks' ? [dataset, failures] : [failures, dataset];
  if (file === undefined || other !== undefined) {
    throw new ConfigError('label-items', `the codebook ${name} labels ${items}`, {
      hint:
        items === 'tasks'
          ? 'Name a task file or a bundled set.'
          : 'Name a file of failures: id, prompt, generated, pytest_output.',
    });
  }
  if (items === 'tasks') return taskItems(file);
  const read = await readFailures(file, { references });
  return distinctItems(
    read.map(({ failure }) => failureItem(failure)),
    file,
  );
}

/** Columns of the file of conflicts, in which every rater has one, too. */
const TAKEN = new Set(['id', 'settled', 'settled_note']);

/** All ratings of some files; every rater once. @throws ConfigError `rater-twice`; DatasetError */
export async function readRaterFiles(files: readonly string[], codebook: Codebook): Promise<RaterSheet[]> {
  const sheets: RaterSheet[] = [];
  for (const file of files) {
    // Who labelled a file is in its name, or in a column.
    const name = basename(file).replace(/\.(?:csv|jsonl?)(?:\.gz)?$/i, '');
    for (const sheet of readRatings(await readRecords(file), codebook, name)) {
      if (TAKEN.has(sheet.rater)) {
        throw new ConfigError('rater-name', `${file}: a rater cannot be called "${sheet.rater}"`, {
          hint: 'Give the file, or the rater in it, another name.',
        });
      }
      if (sheets.some(({ rater }) => rater === sheet.rater)) {
        throw new ConfigError('rater-twice', `${file} is a second file of the rater "${sheet.rater}"`, {
          hint: 'Give files names of their own, or a column "rater".',
        });
      }
      sheets.push(sheet);
    }
  }
  return sheets;
}

/** Writes rows as a CSV table, whole or not at all. @throws StoreError */
export const writeSheet = (file: string, rows: readonly SheetRow[]): Promise<void> =>
  writeText(file, csvText(rows), 'named');

/** Refuses to write over what a rater may have filled in. @throws ConfigError `sheet-exists` */
export function refuseExisting(file: string): void {
  if (!/\.csv$/i.test(file)) {
    throw new ConfigError('sheet-kind', `${file} is not a .csv file by its name`, { hint: 'End it in .csv.' });
  }
  if (!existsSync(file)) return;
  throw new ConfigError('sheet-exists', `${file} is there already, and may hold labels`, {
    hint: 'Name another file, or move that one away.',
  });
}

/** Labels that go into a file. */
export interface JoinedLabels {
  readonly codebook: Codebook;
  /** By id; records without an entry, or with an empty one, stay as they are. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** More fields of the records that get labels. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The records of a file with the ids under which labels know them, and their JSON as the file spells it. */
async function identified(file: string, { items }: Codebook) {
  if (items === 'tasks') {
    const { tasks, records, sources = [] } = await readDataset(file, { keepSources: true });
    return tasks.map(({ id }, at) => ({ id, value: records[at] ?? {}, source: sources[at] ?? '{}' }));
  }
  return (await readRecords(file)).map(({ value, text }) => {
    return { id: String(value['id'] ?? ''), value, source: text ?? JSON.stringify(value) };
  });
}

/**
 * Writes the records of a file again with labels in the fields that the codebook names: a table as a table, JSON as one
 * object per line, in which other fields stand as they were spelled.
 *
 * @returns how many records got labels
 * @throws DatasetError if a label is of no record of the file; StoreError
 */
export async function joinIntoFile(file: string, target: string, joined: JoinedLabels): Promise<number> {
  const { codebook, labels, extra = {} } = joined;
  const records = await identified(file, codebook);
  const known = new Set(records.map(({ id }) => id));
  const stray = [...labels.keys()].find((id) => !known.has(id));
  if (stray !== undefined) {
    throw new DatasetError('label-stray', { file }, `has no record "${stray}", which has labels`, {
      hint: 'Join the labels into the file that was labelled.',
    });
  }
  const labelled = records.filter(({ id }) => (labels.get(id) ?? []).length > 0);
  const values = records.map((record): Readonly<Record<string, unknown>> => {
    if (!labelled.includes(record)) return record.value;
    return { ...record.value, ...labelFields(codebook, labels.get(record.id) ?? []), ...extra };
  });
  if (isCsvFile(datasetFile(file))) {
    const fields = [...new Set(values.flatMap((value) => Object.keys(value)))];
    const rows = values.map((value) => Object.fromEntries(fields.map((key) => [key, value[key]])));
    await writeText(target, csvText(rows), 'named');
  } else {
    const lines = records.map(({ value, source }, at) => respell(source, value, values[at] ?? value));
    await writeTextLines(target, lines, 'named');
  }
  return labelled.length;
}
