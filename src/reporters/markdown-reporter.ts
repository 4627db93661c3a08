import type { Reporter } from '../records/study.ts';
import { markdownSection } from './document-markdown.ts';
import { studyTitle } from './run-names.ts';
import { reportSections } from './sections/index.ts';
import { studyAlarms } from './sentences.ts';
import { markdownText } from './tables/markdown-text.ts';

/** `report.md`: the content of the page, for pull requests and papers' appendices. */
export const markdownReporter: Reporter = {
  name: 'markdown',
  file: 'report.md',
  summary: 'Arms, comparisons, tasks and run facts as text with tables.',
  render(study) {
    const sections = reportSections(study).map((section) => markdownSection(section, '##'));
    const alarms = studyAlarms(study).map((alarm) => `**${markdownText(alarm)}**\n`);
    return [`# ${markdownText(studyTitle(study))}\n`, ...alarms, ...sections].join('\n');
  },
};
