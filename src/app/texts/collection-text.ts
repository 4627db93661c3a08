import { table } from '../../reporters/columns.ts';
import type { CollectedTasks, CollectSettings } from '../collect-tasks.ts';

/** What was found in a repository: functions that each step left, and the tasks that came of them. */
export function collectionText(
  { funnel, files, tests, links, tasks, resembling }: CollectedTasks,
  { out, verify }: Pick<CollectSettings, 'out' | 'verify'>,
): string {
  const rows = funnel.map(({ step, functions }) => [step, String(functions)]);
  const known = resembling > 0 ? `, of which ${resembling} resemble known ones` : '';
  const unrun = verify ? '' : 'No test was run: add --verify before the tasks are used.\n';
  return `${files} files, ${tests} tests, ${links} links from tests to functions

${table([['step', 'functions'], ...rows])}
${out}: ${tasks} tasks${known}
${unrun}`;
}
