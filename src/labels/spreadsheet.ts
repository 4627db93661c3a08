import readXlsxFile from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { DatasetError } from '../core/errors.ts';
import type { RawRecord } from '../core/raw-record.ts';
import type { Codebook } from './codebook.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Widths in characters; what is shown gets the last one. */
const WIDTHS: Readonly<Record<string, number>> = { id: 24, labels: 28, note: 36, suggested: 24 };
const SHOWN_WIDTH = 90;

type Cells = { value: string; type: StringConstructor; wrap: true; alignVertical: 'top'; fontWeight?: 'bold' }[];

const textCells = (texts: readonly string[], isHead = false): Cells =>
  texts.map((value) => ({
    value,
    type: String,
    wrap: true,
    alignVertical: 'top',
    ...(isHead ? { fontWeight: 'bold' as const } : {}),
  }));

/** Whether a file is a workbook by its name. */
export const isWorkbook = (file: string): boolean => /\.xlsx$/i.test(file);

/** A workbook of two sheets: the rows to fill in, and the codebook beside them. */
export async function workbookBytes(rows: readonly SheetRow[], { question, labels }: Codebook): Promise<Uint8Array> {
  const columns = Object.keys(rows[0] ?? {});
  const book = [
    ['label', 'code', 'when'],
    ...labels.map(({ name, code, definition }) => [name, `${code ?? ''}`, definition]),
  ];
  const workbook = writeXlsxFile([
    {
      sheet: 'labels',
      data: [textCells(columns, true), ...rows.map((row) => textCells(columns.map((column) => row[column] ?? '')))],
      columns: columns.map((column) => ({ width: WIDTHS[column] ?? SHOWN_WIDTH })),
      stickyRowsCount: 1,
    },
    {
      sheet: 'codebook',
      data: [textCells([question], true), ...book.map((row, at) => textCells(row, at === 0))],
      columns: [{ width: 40 }, { width: 8 }, { width: 90 }],
    },
  ]);
  return workbook.toBuffer();
}

/** The rows of a workbook's first sheet, by the names in its first row. @throws DatasetError `file-workbook`, `file-empty` */
export async function workbookRecords(bytes: Uint8Array, file: string): Promise<RawRecord[]> {
  const sheets = await readXlsxFile(Buffer.from(bytes)).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatasetError('file-workbook', { file }, `is not a workbook that can be read: ${reason}`, {
      mend: 'Save it as .xlsx or as .csv.',
      cause,
    });
  });
  const [head, ...rows] = sheets[0]?.data ?? [];
  const names = (head ?? []).map((cell) => String(cell ?? '').trim());
  const records = rows.flatMap((row, at): RawRecord[] => {
    const value = Object.fromEntries(
      names.flatMap((name, column) =>
        name === '' ? [] : [[name, row[column] === null || row[column] === undefined ? '' : String(row[column])]],
      ),
    );
    return Object.values(value).every((text) => text === '') ? [] : [{ value, file, line: at + 2 }];
  });
  if (records.length > 0) return records;
  throw new DatasetError('file-empty', { file }, 'is empty', {
    mend: 'Its first sheet needs a row of names and a row per item.',
  });
}
