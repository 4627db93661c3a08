import type { Variant } from '../../core/mutation.ts';
import { plural } from '../../core/plural.ts';
import { table } from '../../reporters/columns.ts';
import type { MutatedTasks } from '../mutate-tasks.ts';
import { sideBySide } from './side-by-side.ts';

/** Rewrites that are shown. */
const SHOWN = 3;

/** What mutators made of prompts, for people: some rewrites where no file holds them, and what each family gave. */
export function mutationText(outcome: MutatedTasks, mutants: number, written: boolean): string {
  const { prompts, wallMs, datasets, variants } = outcome;
  const isComposed = variants.some(({ mutation }) => mutation?.components !== undefined);
  const rows = written && !isComposed ? mutatorRows(outcome) : familyRows(outcome);
  const files = datasets === null ? '' : `${plural(datasets.tasks, 'task')} in ${plural(datasets.files, 'file')}\n`;
  const shown = written ? '' : rewrites(variants);
  return `${shown}${table(rows)}\n${mutants} variants of ${prompts} prompts in ${wallMs} ms\n${files}`;
}

/** A few rewrites beside their prompts, of different families and prompts where there are such. */
function rewrites(variants: readonly Variant[]): string {
  const originals = new Map(variants.flatMap((v) => (v.mutation === null ? [[v.taskId, v.prompt] as const] : [])));
  const chosen: Variant[] = [];
  const fresh = ({ taskId, mutation }: Variant) =>
    chosen.every((one) => one.taskId !== taskId && one.mutation?.family !== mutation?.family);
  const other = ({ mutation }: Variant) => chosen.every((one) => one.mutation?.mutator !== mutation?.mutator);
  for (const wanted of [fresh, other, () => true]) {
    for (const variant of variants) {
      if (chosen.length >= SHOWN || variant.mutation === null || chosen.includes(variant)) continue;
      if (wanted(variant)) chosen.push(variant);
    }
  }
  return chosen
    .map(
      ({ taskId, prompt, mutation }) =>
        `${taskId}, ${mutation?.mutator}\n${sideBySide(originals.get(taskId) ?? '', prompt)}\n`,
    )
    .join('');
}

const changeText = (share: number | null | undefined) => (share == null ? '' : `${(100 * share).toFixed(1)} %`);

function mutatorRows({ mutators, prompts }: MutatedTasks): string[][] {
  const rows = mutators.map(({ id, applicable, variants, changedWords, refused }) => {
    const [reason] = Object.entries(refused).sort(([, a], [, b]) => b - a);
    const most = reason ? `${reason[0]} (${reason[1]})` : '';
    return [id, `${applicable}/${prompts}`, String(variants), changeText(changedWords), most];
  });
  return [['mutator', 'prompts', 'variants', 'words changed', 'refused most for'], ...rows];
}

/** One row per family; a composition counts for its own. */
function familyRows({ mutators, variants, prompts }: MutatedTasks): string[][] {
  const families = [...new Set(mutators.map(({ family }) => family))];
  const rows = families.map((family) => {
    const own = variants.filter(({ mutation }) => mutation?.family === family);
    const changes = own.flatMap(({ mutation }) => mutation?.change?.changedWords ?? []).sort((a, b) => a - b);
    const tasks = new Set(own.map(({ taskId }) => taskId)).size;
    const median = changes[Math.floor((changes.length - 1) / 2)];
    return [family, `${tasks}/${prompts}`, String(own.length), changeText(median)];
  });
  return [['family', 'prompts', 'variants', 'words changed'], ...rows];
}
