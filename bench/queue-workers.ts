/**
 * One, two and four workers, each a process of its own (`mutagree worker`), beside the local pool: wall time, and the CPU
 * of everything (coordinator, workers with their sandboxes, redis-server), with verdicts, outputs and details compared
 * byte for byte. With `--configs half4` each of four workers has half a core (a control group's quota). `change`: one worker,
 * then a second that joins, then the first leaves. `tasks`: many small tasks in turn, and what memory coordinator, worker
 * and redis-server have after each tenth of them. Needs `npm run build`, redis-server and control groups of version 1.
 *
 *   npx tsx bench/queue-workers.ts [--configs one,two,four,half2,half4,change] [--programs 200] [--tests 100] [--sandbox bubblewrap]
 *   npx tsx bench/queue-workers.ts --configs tasks [--tasks 1000] [--programs 5] [--tests 20]
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openQueue } from '../src/app/assembly/open-queue.ts';
import type { Sandbox, SandboxResult } from '../src/core/sandbox.ts';
import type { QueueSandbox } from '../src/queue/queue-sandbox.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { matrixJobs } from './queue/matrix-jobs.ts';
import { type OwnRedis, startRedis } from './queue/own-redis.ts';
import { CpuGroup, startWorker, type WorkerProcess } from './queue/worker-process.ts';
import { textTable } from './statistics.ts';

const env = { MUTAGREE_QUEUE_SECRET: 'the secret of this measurement', MUTAGREE_QUEUE_WAIT: '60' };
const { signal } = new AbortController();
const { values: flags } = parseArgs({
  options: {
    configs: { type: 'string', default: 'one,two,four,half2,half4,change' },
    programs: { type: 'string', default: '200' },
    tests: { type: 'string', default: '100' },
    tasks: { type: 'string', default: '1000' },
    sandbox: { type: 'string', default: 'bubblewrap' },
  },
});
const [programs, tests] = [Number(flags.programs), Number(flags.tests)];
const around = { progress: { start() {}, advance() {}, note() {}, finish: async () => {} }, signal, env };

/** Workers, runners of each, cores of each. */
const CONFIGS: Readonly<Record<string, { readonly workers: number; readonly jobs: number; readonly cores?: number }>> =
  {
    one: { workers: 1, jobs: 2 },
    two: { workers: 2, jobs: 1 },
    four: { workers: 4, jobs: 1 },
    half2: { workers: 2, jobs: 1, cores: 0.5 },
    half4: { workers: 4, jobs: 1, cores: 0.5 },
    change: { workers: 1, jobs: 1 },
  };

const verdictsOf = (results: readonly SandboxResult[]) =>
  JSON.stringify(results.map(({ verdicts, outputs, details }) => [verdicts, outputs, details]));

interface Cost {
  readonly wallS: number;
  readonly cpuMs: number;
  readonly verdicts: string;
}

/** CPU of this process with all below it, of workers, and of redis-server. */
async function measure(
  run: () => Promise<readonly SandboxResult[]>,
  own: CpuGroup,
  { redis, workers }: { readonly redis: OwnRedis; readonly workers: readonly WorkerProcess[] },
): Promise<Cost> {
  const cpuMs = async () =>
    own.cpuMs + (await redis.cpuMs()) + workers.reduce((sum, { group }) => sum + group.cpuMs, 0);
  const [before, started] = [await cpuMs(), performance.now()];
  const results = await run();
  const wallS = (performance.now() - started) / 1000;
  return { wallS, cpuMs: (await cpuMs()) - before, verdicts: verdictsOf(results) };
}

const all = (sandbox: Sandbox, salt: number, count = programs) =>
  Promise.all(matrixJobs(count, tests, salt).map((job) => sandbox.run(job, signal)));

async function compare(name: string, own: CpuGroup, redis: OwnRedis): Promise<readonly string[]> {
  const config = CONFIGS[name];
  if (!config) throw new Error(`there is no config ${name}`);
  const salt = Object.keys(CONFIGS).indexOf(name);
  const { plugin } = await chooseSandbox(flags.sandbox);
  const local = await plugin.open({ jobs: 2 });
  const workers: WorkerProcess[] = [];
  const start = async () => {
    const { jobs, cores } = config;
    const wanted = { url: redis.url, name: `${name}${workers.length}`, sandbox: flags.sandbox, jobs, env };
    workers.push(await startWorker({ ...wanted, ...(cores === undefined ? {} : { cores }) }));
  };
  for (let at = 0; at < config.workers; at++) await start();
  const { sandbox: queued } = await openQueue({ queue: redis.url, sandbox: flags.sandbox }, around);
  try {
    // The first of each starts the runners.
    for (const each of [local, queued]) await all(each, 9_999, 20);
    const here = await measure(() => all(local, salt), own, { redis, workers: [] });
    const doneBy = () => [...(queued as QueueSandbox).account.doneBy.values()];
    const done = () => doneBy().reduce((sum, rows) => sum + rows, 0) - 20;
    /** Until it is so, or nothing is left to do. */
    const until = async (isSo: () => boolean) => {
      while (!isSo() && done() < programs) await sleep(20);
    };
    const change = async () => {
      await until(() => done() >= programs / 8);
      await start();
      // The second has done something of it before the first goes.
      await until(() => doneBy().length > 1);
      await workers[0]?.stop();
    };
    const changing = name === 'change' ? change() : Promise.resolve();
    const there = await measure(() => all(queued, salt), own, { redis, workers });
    await changing;
    const cells = programs * tests;
    const us = (ms: number) => ((ms / cells) * 1000).toFixed(1);
    return [
      ...[name, `${workers.length}`, `${config.jobs}`, `${config.cores ?? 'all'}`],
      ...[here.wallS.toFixed(1), there.wallS.toFixed(1), us(here.cpuMs), us(there.cpuMs)],
      `${(100 * (there.cpuMs / here.cpuMs - 1)).toFixed(1)} %`,
      ...[doneBy().join('+'), here.verdicts === there.verdicts ? 'same' : 'DIFFERENT', (loadavg()[0] ?? 0).toFixed(1)],
    ];
  } finally {
    await queued.close();
    await local.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(workers.map(({ group }) => group.close()));
  }
}

async function manyTasks(redis: OwnRedis): Promise<void> {
  const tasks = Number(flags.tasks);
  const worker = await startWorker({ url: redis.url, name: 'tasks', sandbox: flags.sandbox, jobs: 2, env });
  const { sandbox } = await openQueue({ queue: redis.url, sandbox: flags.sandbox }, around);
  const rows = [['tasks', 'coordinator heap MiB', 'coordinator MiB', 'worker MiB', 'redis MiB', 'redis keys']];
  try {
    for (let task = 0; task <= tasks; task += tasks / 10) {
      for (let at = 0; task > 0 && at < tasks / 10; at += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, each) => all(sandbox, task * 100 + at + each)));
      }
      globalThis.gc?.();
      const { heapUsed, rss } = process.memoryUsage();
      const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
      rows.push([
        ...[`${task}`, mib(heapUsed), mib(rss), worker.rssMib()?.toFixed(1) ?? 'ended'],
        ...[mib(await redis.info('used_memory')), `${await redis.client.dbsize()}`],
      ]);
    }
  } finally {
    await sandbox.close();
    await worker.stop();
    await worker.group.close();
  }
  console.log(textTable(rows));
  console.log(
    `each task ${programs} programs x ${tests} tests; redis-server at its most ${((await redis.info('used_memory_peak')) / 2 ** 20).toFixed(1)} MiB`,
  );
}

const redis = await startRedis();
const own = new CpuGroup('own');
own.enter(process.pid);
try {
  const configs = flags.configs.split(',');
  const rows = [
    [
      '',
      'workers',
      'runners',
      'cores',
      'local wall s',
      'queue wall s',
      'local us/cell',
      'queue us/cell',
      'more CPU',
      'programs by worker',
      'results',
      'load',
    ],
  ];
  for (const name of configs.filter((each) => each !== 'tasks')) rows.push([...(await compare(name, own, redis))]);
  if (rows.length > 1) console.log(textTable(rows));
  if (configs.includes('tasks')) await manyTasks(redis);
  process.exitCode = rows.some((row) => row.includes('DIFFERENT')) ? 1 : 0;
} finally {
  await redis.close();
  own.leave(process.pid);
  await own.close();
}
