import { plural } from '../../core/plural.ts';
import { table } from '../../reporters/columns.ts';
import type { MutatedTasks } from '../mutate-tasks.ts';

/** What mutators made of prompts, one line each, for people. */
export function mutationText({ prompts, mutators, wallMs, datasets }: MutatedTasks, mutants: number): string {
  const header = ['mutator', 'prompts', 'variants', 'words changed', 'refused most for'];
  const lines = mutators.map(({ id, applicable, variants, changedWords, refused }) => {
    const [reason] = Object.entries(refused).sort(([, a], [, b]) => b - a);
    const most = reason ? `${reason[0]} (${reason[1]})` : '';
    const changed = changedWords === null ? '' : `${(100 * changedWords).toFixed(1)} %`;
    return [id, `${applicable}/${prompts}`, String(variants), changed, most];
  });
  const files = datasets === null ? '' : `${plural(datasets.tasks, 'task')} in ${plural(datasets.files, 'file')}\n`;
  return `${table([header, ...lines])}\n${mutants} variants of ${prompts} prompts in ${wallMs} ms\n${files}`;
}
