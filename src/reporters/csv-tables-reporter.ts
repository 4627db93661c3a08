import type { Reporter } from '../records/study.ts';
import { csvTables } from './tables/csv.ts';
import { studyTables } from './tables/study-tables.ts';

/** `tables.csv`: every number of the tables with its interval, one per row. */
export const csvTablesReporter: Reporter = {
  name: 'csv-tables',
  file: 'tables.csv',
  summary: 'Every number of the tables with its interval, one per row.',
  render: (study) => csvTables(studyTables(study)),
};
