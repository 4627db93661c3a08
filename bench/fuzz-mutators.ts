/**
 * Fuzzed prompts through every registered mutator and all guards: real prompts mutilated (cut, spliced, repeated, signs
 * thrown in) and random unicode. Counts crashes, leaked placeholders, broken edit logs and slow prompts.
 *
 * npx tsx bench/fuzz-mutators.ts [--prompts 10000] [--seed 1] [--slow-ms 2000] [--from 0] [--seconds N] [--json]
 *
 * A prompt depends on the seed and its number alone, so that a long fuzz can be cut in pieces: `--seconds` ends one, and
 * `--from` begins the next with the number that it printed.
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
    from: { type: 'string', default: '0' },
    seconds: { type: 'string', default: 'Infinity' },
    json: { type: 'boolean' },
  },
});
const sources = (await realPromptSets()).flatMap(({ dataset }) =>
  dataset.tasks.map(({ prompt, entryPoint }) => ({ text: prompt.text, entryPoint })),
);
const rng = createRng(Number(values.seed));
const from = Number(values.from);
const started = performance.now();
function* prompts() {
  for (let index = from; index < Number(values.prompts); index++) {
    if (performance.now() - started > 1000 * Number(values.seconds)) return;
    yield { index, ...fuzzPrompt(sources, rng.fork('fuzz', index)) };
  }
}
const outcome = fuzzPrompts(prompts(), { mutators, guards, slowMs: Number(values['slow-ms']) });
const seconds = (performance.now() - started) / 1000;
const next = from + outcome.prompts;
if (values.json) console.log(JSON.stringify({ ...outcome, mutators: mutators.length, seconds, next }, null, 2));
else {
  const { variants, faults, slowestMs, cpuMs } = outcome;
  const mean = cpuMs / Math.max(1, outcome.prompts * mutators.length);
  console.log(
    `prompts ${from} to ${next - 1}: ${variants} mutants by ${mutators.length} mutators in ${seconds.toFixed(0)} s`,
  );
  console.log(
    `${faults.length} faults; ${mean.toFixed(2)} ms CPU per prompt and mutator, slowest prompt ${slowestMs.toFixed(0)} ms`,
  );
  for (const { what, text } of faults.slice(0, 20)) console.log(`${what}: ${JSON.stringify(text.slice(0, 300))}`);
}
if (outcome.faults.length > 0) process.exitCode = 1;
