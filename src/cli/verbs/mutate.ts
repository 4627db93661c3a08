import type { MutatedTasks } from '../../app/mutate-tasks.ts';
import { mutateSettings } from '../../app/settings/verb-settings.ts';
import type { Variant } from '../../core/mutation.ts';
import { plural } from '../../core/plural.ts';
import { table } from '../../reporters/columns.ts';
import { useVerb } from '../verb.ts';

/** Rows that are shown, of so many characters. */
const ROWS = 14;
const WIDTH = 56;
const WRAPPED = new RegExp(`.{1,${WIDTH}}(?=\\s|$)|.{1,${WIDTH}}`, 'g');

const rowsOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [first = '', ...others] = line.replaceAll('\t', '    ').match(WRAPPED) ?? [];
    return [first, ...others.map((row) => row.trimStart())];
  });

/** Two texts in two columns from their first change on, with `|` between rows that differ. */
function sideBySide(before: string, after: string): string {
  const [left, right] = [rowsOf(before), rowsOf(after)];
  const change = left.findIndex((row, at) => row !== right[at]);
  // Without one among the left rows, the right ones go on behind them.
  const from = Math.max(0, (change < 0 ? left.length : change) - 2);
  const rows = Array.from({ length: Math.max(left.length, right.length) - from }, (_, at) => {
    const [one = '', other = ''] = [left[from + at], right[from + at]];
    return `  ${one.padEnd(WIDTH)} ${one === other ? ' ' : '|'} ${other}`.trimEnd();
  });
  return rows.slice(0, ROWS).join('\n');
}

const SHOWN = 3;

/** A few rewrites next to their prompts, of different families and prompts if there are such. */
function rewrites(variants: readonly Variant[]): string {
  const originals = new Map(variants.flatMap((v) => (v.mutation === null ? [[v.taskId, v.prompt] as const] : [])));
  const mutants = variants.filter(({ mutation }) => mutation !== null);
  const chosen = new Set<Variant>();
  const isNew = ({ taskId, mutation }: Variant) =>
    [...chosen].every((one) => one.taskId !== taskId && one.mutation?.family !== mutation?.family);
  for (const mutant of mutants) if (isNew(mutant)) chosen.add(mutant);
  const shown = [...new Set([...chosen, ...mutants])].slice(0, SHOWN);
  return shown
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

const countMutants = (variants: readonly Variant[]) => variants.filter(({ mutation }) => mutation !== null).length;

function mutationText(outcome: MutatedTasks, written: boolean): string {
  const { prompts, wallMs, datasets, variants } = outcome;
  const isComposed = variants.some(({ mutation }) => mutation?.components !== undefined);
  const rows = written && !isComposed ? mutatorRows(outcome) : familyRows(outcome);
  const files = datasets === null ? '' : `${plural(datasets.tasks, 'task')} in ${plural(datasets.files, 'file')}\n`;
  const shown = written ? '' : rewrites(variants);
  return `${shown}${table(rows)}\n${plural(countMutants(variants), 'variant')} of ${plural(prompts, 'prompt')} in ${wallMs} ms\n${files}`;
}

export const mutateVerb = useVerb({
  name: 'mutate',
  summary: 'Rewrite prompts; only the llm- mutators need a model',
  settings: mutateSettings,
  examples: [
    'mutagree mutate --dataset starter -o variants.jsonl',
    'mutagree mutate --dataset HumanEval.jsonl.gz --mutators family:naming --format dataset -o mutated/',
    'mutagree mutate --dataset starter --mutators gram-imperative-interrogative --json',
    'mutagree mutate --dataset starter --strength strong --per-mutator 5 -o composed.jsonl',
    'mutagree mutate --dataset starter --mutators llm-rephrase --model gpt-4o-mini -o rephrased.jsonl',
  ],
  use: async () => (await import('../../app/mutate-tasks.ts')).mutateTasks,
  document: ({ prompts, variants, wallMs, mutators, datasets }) => {
    return { prompts, variants: countMutants(variants), wallMs, mutators, ...(datasets ? { datasets } : {}) };
  },
  text: (outcome, { output }, io) => {
    if (output === undefined) io.stderr('Nothing was written; give -o FILE to keep the variants.\n');
    return mutationText(outcome, output !== undefined);
  },
});
