import type { Reporter } from '../records/study.ts';
import { studyTitle } from './names.ts';
import { paperTables } from './sections/index.ts';
import { latexDocument } from './tables/latex.ts';

/** `tables.tex`: the tables of the report as one document that compiles. */
export const latexReporter: Reporter = {
  name: 'latex',
  file: 'tables.tex',
  summary: 'The tables of the report for a paper, without those of single tasks, calls, cost and settings.',
  render: (study) => latexDocument(studyTitle(study), paperTables(study)),
};
