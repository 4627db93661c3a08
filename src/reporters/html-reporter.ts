import type { Reporter } from '../records/study.ts';
import { page } from './html/page.ts';
import { pageSection } from './html/section-markup.ts';
import { taskPages } from './html/task-page.ts';
import { reportSections } from './sections/index.ts';

/**
 * `report.html`: one page without network, fonts or other files. The report is plain HTML; the view of each task is
 * packed in a script element of its own and unpacked only when it is opened, so that large studies open fast.
 */
export const htmlReporter: Reporter = {
  name: 'html',
  file: 'report.html',
  summary: 'A page to read: arms, robustness, mutations, tasks, prompt diffs, matrices, picks and cost.',
  render: (study) => page(study, reportSections(study).map(pageSection), taskPages(study)).markup,
};
