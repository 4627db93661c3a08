import type { Reporter } from '../records/study.ts';
import { tableBlock } from './document.ts';
import { markdownSection } from './document-markdown.ts';
import { exampleBlocks } from './sections/mutations-section.ts';
import { studyName, studyTables } from './tables/study-tables.ts';

/** `tables.md`: the same tables as `tables.tex`, with examples of what mutations do. */
export const markdownTablesReporter: Reporter = {
  name: 'markdown-tables',
  file: 'tables.md',
  summary: 'Every table of the study as text, with examples of what mutations do.',
  render: (study) => {
    const notes = study.heading?.notes;
    const blocks = [
      ...(notes === undefined ? [] : [{ kind: 'notes', text: notes } as const]),
      ...studyTables(study).map(tableBlock),
      ...exampleBlocks(study),
    ];
    return markdownSection({ title: studyName(study), blocks }, '#');
  },
};
