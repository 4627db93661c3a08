import { DatasetError } from '../core/errors.ts';
import type { RawRecord } from '../core/raw-record.ts';
import { type Codebook, labelNamed, labelsProblem } from './codebook.ts';
import type { LabelItem, RaterSheet, Rating, Suggestion } from './rating.ts';

/** A row of a spreadsheet, by column. */
export type SheetRow = Readonly<Record<string, string>>;

/** Spreadsheets cut cells that are longer. */
const CELL_CHARACTERS = 32_000;

/** Returns text that no spreadsheet takes for a formula, nor refuses for its length. */
export function shownText(text: string): string {
  const cut = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)} […]` : text;
  return /^[=+\-@\t\r]/.test(cut) ? `'${cut}` : cut;
}

const columnOf = (title: string) => title.toLowerCase();

/**
 * The rows of a rater's sheet: `id`, `labels` (several separated by ";"), `note`, then what is shown.
 *
 * @param suggestions shown in a column of their own; none by default, so that raters decide for themselves
 */
export function sheetRows(
  items: readonly LabelItem[],
  ratings: ReadonlyMap<string, Rating> = new Map(),
  suggestions: ReadonlyMap<string, Suggestion> | null = null,
): SheetRow[] {
  const titles = [...new Set(items.flatMap(({ parts }) => parts.map(({ title }) => columnOf(title))))];
  return items.map(({ id, parts }) => {
    const rating = ratings.get(id);
    const shown = new Map(parts.map(({ title, text }) => [columnOf(title), shownText(text)]));
    const suggested = suggestions?.get(id)?.labels[0]?.name ?? '';
    return {
      id,
      labels: (rating?.labels ?? []).join('; '),
      note: rating?.note ?? '',
      ...(suggestions ? { suggested } : {}),
      ...Object.fromEntries(titles.map((title) => [title, shown.get(title) ?? ''])),
    };
  });
}

function textAt({ value, file, line }: RawRecord, field: string, required: boolean): string {
  const text = value[field];
  if (text === undefined || text === null || text === '') {
    if (!required) return '';
    throw new DatasetError('labels-field', { file, line, field }, text === undefined ? 'is missing' : 'is empty', {
      hint: 'A rater\'s sheet has the columns "id", "labels" and, if there is more to say, "note" (and "rater").',
    });
  }
  return String(text);
}

/** Labels as a rater writes them: names in any case or codes, separated by ";". @throws DatasetError */
export function readLabels(record: RawRecord, field: string, codebook: Codebook): string[] {
  const { file, line } = record;
  const texts = textAt(record, field, false)
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const names = texts.map((text) => {
    const name = labelNamed(codebook, text);
    if (name !== null) return name;
    throw new DatasetError(
      'label-unknown',
      { file, line, field },
      `names "${text}", which is not a label of ${codebook.name}`,
      {
        hint: `Labels are ${codebook.labels.map((each) => each.name).join('; ')}.`,
      },
    );
  });
  const problem = labelsProblem(codebook, names);
  if (problem === null) return names;
  throw new DatasetError('labels-several', { file, line, field }, problem, {
    hint: 'Leave one of them, or each once.',
  });
}

/**
 * The ratings in the records of one file: of one rater by the file's name, or of several by a column `rater`.
 *
 * @param fallback the rater where the file has no such column
 * @throws DatasetError for a label that the codebook does not have, or an item that a rater labels twice
 */
export function readRatings(records: readonly RawRecord[], codebook: Codebook, fallback: string): RaterSheet[] {
  const sheets = new Map<string, Map<string, Rating>>();
  for (const record of records) {
    const rater = textAt(record, 'rater', false).trim() || fallback;
    const id = textAt(record, 'id', true);
    if (!('labels' in record.value)) textAt(record, 'labels', true);
    const ratings = sheets.get(rater) ?? new Map<string, Rating>();
    sheets.set(rater, ratings);
    if (ratings.has(id)) {
      const { file, line } = record;
      throw new DatasetError('label-twice', { file, line, field: 'id' }, `repeats "${id}" for rater ${rater}`, {
        hint: 'Leave one row for each item and rater.',
      });
    }
    ratings.set(id, { id, labels: readLabels(record, 'labels', codebook), note: textAt(record, 'note', false) });
  }
  return [...sheets].map(([rater, ratings]) => ({ rater, ratings: [...ratings.values()] }));
}
