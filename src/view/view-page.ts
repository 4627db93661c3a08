import { tableBlock, text } from '../reporters/document.ts';
import { dateText, percent } from '../reporters/figures.ts';
import { plainPage } from '../reporters/html/html-document.ts';
import type { ListedRun } from './run-folder.ts';

function outcome({ problem, stages, arms, hasReport }: ListedRun): string {
  if (problem !== null) return problem;
  if (stages.length > 0) {
    return stages.map(({ stage, done, total }) => `${stage} ${done}${total === null ? '' : `/${total}`}`).join(', ');
  }
  if (arms.length === 0) return hasReport ? 'in its report' : 'no report yet';
  return arms.map(({ arm, passAt1 }) => `${arm} ${percent(passAt1)}`).join(', ');
}

/** The list of runs, without a script: the server asks the browser to load it again. */
export function viewPage(folder: string, runs: readonly ListedRun[]): string {
  const table = tableBlock({
    id: 'list',
    caption: 'Newest first',
    note: 'Progress of a run under way: steps done of each stage. Otherwise: expected pass@1.',
    head: ['run', 'data set', 'model', 'status', 'progress or outcome', 'last written'],
    rows: runs.map((run) => [
      run.id,
      `${run.dataset}${run.kind === 'study' ? ', study' : ''}`,
      run.models.join(', '),
      run.status,
      outcome(run),
      run.updatedAt && dateText(run.updatedAt),
    ]),
    links: runs.map(({ id, status }) =>
      status === 'unreadable' ? undefined : `/runs/${encodeURIComponent(id)}/report.html`,
    ),
  });
  const empty = text('No run here yet. The list fills by itself when one begins.', 'note');
  const section = { id: 'runs', title: 'Runs', blocks: [runs.length > 0 ? table : empty] };
  return plainPage(`Runs in ${folder}`, `Runs in ${folder}`, [section]);
}
