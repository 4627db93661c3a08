/**
 * Fuzzed prompts through every registered mutator and all guards: real prompts mutilated (cut, spliced, repeated, signs
 * thrown in) and random unicode. Counts crashes, leaked placeholders, broken edit logs and slow prompts.
 *
 * npx tsx bench/fuzz-mutators.ts [--prompts 10000] [--seed 1] [--slow-ms 2000] [--json]
 */
import { parseArgs } from 'node:util';
import { guards } from '../mutators/guards/index.ts';
import { mutators } from '../mutators/index.ts';
import { createRng } from '../src/core/random.ts';
import { fuzzPrompt, fuzzPrompts } from './fuzzing/fuzz-prompts.ts';
import { realPromptSets } from './real-prompts.ts';

const { values } = parseArgs({
  options: {
    prompts: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    'slow-ms': { type: 'string', default: '2000' },
    json: { type: 'boolean' },
  },
});
const sources = (await realPromptSets()).flatMap(({ dataset }) =>
  dataset.tasks.map(({ prompt, entryPoint }) => ({ text: prompt.text, entryPoint })),
);
const rng = createRng(Number(values.seed));
const started = performance.now();
const outcome = fuzzPrompts(
  Array.from({ length: Number(values.prompts) }, (_, index) => fuzzPrompt(sources, rng.fork('fuzz', index))),
  { mutators, guards, slowMs: Number(values['slow-ms']) },
);
const seconds = (performance.now() - started) / 1000;
if (values.json) console.log(JSON.stringify({ ...outcome, seconds }, null, 2));
else {
  const { prompts, variants, faults, slowestMs } = outcome;
  console.log(`${prompts} prompts, ${variants} mutants by ${mutators.length} mutators in ${seconds.toFixed(0)} s`);
  console.log(`${faults.length} faults; slowest prompt ${slowestMs.toFixed(0)} ms CPU`);
  for (const { what, text } of faults.slice(0, 20)) console.log(`${what}: ${JSON.stringify(text.slice(0, 300))}`);
}
if (outcome.faults.length > 0) process.exitCode = 1;
