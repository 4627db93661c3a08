/**
 * The study on DL-Bench's 30 live tasks, from nothing to its page; stop it whenever you like, the same command goes on.
 *
 * npx tsx bench/published/dl-bench-live.ts [--from ../shared/dlbench] [--work .cache/dl-bench-live] [--port 8198] [--limit N]
 *
 * 1. Images of the five packages (`mutagree images build --dataset`; docker).
 * 2. SmolLM2-135M writes programs, a scripted endpoint tests (bench/published/dl-bench-live.yaml); all replies are kept in
 *    WORK/model.
 * 3. Programs and tests that exist (bench/published/dl-bench-live-input.ts), their published verdicts trusted
 *    (WORK/recorded).
 * 4. Figures alone go to reports/published/dl-bench-live: prompts and repositories are their authors'.
 *
 * `--limit` gives the model fewer tasks, to see the whole way in minutes.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import { linesOf, serveAnswers } from './answers-endpoint.ts';
import { mutagree, script, serveSmolLm2, step } from './study-steps.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: join('..', 'shared', 'dlbench') },
    work: { type: 'string', default: join('.cache', 'dl-bench-live') },
    out: { type: 'string', default: join('reports', 'published', 'dl-bench-live') },
    port: { type: 'string', default: '8198' },
    threads: { type: 'string', default: '1' },
    limit: { type: 'string' },
  },
});

const dataset = join(values.from, 'live.jsonl');
const testsLine = z.object({ task_id: z.string(), module: z.string() });

await step([...mutagree, 'images', 'build', '--dataset', dataset]);
await step([...script('bench/published/dl-bench-live-input.ts'), '--from', values.from, '--out', values.work]);
const endpoint = await serveSmolLm2(values.port, values.threads);
const tests = join(values.work, 'tests.jsonl');
const upstream = `http://127.0.0.1:${values.port}/v1`;
const examples = new Map(linesOf(tests, testsLine).map(({ task_id, module }) => [task_id, module]));
const front = await serveAnswers({ port: 0, tasks: dataset, answers: { 'docstring-examples': examples }, upstream });
try {
  const address = ['--base-url', front.baseUrl];
  const config = ['--config', join(packageRoot(), 'bench', 'published', 'dl-bench-live.yaml')];
  const few = values.limit === undefined ? [] : ['--limit', values.limit];
  const model = ['run', ...config, '--dataset', dataset, ...few, ...address, '--out', join(values.work, 'model')];
  await step([...mutagree, ...model]);
} finally {
  front.close();
  endpoint.stop();
}
await step([
  ...[...mutagree, 'run', '--dataset', dataset, '--samples', join(values.work, 'programs.jsonl')],
  ...['--tests', tests, '--trust-verdicts', '--probes', '0', '--timeout-ms', '10000', '--sandbox', 'docker'],
  ...['--out', join(values.work, 'recorded')],
]);
await step([...script('bench/published/publish-live.ts'), '--work', values.work, '--out', values.out]);
