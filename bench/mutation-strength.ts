/**
 * How much variants change their prompts, by set and strength: the median share of words, of the words that no protected
 * span holds (names, literals, labels left out), of tokens and of words that moved, components per variant, the share of the commonest family among the components, and variants per CPU second.
 *
 * npx tsx bench/mutation-strength.ts [--sets MBPP,HumanEval,BigCodeBench,DL-Bench] [--strengths light,medium,strong]
 *   [--count 9] [--every 1] [--by-mutator]
 */
import { parseArgs } from 'node:util';
import { guards } from '../mutators/guards/index.ts';
import { selectMutators } from '../mutators/index.ts';
import { runningText } from '../mutators/parsers/running-text.ts';
import { componentsOf, type Variant } from '../src/core/mutation.ts';
import { compositionOf, STRENGTHS, type Strength } from '../src/core/strength.ts';
import type { Task } from '../src/core/task.ts';
import { composePrompts } from '../src/pipeline/2-mutate/compose-mutations.ts';
import { mutatePrompts } from '../src/pipeline/2-mutate/mutate-prompts.ts';
import { chooseVariants } from '../src/pipeline/plan-samples.ts';
import { parsePrompt } from '../src/python-source/prompts/parse-prompt.ts';
import { realPromptSets } from './real-prompts.ts';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'MBPP,HumanEval,BigCodeBench,DL-Bench' },
    strengths: { type: 'string', default: STRENGTHS.join(',') },
    count: { type: 'string', default: '9' },
    every: { type: 'string', default: '1' },
    'by-mutator': { type: 'boolean' },
  },
});
const count = Number(values.count);
const mutators = selectMutators('all');

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const quantile = (numbers: readonly number[], share: number) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0;

/** Words of the running text that a mutator may touch. */
const freeWords = ({ prompt, entryPoint }: Task) =>
  runningText(prompt, entryPoint)
    .flat()
    .filter(({ kind, free }) => kind === 'word' && free).length;

function variantsOf(task: Task, strength: Strength): readonly Variant[] {
  const composition = compositionOf({ strength });
  if (composition.compose > 1)
    return composePrompts(task, { ...composition, mutators, guards, seed: 0, count }).variants;
  const { variants } = mutatePrompts(task, { mutators, guards, seed: 0, perMutator: 1 });
  return chooseVariants(variants, count + 1, 0, 'families');
}

for (const { name, dataset } of await realPromptSets(values.sets.split(','))) {
  const tasks = dataset.tasks.filter((_, index) => index % Number(values.every) === 0);
  if (values['by-mutator']) {
    for (const mutator of selectMutators('all', { includeAdversarial: true })) {
      const changes = tasks.flatMap((task) =>
        mutatePrompts(task, { mutators: [mutator], guards, seed: 0, perMutator: 1 })
          .variants.slice(1)
          .flatMap(({ mutation }) => mutation?.change ?? []),
      );
      const median = (part: 'changedWords' | 'reordered') =>
        percent(
          quantile(
            changes.map((change) => change[part]),
            0.5,
          ),
        );
      console.log(
        `${name}\t${mutator.name}\t${changes.length}/${tasks.length}\t${median('changedWords')}\t${median('reordered')}`,
      );
    }
    continue;
  }
  for (const strength of values.strengths.split(',') as Strength[]) {
    const fresh = tasks.map((task) => ({ ...task, prompt: parsePrompt(task.prompt.text, task.entryPoint) }));
    const cpu = process.cpuUsage();
    const variants = fresh.flatMap((task) => variantsOf(task, strength).slice(1));
    const { user, system } = process.cpuUsage(cpu);
    const changes = variants.flatMap(({ mutation }) => mutation?.change ?? []);
    const parts = variants.map(({ mutation }) => (mutation ? componentsOf(mutation) : []));
    const families = new Map<string, number>();
    for (const { family } of parts.flat()) families.set(family, (families.get(family) ?? 0) + 1);
    const [top = ['', 0]] = [...families].sort((a, b) => b[1] - a[1]);
    const words = changes.map(({ changedWords }) => changedWords);
    const free = new Map(fresh.map((task) => [task.id, freeWords(task)]));
    const ofFree = variants.map(({ taskId, mutation }) =>
      Math.min(1, ((mutation?.change?.changedWords ?? 0) * (mutation?.change?.words ?? 0)) / (free.get(taskId) || 1)),
    );
    console.log(
      `${name}, ${strength}: ${variants.length} variants of ${tasks.length} prompts; words changed, median ` +
        `${percent(quantile(words, 0.5))} (quartiles ${percent(quantile(words, 0.25))}, ${percent(quantile(words, 0.75))}); ` +
        `of free words ${percent(quantile(ofFree, 0.5))}; tokens ${percent(
          quantile(
            changes.map(({ tokenEdits }) => tokenEdits),
            0.5,
          ),
        )}, moved ` +
        `${percent(
          quantile(
            changes.map(({ reordered }) => reordered),
            0.5,
          ),
        )}; ` +
        `${(parts.flat().length / Math.max(1, parts.length)).toFixed(2)} components, ${top[0]} ` +
        `${percent(top[1] / Math.max(1, parts.flat().length))}; ${((1e6 * variants.length) / (user + system)).toFixed(0)} variants a CPU second`,
    );
  }
}
