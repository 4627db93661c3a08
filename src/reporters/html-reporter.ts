import type { Reporter, Study } from '../records/study.ts';
import { attributionSection } from './html/attribution-section.ts';
import { callsSection } from './html/calls-section.ts';
import { confidenceSection } from './html/confidence-section.ts';
import { costSection } from './html/cost-section.ts';
import { crossedSection } from './html/crossed-section.ts';
import { failuresSection } from './html/failures-section.ts';
import { modelsSection } from './html/models-section.ts';
import { notesSection } from './html/notes-section.ts';
import { overview, runSection } from './html/overview.ts';
import { type PageSection, page } from './html/page.ts';
import { robustnessSection } from './html/robustness-section.ts';
import { runParts, type TaskPageData, taskPageData } from './html/task-page-data.ts';
import { studyTasks, taskSection } from './html/task-table.ts';
import { taxonomySection } from './html/taxonomy-section.ts';

function* taskPages(study: Study): Generator<TaskPageData> {
  const parts = study.runs.map(runParts);
  for (const task of studyTasks(study)) yield taskPageData(task, parts);
}

/**
 * `report.html`: one page without network, fonts or files beside it. The report is plain HTML; each task's data stand
 * packed in a script element of their own, unpacked only when its view is opened, so that large studies open fast.
 */
export const htmlReporter: Reporter = {
  name: 'html',
  file: 'report.html',
  summary: 'A page to read: arms, robustness, mutations, tasks, prompt diffs, matrices, picks and cost.',
  render(study) {
    const sections: (PageSection | null)[] = [
      notesSection(study),
      crossedSection(study),
      { id: 'overview', name: 'Overview', markup: overview(study) },
      modelsSection(study),
      robustnessSection(study),
      taxonomySection(study),
      failuresSection(study),
      attributionSection(study),
      { id: 'tasks', name: 'Tasks', markup: taskSection(study) },
      confidenceSection(study),
      callsSection(study),
      costSection(study),
      { id: 'run', name: 'Run', markup: runSection(study) },
    ];
    return page({
      study,
      sections: sections.filter((section) => section !== null),
      tasks: taskPages(study),
    }).markup;
  },
};
