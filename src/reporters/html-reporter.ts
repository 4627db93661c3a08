import { summariseArms } from '../core/arm-results.ts';
import type { Reporter } from '../core/reporter.ts';
import { groupByTask, taskResults } from '../core/task-results.ts';
import { confidenceSection } from './html/confidence-section.ts';
import { mutatorSection } from './html/mutator-table.ts';
import { overview, runSection } from './html/overview.ts';
import { page } from './html/page.ts';
import { taskPageData } from './html/task-page-data.ts';
import { taskSection } from './html/task-table.ts';

/**
 * `report.html`: one page without network, fonts or files beside it. The overview is plain HTML; each task's data stand
 * in a script element of their own, read only when its view is opened, so that large runs open fast.
 */
export const htmlReporter: Reporter = {
  name: 'html',
  file: 'report.html',
  summary: 'A page to read: arms, comparisons, tasks, prompt diffs, matrices and picks.',
  render({ runs: [record] }) {
    const { manifest } = record;
    const results = taskResults(record);
    const summary = summariseArms(record);
    const parts = {
      variants: groupByTask(record.variants),
      refusals: groupByTask(record.refusals),
      candidates: groupByTask(record.candidates),
      tests: groupByTask(record.tests),
      problems: groupByTask(record.problems),
      matrices: groupByTask(record.matrices),
      armSamples: groupByTask(record.armSamples),
      rankings: groupByTask(record.rankings),
      official: groupByTask(record.official),
      results: groupByTask(results),
    };
    const tasks = record.tasks.map((task) => {
      const of = <T>(groups: ReadonlyMap<string, T[]>) => groups.get(task.taskId) ?? [];
      const own = {
        variants: of(parts.variants),
        refusals: of(parts.refusals),
        candidates: of(parts.candidates),
        tests: of(parts.tests),
        problems: of(parts.problems),
        matrices: of(parts.matrices),
        armSamples: of(parts.armSamples),
        rankings: of(parts.rankings),
        official: of(parts.official),
        results: of(parts.results),
      };
      return taskPageData(task, own, manifest.scorer);
    });
    const confidence = confidenceSection(record);
    const sections = [
      overview(summary, record),
      ...(confidence ? [confidence] : []),
      taskSection(record, results),
      mutatorSection(record),
      runSection(record),
    ];
    return page({ manifest, sections, tasks }).markup;
  },
};
