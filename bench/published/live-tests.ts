/**
 * How many tests for DL-Bench's 30 live tasks run at all: examples of docstrings (scripted), and those that SmolLM2-135M
 * writes in both styles. Each runs on the package's own function, inside its repository; a test that ends in an error
 * there does not count as run. Stop it whenever you like, the same command goes on.
 *
 * npx tsx bench/published/live-tests.ts [--from ../shared/dlbench] [--work .cache/live-tests] [--port 8197] [--samples 2]
 *
 * Needs docker, and the images of `mutagree images build --dataset FROM/live.jsonl`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { loadStudy } from '../../src/store/load-study.ts';
import { linesOf, serveAnswers } from './answers-endpoint.ts';
import { mutagree, script, serveSmolLm2, step } from './study-steps.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: join('..', 'shared', 'dlbench') },
    work: { type: 'string', default: join('.cache', 'live-tests') },
    port: { type: 'string', default: '8197' },
    threads: { type: 'string', default: '1' },
    samples: { type: 'string', default: '2' },
    'max-tokens': { type: 'string', default: '256' },
  },
});

const dataset = join(values.from, 'live.jsonl');
const liveLine = z.object({ id: z.string(), installed_source: z.string() });
const testsLine = z.object({ task_id: z.string(), module: z.string() });
const OWN = 'own-functions';
const EXAMPLES = 'docstring-examples';
const SMOLLM2 = 'smollm2-135m-instruct';

const STUDIES = [
  { name: 'examples', model: EXAMPLES, style: 'unittest', samples: '1' },
  { name: 'assertions', model: SMOLLM2, style: 'assertions', samples: values.samples },
  { name: 'unittest', model: SMOLLM2, style: 'unittest', samples: values.samples },
] as const;

/** What became of the tests, on the only program of each task. */
async function print(name: string): Promise<void> {
  const [record] = (await loadStudy(join(values.work, name))).runs;
  const { matrices, replies, problems } = record;
  const asked = replies.filter(({ purpose }) => purpose === 'tests').length;
  const verdicts = matrices.flatMap((matrix) => matrix.verdicts.flat());
  const count = (...which: readonly string[]) => verdicts.filter((verdict) => which.includes(verdict)).length;
  const why = new Map<string, number>();
  for (const { purpose, problem } of problems) if (purpose === 'tests') why.set(problem, (why.get(problem) ?? 0) + 1);
  const percent = (100 * count('pass', 'fail')) / Math.max(1, verdicts.length);
  console.log(
    `${name}: ${asked} replies on ${matrices.length} tasks; ${verdicts.length} distinct tests of ${matrices.filter(({ tests }) => tests.length > 0).length} tasks; ${count('pass', 'fail')} run (${percent.toFixed(1)} %), ${count('pass')} of them hold; ${JSON.stringify(Object.fromEntries(why))}`,
  );
}

await step([...script('bench/published/dl-bench-live-input.ts'), '--from', values.from, '--out', values.work]);
const endpoint = await serveSmolLm2(values.port, values.threads);
const front = await serveAnswers({
  port: 0,
  tasks: dataset,
  answers: {
    [OWN]: new Map(linesOf(dataset, liveLine).map(({ id, installed_source }) => [id, installed_source])),
    [EXAMPLES]: new Map(
      linesOf(join(values.work, 'tests.jsonl'), testsLine).map(({ task_id, module }) => [task_id, module]),
    ),
  },
  upstream: `http://127.0.0.1:${values.port}/v1`,
});
try {
  for (const { name, model, style, samples } of STUDIES) {
    await step([
      ...[...mutagree, 'run', '--dataset', dataset, '--base-url', front.baseUrl, '--out', join(values.work, name)],
      ...['--model', OWN, '--test-model', model, '--test-style', style, '--tests-per-sample', '5'],
      ...['--mutators', 'none', '--variants', '1', '--samples', samples, '--arms', 'self-agreement', '--probes', '0'],
      ...['--temperature', '0.6', '--max-tokens', values['max-tokens'], '--concurrency', '2', '--max-failures', '50%'],
      ...['--timeout-ms', '10000', '--request-timeout-ms', '600000', '--sandbox', 'docker'],
    ]);
  }
} finally {
  front.close();
  endpoint.stop();
}
for (const { name } of STUDIES) await print(name);
