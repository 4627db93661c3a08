import type { Reporter } from '../records/study.ts';
import { notesText } from './notes.ts';
import { taxonomyExamplesText } from './tables/examples-text.ts';
import { markdownTable } from './tables/markdown.ts';
import { markdownText } from './tables/markdown-text.ts';
import { studyName, studyTables } from './tables/study-tables.ts';

/** `tables.md`: the same tables as `tables.tex`, with examples of what mutations do. */
export const markdownTablesReporter: Reporter = {
  name: 'markdown-tables',
  file: 'tables.md',
  summary: 'Every table of the study as text, with examples of what mutations do.',
  render: (study) =>
    [
      `# ${markdownText(studyName(study))}`,
      '',
      ...notesText(study),
      ...studyTables(study).map(markdownTable),
      taxonomyExamplesText(study),
    ].join('\n'),
};
