import { DatasetError } from '../../core/errors.ts';
import { datasetFile, readDataset } from '../../datasets/read-dataset.ts';
import { csvRecords, csvText, isCsvFile } from '../../datasets/reading/csv-records.ts';
import { jsonRecords } from '../../datasets/reading/json-records.ts';
import { readBytes } from '../../datasets/reading/read-bytes.ts';
import { respell } from '../../datasets/renaming/respell.ts';
import type { Codebook } from '../../labels/codebook.ts';
import { labelFields } from '../../labels/join-labels.ts';
import { writeText, writeTextLines } from '../../store/write-lines.ts';

/** Labels that go into a file. */
export interface JoinedLabels {
  readonly codebook: Codebook;
  /** By id; records without an entry, or with an empty one, stay as they are. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** More fields of the records that get labels. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

type Value = Readonly<Record<string, unknown>>;

/** A record with the id under which labels know it, and its JSON as the file spells it. */
interface Identified {
  readonly id: string;
  readonly value: Value;
  readonly source: string;
}

async function identified(file: string, { items }: Codebook): Promise<Identified[]> {
  if (items === 'tasks') {
    const { tasks, records, sources = [] } = await readDataset(file, { keepSources: true });
    return tasks.map(({ id }, at) => ({ id, value: records[at] ?? {}, source: sources[at] ?? '{}' }));
  }
  const { content } = await readBytes(file);
  const records = isCsvFile(file) ? csvRecords(content, file) : jsonRecords(content, file);
  return records.map(({ value, text }) => ({
    id: String(value['id'] ?? ''),
    value,
    source: text ?? JSON.stringify(value),
  }));
}

/**
 * Writes the records of a file again with labels in the fields that the codebook names: a table as a table, JSON as one
 * object per line, in which other fields stand as they were spelled.
 *
 * @returns how many records got labels
 * @throws DatasetError where a label is of no record of the file; StoreError
 */
export async function joinIntoFile(
  file: string,
  target: string,
  { codebook, labels, beside = {} }: JoinedLabels,
): Promise<number> {
  const records = await identified(file, codebook);
  const known = new Set(records.map(({ id }) => id));
  const stray = [...labels.keys()].find((id) => !known.has(id));
  if (stray !== undefined) {
    throw new DatasetError('label-stray', { file }, `has no record "${stray}", which has labels`, {
      mend: 'Join the labels into the file that was labelled.',
    });
  }
  let joined = 0;
  const values = records.map(({ id, value }): Value => {
    const given = labels.get(id) ?? [];
    if (given.length === 0) return value;
    joined++;
    return { ...value, ...labelFields(codebook, given), ...beside };
  });
  if (isCsvFile(datasetFile(file))) {
    const fields = new Set(values.flatMap((value) => Object.keys(value)));
    await writeText(
      target,
      csvText(values.map((value) => Object.fromEntries([...fields].map((key) => [key, value[key]])))),
      'named',
    );
  } else {
    const lines = records.map(({ value, source }, at) => respell(source, value, values[at] ?? value));
    await writeTextLines(target, lines, 'named');
  }
  return joined;
}
