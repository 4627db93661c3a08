/**
 * A real redis-server, workers in this process and in processes of their own: what a queue returns is what this machine
 * would have, whoever is killed, and whoever else writes to Redis.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { execute, type JobInput } from '../../src/app/execute-jobs.ts';
import { run } from '../../src/app/run-study.ts';
import { queueOverview, type RunningWorker, runWorker } from '../../src/app/run-worker.ts';
import type { WorkerSettings } from '../../src/app/settings/verb-settings.ts';
import { packageRoot } from '../../src/package-root.ts';
import { WORKERS, workerKey } from '../../src/queue/queue-keys.ts';
import { queueKey } from '../../src/queue/queue-secret.ts';
import type { OwnWorker } from '../../src/queue/worker-notice.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { suiteDir, tempDir } from '../fakes/temp-dir.ts';
import { hasRedis, RedisServer } from './redis-server.ts';

const env = { MUTAGREE_QUEUE_SECRET: 'the secret of the live test', MUTAGREE_QUEUE_WAIT: '60' };
const others = { ...env, MUTAGREE_QUEUE_SECRET: 'the secret of somebody else' };
const isolated = (await bubblewrapSandbox.probe()).available ? 'bubblewrap' : 'wasm';
if (!hasRedis) console.warn('skipped: no redis-server; apt-get install redis-server');

/** Programs that take some time, right and wrong and endless ones. */
const matrix = (programs: number, loops = 100_000): JobInput => ({
  candidates: Array.from({ length: programs }, (_, at) => ({
    id: `${at}`,
    code: [
      `busy = sum(range(${loops + at}))`,
      `def f(x):\n    return x + ${at % 3}`,
      ...(at % 17 === 5 ? ['raise ValueError("wrong")'] : []),
    ].join('\n'),
  })),
  tests: Array.from({ length: 60 }, (_, at) => ({ id: `t${at}`, code: `assert f(${at}) == ${at + (at % 2)}` })),
  entryPoint: 'f',
  timeoutMs: 2000,
  memoryMib: 256,
});

const rowsOf = ({ verdicts, outputs, details }: Awaited<ReturnType<typeof execute>>) =>
  JSON.stringify({ verdicts, outputs, details });

describe.skipIf(!hasRedis)('a queue on a real redis-server', () => {
  const folder = suiteDir();
  const job = matrix(24);
  let server: RedisServer;
  let here: string;
  beforeAll(async () => {
    server = await RedisServer.start(folder);
    here = rowsOf(await execute(job, { sandbox: isolated, jobs: 2 }));
  });
  afterAll(() => server?.kill());

  async function worker(
    settings: Partial<WorkerSettings> = {},
    own: Readonly<Record<string, string>> = env,
  ): Promise<RunningWorker> {
    const started = await runWorker(
      { queue: server.url, sandbox: isolated, jobs: 1, lockSeconds: 2, ...settings },
      { env: own },
    );
    onTestFinished(() => started.close());
    return started;
  }

  /** A worker in a process of its own, which can be killed. */
  async function workerProcess(): Promise<ChildProcess> {
    const flags = ['--queue', server.url, '--sandbox', isolated, '--jobs', '1', '--lock-seconds', '2', '--json'];
    const child = spawn(process.execPath, ['dist/src/cli/main.js', 'worker', ...flags], {
      cwd: packageRoot(),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    return child;
  }

  const queued = (job: JobInput, onNote: (text: string) => void = () => {}) =>
    execute(job, {
      queue: server.url,
      sandbox: isolated,
      env,
      onEvent: (event) => (event.kind === 'note' ? onNote(event.text) : undefined),
    });

  test('a whole run: one worker, two workers and this machine write the same', async () => {
    const directory = await tempDir();
    const study = async (name: string, queue?: string) => {
      const out = join(directory, name);
      const config = join(packageRoot(), 'data/demo.yaml');
      await run({ config, limit: 4, out, sandbox: isolated, ...(queue ? { queue } : {}) }, { env });
      const lines = (file: string) =>
        readFileSync(join(out, file), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.replace(/"cpuMs":[\d.]+/, '"cpuMs":0'))
          .toSorted();
      return Object.fromEntries(
        ['verdicts.jsonl', 'rankings.jsonl', 'official.jsonl', 'reference.jsonl', 'tasks.csv'].map((file) => [
          file,
          lines(file),
        ]),
      );
    };
    const calm = await study('here');
    await worker();
    expect(await study('one', server.url)).toEqual(calm);
    await worker();
    expect(await study('two', server.url)).toEqual(calm);
    expect(calm['verdicts.jsonl']?.length).toBeGreaterThan(10);
  });

  test('a worker that is killed in mid-run, one that joins and one that leaves', async () => {
    const victim = await workerProcess();
    const leaving = await worker();
    const notes: string[] = [];
    const there = queued(job, (text) => notes.push(text));
    while (leaving.counts.done === 0) await sleep(20);
    victim.kill('SIGKILL');
    await worker();
    await leaving.close();
    expect(rowsOf(await there)).toBe(here);
    expect(notes.filter((note) => / is there/.test(note)).length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['its append-only file', () => sleep(1500)],
    ['nothing', () => rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true })],
  ])('redis-server is killed and comes back with %s', async (_, meanwhile) => {
    const one = await worker();
    const there = queued(job);
    while (one.counts.done === 0) await sleep(20);
    await server.kill();
    await meanwhile();
    await server.up();
    expect(rowsOf(await there)).toBe(here);
  });

  test('workers of another version or secret get no jobs, and the message says why', async () => {
    const stranger = await worker({}, others);
    const key = queueKey(env);
    const client = server.client();
    onTestFinished(() => client.disconnect());
    const announce = async (id: string, own = key) => {
      const counts = { done: 0, failed: 0, refused: 0, active: 0, rows: 0, cells: 0, cpuMs: 0 };
      const abilities = { ...stranger.abilities, version: '99.0.0' };
      const state = { kind: 'wasm-0000000000000000', jobs: 4, canary: 'passed', abilities, counts } as const;
      const notice: OwnWorker = { id, isOurs: true, ...state, at: Date.now() };
      await client.set(workerKey(id), await own.seal('worker', id, notice), 'EX', 60);
      await client.sadd(WORKERS, id);
      onTestFinished(() => void client.unlink(workerKey(id)));
    };
    await announce('newer');
    // Anybody who can write to Redis can claim a thousand runners; without the secret nobody believes it.
    await announce('posed', queueKey(others));
    const refused = await execute(matrix(1), {
      queue: server.url,
      sandbox: isolated,
      env: { ...env, MUTAGREE_QUEUE_WAIT: '1' },
    }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'queue-no-worker', exitCode: 5 });
    const { message } = refused as Error;
    expect(message).toMatch(
      /worker newer gets no jobs of this run: it is mutagree 99\.0\.0, this is .* install the same version/,
    );
    expect(message).toContain(`worker ${stranger.id} gets no jobs of this run: it has another MUTAGREE_QUEUE_SECRET`);
    expect(message).toContain('worker posed gets no jobs of this run: it has another MUTAGREE_QUEUE_SECRET');
    expect(stranger.counts.done).toBe(0);
  });

  test('a program sees neither Redis nor the secret', async () => {
    const one = await worker();
    const code = `import os, socket
def f(port):
    found = [repr(dict(os.environ))]
    try:
        socket.create_connection(("127.0.0.1", port), 2).close()
        found.append("connected")
    except Exception as error: found.append(type(error).__name__)
    return found`;
    const { outputs } = await queued({
      ...{ candidates: [{ id: 'spy', code }], tests: [{ id: 't', code: `assert f(${server.port}) == 0` }] },
      entryPoint: 'f',
      timeoutMs: 5000,
      memoryMib: 256,
    });
    const said = outputs[0]?.[0] ?? '';
    // What a sandbox without a network says differs: ConnectionRefusedError, gaierror, …
    expect(said).toMatch(/error/i);
    expect(said).not.toContain('connected');
    expect(said).not.toContain(env.MUTAGREE_QUEUE_SECRET);
    expect(said).not.toContain('MUTAGREE');
    expect(one.counts.rows).toBe(1);
  });

  test('suites are forgotten after an hour', async () => {
    const client = server.client();
    onTestFinished(() => client.disconnect());
    await worker();
    await queued(matrix(1));
    const names = await client.keys('mutagree:suite:*');
    const lives = await Promise.all(names.map((name) => client.ttl(name)));
    expect(lives.length).toBeGreaterThan(0);
    for (const life of lives) expect([life > 0, life <= 3600]).toEqual([true, true]);
  });
});

describe.skipIf(!hasRedis)('a redis-server with users', () => {
  test('a user that may do what docs/queue/README.md says, and nothing else; a wrong password', async () => {
    const folder = await tempDir();
    const server = await RedisServer.start(folder);
    onTestFinished(() => server.kill());
    const rights = /ACL SETUSER mutagree on >\S+ (.+)$/m.exec(
      readFileSync(join(packageRoot(), 'docs/queue/README.md'), 'utf8'),
    )?.[1] as string;
    const client = server.client();
    await client.call('ACL', 'SETUSER', 'mutagree', 'on', '>pass', ...rights.split(' '));
    await client.call('ACL', 'SETUSER', 'default', 'off');
    client.disconnect();
    const entered = { ...env, MUTAGREE_QUEUE_USER: 'mutagree', MUTAGREE_QUEUE_PASSWORD: 'pass' };
    const place = { queue: server.url, sandbox: isolated };
    await expect(runWorker(place, { env })).rejects.toMatchObject({ code: 'queue-login', exitCode: 2 });
    await expect(runWorker(place, { env: { ...entered, MUTAGREE_QUEUE_PASSWORD: 'wrong' } })).rejects.toMatchObject({
      code: 'queue-login',
    });
    const one = await runWorker({ ...place, jobs: 1 }, { env: entered });
    onTestFinished(() => one.close());
    const job = matrix(5, 10);
    const there = await execute(job, { ...place, env: entered });
    expect(rowsOf(there)).toBe(rowsOf(await execute(job, { sandbox: isolated, jobs: 1 })));
    expect(await queueOverview(place, { env: entered })).toMatchObject({
      workers: [{ id: one.id }],
      queues: [{ waiting: 0 }],
    });
  });

  test.each([
    ['redis that does not answer', isolated, 'queue-unreachable'],
    ['a sandbox that isolates nothing', 'process', 'worker-sandbox'],
  ] as const)('%s is refused', async (_, sandbox, code) => {
    await expect(runWorker({ queue: 'redis://127.0.0.1:1', sandbox }, { env })).rejects.toMatchObject({ code });
  });
});
