/**
 * One line of Markdown a mutator: the share of all distinct prompts at hand of which it makes a mutant, how many those are
 * by set, the tokens that it adds to a prompt (median, four characters each), and why it refuses most. All guards on,
 * seed 0.
 *
 * npx tsx bench/mutator-table.ts [--mutators all,family:noise,family:approach]
 */
import { parseArgs } from 'node:util';
import { guards } from '../mutators/guards/index.ts';
import { selectMutators } from '../mutators/index.ts';
import { mutatePrompts } from '../src/pipeline/2-mutate/mutate-prompts.ts';
import { realPromptSets } from './real-prompts.ts';

const { values } = parseArgs({
  options: { mutators: { type: 'string', default: 'all,family:noise,family:approach' } },
});
const seen = new Set<string>();
const tasks = (await realPromptSets()).flatMap(({ name, dataset }) =>
  dataset.tasks.flatMap((task) => {
    const known = seen.has(task.prompt.text);
    seen.add(task.prompt.text);
    return known ? [] : [{ set: name, task }];
  }),
);
const sets = [...new Set(tasks.map(({ set }) => set))];
const sizes = sets.map((name) => `${name} (${tasks.filter(({ set }) => set === name).length})`);
console.log(`| mutator | of ${tasks.length} prompts | ${sizes.join(' | ')} | tokens added | refused most for |`);
console.log(`|---|--:|${sets.map(() => '--:').join('|')}|--:|---|`);
for (const mutator of selectMutators(values.mutators, { includeAdversarial: true })) {
  const refused = new Map<string, number>();
  const made = new Map<string, number>();
  const added: number[] = [];
  for (const { set, task } of tasks) {
    const { variants, refusals } = mutatePrompts(task, { mutators: [mutator], guards, seed: 0, perMutator: 1 });
    const [, variant] = variants;
    if (variant) {
      made.set(set, (made.get(set) ?? 0) + 1);
      added.push((variant.prompt.length - task.prompt.text.length) / 4);
    } else for (const { refused: reason } of refusals) refused.set(reason, (refused.get(reason) ?? 0) + 1);
  }
  const [most] = [...refused].sort((a, b) => b[1] - a[1]);
  const tokens = added.sort((a, b) => a - b)[Math.floor((added.length - 1) / 2)] ?? 0;
  const share = `${((100 * added.length) / tasks.length).toFixed(1)} %`;
  const counts = sets.map((set) => made.get(set) ?? 0).join(' | ');
  console.log(`| ${mutator.name} | ${share} | ${counts} | ${tokens.toFixed(0)} | ${most?.join(' ') ?? ''} |`);
}
