import { expect, it } from 'vitest';
import { studyOf } from '../../../src/records/study.ts';
import { groupTables } from '../../../src/reporters/tables/pass-rate-tables.ts';
import { smallRun } from '../../fakes/small-run.ts';

const run = smallRun({
  one: { original: [true, false], labels: { stage: 'Training', mlTask: 'General' }, date: '2024-10-02' },
  two: { original: [false, false], labels: { stage: 'Inference', mlTask: 'General' }, date: '2023-01-02' },
});
const tablesOf = (format: string) =>
  groupTables(studyOf({ ...run, manifest: { ...run.manifest, dataset: { ...run.manifest.dataset, format } } }));

it('there is a table for each axis that the tasks have, by date and month; a row is as long as its head', () => {
  const tables = tablesOf('mutagree');
  expect(tables.map(({ id }) => id)).toEqual(['by-stage', 'by-mltask', 'by-date', 'by-month']);
  for (const { head, rows } of tables) for (const row of rows) expect(row).toHaveLength(head.length);
  expect(JSON.stringify(tables)).not.toContain('[P1]');
});

it('rows of DL-Bench count their tasks and quote the paper as printed', () => {
  const tables = tablesOf('dl-bench');
  const rowOf = (id: string, name: string) =>
    tables.find((table) => table.id === id)?.rows.find((row) => row[0] === name) ?? [];
  const training = rowOf('by-stage', 'Training');
  expect(training[2]).toBe('1');
  expect(training[3]).toMatchObject({ value: 1, unit: 'percent' });
  expect(training[4]).toEqual({ value: 0.312, unit: 'percent' });
  const late = rowOf('by-date', 'after 2024-09-30');
  expect(late[2]).toBe('1');
  expect(late[4]).toEqual({ value: 0.305, unit: 'percent' });
});

it('tasks published on a day are not after it, and those without a date are in no window', () => {
  const dated = smallRun({
    a: { original: [true], date: '2024-01-31T23:00:00Z' },
    b: { original: [true], date: '2024-02-01' },
    c: { original: [true] },
  });
  const [byDate] = groupTables(studyOf(dated));
  expect(byDate?.rows.slice(0, 4).map(([name, , tasks]) => [name, tasks])).toEqual([
    ['any day', '2'],
    ['after 2023-10-31', '2'],
    ['after 2024-01-31', '1'],
    ['after 2024-05-31', '0'],
  ]);
});
