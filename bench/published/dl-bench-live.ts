/**
 * The study on DL-Bench's 30 live tasks, from nothing to its page; stop it whenever you like, the same command goes on.
 *
 * npx tsx bench/published/dl-bench-live.ts [--from ../shared/dlbench] [--work .cache/dl-bench-live] [--port 8198]
 *
 * 1. Images of the five packages (`mutagree images build --dataset`; docker).
 * 2. SmolLM2-135M writes programs, a scripted endpoint tests (bench/published/dl-bench-live.yaml); all replies are kept in
 *    WORK/model.
 * 3. Programs and tests that exist (bench/published/dl-bench-live-input.ts), their published verdicts trusted
 *    (WORK/recorded).
 * 4. Figures alone go to reports/published/dl-bench-live: prompts and repositories are their authors'.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/package-root.ts';
import { serveExamples } from './examples-endpoint.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: join('..', 'shared', 'dlbench') },
    work: { type: 'string', default: join('.cache', 'dl-bench-live') },
    out: { type: 'string', default: join('reports', 'published', 'dl-bench-live') },
    port: { type: 'string', default: '8198' },
    threads: { type: 'string', default: '1' },
  },
});

const dataset = join(values.from, 'live.jsonl');
const mutagree = ['npx', 'tsx', join(packageRoot(), 'src', 'cli', 'main.ts')];
const script = (name: string) => ['npx', 'tsx', join(packageRoot(), name)];

/** Not by `spawnSync`: the endpoint of tests lives in this process. */
function step(line: readonly string[]): Promise<void> {
  const [command = '', ...args] = line;
  process.stderr.write(`$ ${line.join(' ')}\n`);
  return new Promise((resolve, reject) => {
    spawn(command, args, { stdio: 'inherit' }).once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${code}; the same command goes on`)),
    );
  });
}

/** The model's endpoint, once it says where it is. */
function serve(): Promise<{ stop(): void }> {
  const flags = ['--port', values.port, '--sequences', '2', '--threads', values.threads];
  const [command = '', ...args] = [...script('data/recordings/serve-smollm2.ts'), ...flags];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (`${text}`.includes('serving')) resolve({ stop: () => void process.kill(-(child.pid ?? 0), 'SIGTERM') });
    });
    child.once('exit', (code) => reject(new Error(`the model ended with ${code}`)));
  });
}

await step([...mutagree, 'images', 'build', '--dataset', dataset]);
await step([...script('bench/published/dl-bench-live-input.ts'), '--from', values.from, '--out', values.work]);
const endpoint = await serve();
const tests = join(values.work, 'tests.jsonl');
const upstream = `http://127.0.0.1:${values.port}/v1`;
const front = await serveExamples({ port: 0, tasks: dataset, tests, upstream });
try {
  const address = ['--base-url', front.baseUrl];
  const config = ['--config', join(packageRoot(), 'bench', 'published', 'dl-bench-live.yaml')];
  await step([...mutagree, 'run', ...config, '--dataset', dataset, ...address, '--out', join(values.work, 'model')]);
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
