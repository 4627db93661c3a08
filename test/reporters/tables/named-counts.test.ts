import { expect, test } from 'vitest';
import { paperTables } from '../../../src/reporters/sections/index.ts';
import { cellText, type Table } from '../../../src/reporters/tables/table.ts';
import { syntheticStudy } from '../../fakes/synthetic-study.ts';

/** Columns that say over how many the row is. */
const COUNTED =
  /^(tasks.*|on tasks|of|N|n|pairs|programs|tests|cells|methods|rewrites|runs|models|applicable|solved|samples|calls)$/;
const SAID = /\d[\d,]* (tasks|failing samples|pairs|programs|samples|labels|methods)|samples \(\d/;

/** Whether a reader learns over how many the figures are: from a column, a cell such as `3/48`, or the note. */
function namesItsCount({
  head,
  note,
  rows,
}: Pick<Table, 'head' | 'note'> & { readonly rows: readonly (readonly string[])[] }) {
  return (
    head.some((name) => COUNTED.test(name)) ||
    SAID.test(note) ||
    rows.some((row) => row.some((cell) => /^\d+ ?(\/|of) ?\d+/.test(cell)))
  );
}

test.each([1, 2])('every table of a study of %i models names its n', (models) => {
  const tables = paperTables(syntheticStudy({ models, repeats: 2, tasks: 6 }));
  expect(tables.length).toBeGreaterThan(3);
  const silent = tables
    .filter(({ rows }) => rows.length > 0)
    .filter((table) => !namesItsCount({ ...table, rows: table.rows.map((row) => row.map(cellText)) }));
  expect(silent.map(({ id }) => id)).toEqual([]);
});
