import type { Reporter } from '../records/study.ts';
import { latexDocument } from './tables/latex.ts';
import { studyName, studyTables } from './tables/study-tables.ts';

/** `tables.tex`: the tables of ReCode's and DL-Bench's papers, as one document that compiles. */
export const latexReporter: Reporter = {
  name: 'latex',
  file: 'tables.tex',
  summary: 'Tables for a paper: by label, by date, over runs, robustness, what mutations do.',
  render: (study) => latexDocument(studyName(study), studyTables(study)),
};
