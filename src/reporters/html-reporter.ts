import type { Reporter, Study } from '../records/study.ts';
import { page } from './html/page.ts';
import { pageSection } from './html/section-markup.ts';
import { runParts, type TaskPageData, taskPageData } from './html/task-page-data.ts';
import { studyTasks, taskSection } from './html/task-table.ts';
import { reportSections } from './sections/index.ts';

function* taskPages(study: Study): Generator<TaskPageData> {
  const parts = study.runs.map(runParts);
  for (const task of studyTasks(study)) yield taskPageData(task, parts);
}

/**
 * `report.html`: one page without network, fonts or other files. The report is plain HTML; each task's data are packed
 * in a script element of their own and unpacked only when its view is opened, so that large studies open fast.
 */
export const htmlReporter: Reporter = {
  name: 'html',
  file: 'report.html',
  summary: 'A page to read: arms, robustness, mutations, tasks, prompt diffs, matrices, picks and cost.',
  render(study) {
    const sections = reportSections(study).map((section) =>
      section.id === 'tasks' ? { id: 'tasks', name: section.title, markup: taskSection(study) } : pageSection(section),
    );
    return page({ study, sections, tasks: taskPages(study) }).markup;
  },
};
