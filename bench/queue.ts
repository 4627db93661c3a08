/**
 * A queue beside the local pool, on a redis-server of its own with an append-only file.
 *
 * `overhead`: the same matrix by the local pool and by one worker in this process, in turn; what the queue costs is the
 * CPU of node (coordinator and worker together) and of redis-server beyond node's in the local pool, as a share of all
 * CPU that the local pool takes. Programs are those of bench/flat-cost.ts: about 0.1 ms per call.
 * `null`: coordinator here, workers with an executor that does nothing in processes of their own: jobs/s, CPU a job of
 * each. `memory`: what 100,000 jobs that nobody takes need in redis-server.
 *
 * npx tsx bench/queue.ts [--only overhead,null,memory] [--sandbox bubblewrap] [--programs 100] [--tests 100]
 *   [--rounds 3] [--workers 1,2] [--cells 400000] [--jobs 100000] [--json]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openQueue } from '../src/app/assembly/open-queue.ts';
import { runWorker } from '../src/app/run-worker.ts';
import type { Sandbox, SandboxJob } from '../src/core/sandbox.ts';
import { toContent } from '../src/queue/content.ts';
import { signJob } from '../src/queue/job-messages.ts';
import { queueAddress } from '../src/queue/queue-address.ts';
import { QueueSandbox } from '../src/queue/queue-sandbox.ts';
import { queueKey } from '../src/queue/queue-secret.ts';
import { RedisChannel } from '../src/queue/redis-channel.ts';
import { openRedis } from '../src/queue/redis-link.ts';
import { kindOf } from '../src/queue/worker-abilities.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { matrixJobs } from './queue/matrix-jobs.ts';
import { NULL_ABILITIES } from './queue/null-sandbox.ts';
import { type OwnRedis, startRedis } from './queue/own-redis.ts';
import { median } from './statistics.ts';

const env = { MUTAGREE_QUEUE_SECRET: 'the secret of this measurement' };
const { signal } = new AbortController();
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'overhead,null,memory' },
    sandbox: { type: 'string', default: 'bubblewrap' },
    programs: { type: 'string', default: '100' },
    tests: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1,2' },
    cells: { type: 'string', default: '400000' },
    jobs: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
  },
});

const nodeMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Cost {
  readonly nodeMs: number;
  readonly redisMs: number;
  readonly sandboxMs: number;
  readonly wallMs: number;
  readonly bytes: number;
  readonly verdicts: string;
}

async function measure(sandbox: Sandbox, jobs: readonly SandboxJob[], redis: OwnRedis): Promise<Cost> {
  const traffic = async () =>
    (await redis.info('total_net_input_bytes')) + (await redis.info('total_net_output_bytes'));
  const before = { node: nodeMs(), redis: await redis.cpuMs(), bytes: await traffic(), at: performance.now() };
  const results = await Promise.all(jobs.map((job) => sandbox.run(job, signal)));
  const wallMs = performance.now() - before.at;
  return {
    nodeMs: nodeMs() - before.node,
    redisMs: (await redis.cpuMs()) - before.redis,
    sandboxMs: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    wallMs,
    bytes: (await traffic()) - before.bytes,
    verdicts: JSON.stringify(results.map(({ verdicts, outputs, details }) => [verdicts, outputs, details])),
  };
}

const around = { progress: { start() {}, advance() {}, note() {}, finish: async () => {} }, signal, env };

async function overhead(redis: OwnRedis): Promise<Record<string, unknown>> {
  const [programs, tests] = [Number(flags.programs), Number(flags.tests)];
  const { plugin } = await chooseSandbox(flags.sandbox);
  const local = await plugin.open({ jobs: 2 });
  const worker = await runWorker({ queue: redis.url, sandbox: flags.sandbox, jobs: 2 }, { env });
  const { sandbox: queued } = await openQueue({ queue: redis.url, sandbox: flags.sandbox }, around);
  const rounds: { local: Cost; queued: Cost; jobs: number }[] = [];
  try {
    // The first of each starts the runners.
    for (const each of [local, queued]) await measure(each, matrixJobs(20, 20, 9_999), redis);
    for (let round = 0; round < Number(flags.rounds); round++) {
      const jobs = matrixJobs(programs, tests, round);
      const here = await measure(local, jobs, redis);
      const done = worker.counts.done;
      const there = await measure(queued, jobs, redis);
      if (here.verdicts !== there.verdicts) throw new Error('the queue gives other verdicts');
      rounds.push({ local: here, queued: there, jobs: worker.counts.done - done });
    }
  } finally {
    await queued.close();
    await worker.close();
    await local.close();
  }
  const cells = programs * tests;
  const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const extra = (round: (typeof rounds)[number]) =>
    round.queued.nodeMs + round.queued.redisMs - round.local.nodeMs - round.local.redisMs;
  return {
    cells,
    jobs: of(({ jobs }) => jobs),
    localCpuMs: of(({ local: { nodeMs: node, sandboxMs } }) => node + sandboxMs),
    localCpuUsPerCell: of(({ local: { nodeMs: node, sandboxMs } }) => ((node + sandboxMs) / cells) * 1000),
    queueCpuUsPerCell: of(
      ({ queued: { nodeMs: node, sandboxMs, redisMs } }) => ((node + sandboxMs + redisMs) / cells) * 1000,
    ),
    extraCpuMsPerJob: of((round) => extra(round) / round.jobs),
    extraCpuUsPerCell: of((round) => (extra(round) / cells) * 1000),
    extraShare: of((round) => extra(round) / (round.local.nodeMs + round.local.sandboxMs)),
    redisCpuMsPerJob: of(({ queued: { redisMs }, jobs }) => redisMs / jobs),
    bytesPerCell: of(({ queued: { bytes } }) => bytes / cells),
    wallRatio: of((round) => round.queued.wallMs / round.local.wallMs),
  };
}

/** A worker in a process of its own, and what it says of itself. */
async function startNullWorker(
  url: string,
): Promise<{ child: ChildProcess; ask: () => Promise<{ cpuMs: number; rssBytes: number; done: number }> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/queue/null-worker.ts', url], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })[Symbol.asyncIterator]();
  await lines.next();
  return {
    child,
    ask: async () => {
      child.stdin?.write('\n');
      return JSON.parse((await lines.next()).value as string);
    },
  };
}

async function nullJobs(redis: OwnRedis, count: number): Promise<Record<string, unknown>> {
  const key = queueKey(env);
  const workers = await Promise.all(Array.from({ length: count }, () => startNullWorker(redis.url)));
  const link = await openRedis(await queueAddress(redis.url, env));
  const kind = kindOf(NULL_ABILITIES, key.id);
  const channel = await new RedisChannel(link, kind, key).ready();
  const sandbox = new QueueSandbox(channel, { ...{ name: 'null', key, run: 'bench', kind }, note: () => {} });
  await sandbox.start();
  try {
    const tests = 100;
    const cells = Number(flags.cells);
    const jobs = matrixJobs(cells / tests, tests, 1);
    await measure(sandbox, jobs.slice(0, 200), redis);
    const before = await Promise.all(workers.map(({ ask }) => ask()));
    const cost = await measure(sandbox, jobs, redis);
    const after = await Promise.all(workers.map(({ ask }) => ask()));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const done = sum(after.map((each) => each.done)) - sum(before.map((each) => each.done));
    const workerMs = sum(after.map(({ cpuMs }) => cpuMs)) - sum(before.map(({ cpuMs }) => cpuMs));
    return {
      ...{ workers: count, cells, jobs: done, wallS: cost.wallMs / 1000 },
      jobsPerS: done / (cost.wallMs / 1000),
      cellsPerS: cells / (cost.wallMs / 1000),
      coordinatorCpuMsPerJob: cost.nodeMs / done,
      workerCpuMsPerJob: workerMs / done,
      redisCpuMsPerJob: cost.redisMs / done,
      bytesPerCell: cost.bytes / cells,
      workerRssMib: Math.max(...after.map(({ rssBytes }) => rssBytes)) / 2 ** 20,
      redisPeakMib: (await redis.info('used_memory_peak')) / 2 ** 20,
    };
  } finally {
    await sandbox.close();
    for (const { child } of workers) {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    }
  }
}

async function memory(redis: OwnRedis): Promise<Record<string, unknown>> {
  const jobs = Number(flags.jobs);
  await redis.client.flushall();
  const key = queueKey(env);
  const link = await openRedis(await queueAddress(redis.url, env));
  const kind = kindOf({ ...NULL_ABILITIES, version: 'nobody' }, key.id);
  const channel = await new RedisChannel(link, kind, key).ready();
  const content = await toContent({ rows: [], suites: [], limits: [] });
  const ref = { hash: content.hash, size: content.size };
  const before = { bytes: await redis.info('used_memory'), node: nodeMs(), at: performance.now() };
  const until = Date.now() + 3600_000;
  for (let from = 0; from < jobs; from += 500) {
    const batch = Array.from({ length: Math.min(500, jobs - from) }, (_, at) => `bench-${from + at}`);
    await Promise.all(
      batch.map((job) =>
        channel.send(signJob(key, { run: 'bench', job, kind, payload: ref, until }), content, [], false),
      ),
    );
  }
  const wallS = (performance.now() - before.at) / 1000;
  const bytes = (await redis.info('used_memory')) - before.bytes;
  const found = {
    jobs,
    ...{ redisMib: bytes / 2 ** 20, bytesPerJob: bytes / jobs, addedPerS: jobs / wallS },
    coordinatorCpuMsPerJob: (nodeMs() - before.node) / jobs,
    coordinatorRssMib: process.memoryUsage().rss / 2 ** 20,
  };
  await channel.close('bench');
  return found;
}

const parts = flags.only.split(',');
const redis = await startRedis();
const found: Record<string, unknown> = {};
const tell = (name: string, figures: Record<string, unknown>) => {
  found[name] = figures;
  if (flags.json) return;
  console.log(`\n${name}`);
  for (const [what, value] of Object.entries(figures)) {
    console.log(`  ${what.padEnd(24)} ${typeof value === 'number' ? Number(value.toPrecision(4)) : value}`);
  }
};
try {
  if (parts.includes('overhead')) tell('overhead', await overhead(redis));
  if (parts.includes('null')) {
    for (const count of flags.workers.split(',').map(Number))
      tell(`null, ${count} workers`, await nullJobs(redis, count));
  }
  if (parts.includes('memory')) tell('memory', await memory(redis));
  if (flags.json) console.log(JSON.stringify(found, null, 2));
} finally {
  await redis.close();
}
