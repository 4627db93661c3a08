/**
 * Variants per second of all rule-based mutators together, by set: CPU and wall time of stage 2 alone, on freshly parsed
 * prompts; a second pass with the mutators in reverse order must give the same bytes.
 *
 * npx tsx bench/mutate-speed.ts [--sets MBPP,HumanEval,BigCodeBench,DL-Bench] [--by-mutator]
 */
import { parseArgs } from 'node:util';
import { guards } from '../mutators/guards/index.ts';
import { mutators } from '../mutators/index.ts';
import { hashOf } from '../src/core/hash.ts';
import type { Mutator } from '../src/core/mutation.ts';
import type { Task } from '../src/core/task.ts';
import { mutatePrompts } from '../src/pipeline/2-mutate/mutate-prompts.ts';
import { parsePrompt } from '../src/python-source/prompts/parse-prompt.ts';
import { realPromptSets } from './real-prompts.ts';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'MBPP,HumanEval,BigCodeBench,DL-Bench' },
    'by-mutator': { type: 'boolean' },
  },
});

/** Tasks as if just loaded: nothing remembered of their prompts helps. */
const fresh = (tasks: readonly Task[]) =>
  tasks.map((task) => ({ ...task, prompt: parsePrompt(task.prompt.text, task.entryPoint) }));

function measure(tasks: readonly Task[], chosen: readonly Mutator[]) {
  const subjects = fresh(tasks);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const outcomes = subjects.map((task) => mutatePrompts(task, { mutators: chosen, guards, seed: 0, perMutator: 1 }));
  const wallSeconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const variants = outcomes.reduce((sum, { variants: made }) => sum + made.length - 1, 0);
  return {
    variants,
    wallSeconds,
    cpuSeconds: (user + system) / 1e6,
    hash: hashOf(outcomes.map((each) => each.variants)),
  };
}

for (const { name, dataset } of await realPromptSets(values.sets.split(','))) {
  const { tasks } = dataset;
  const first = measure(tasks, mutators);
  const again = measure(tasks, [...mutators].reverse());
  const rate = (count: number, seconds: number) => `${(count / seconds).toFixed(0)}/s`;
  console.log(
    `${name}: ${first.variants} variants of ${tasks.length} prompts by ${mutators.length} mutators, ` +
      `${rate(first.variants, first.cpuSeconds)} CPU, ${rate(first.variants, first.wallSeconds)} wall; ` +
      `${first.hash === again.hash ? 'same' : 'OTHER'} bytes in reverse order`,
  );
  if (first.hash !== again.hash) process.exitCode = 1;
  if (!values['by-mutator']) continue;
  const costs = mutators.map((mutator) => ({ name: mutator.name, ...measure(tasks, [mutator]) }));
  for (const { name: id, cpuSeconds, variants } of costs.sort((a, b) => b.cpuSeconds - a.cpuSeconds)) {
    console.log(`  ${id}: ${((1000 * cpuSeconds) / tasks.length).toFixed(2)} ms CPU per prompt, ${variants} variants`);
  }
}
