/**
 * A real redis-server, workers in this process and in processes of their own: what a queue returns is what this machine
 * would have, whoever is killed, and whoever else writes to Redis.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { evaluate } from '../../src/app/evaluate-samples.ts';
import { execute } from '../../src/app/execute-jobs.ts';
import type { JobInput } from '../../src/app/execution/execute-job.ts';
import { failedJobs, pauseQueue, queueOverview, resumeQueue } from '../../src/app/manage-queue.ts';
import { run } from '../../src/app/run-study.ts';
import { type RunningWorker, runWorker, type WorkerSettings } from '../../src/app/run-worker.ts';
import { packageRoot } from '../../src/package-root.ts';
import { hashOfSuite } from '../../src/queue/queue-job.ts';
import { ENDED, jobKeys, suiteKey, WORKERS, waitKey, workerKey } from '../../src/queue/queue-keys.ts';
import { pack, queueKey } from '../../src/queue/queue-secret.ts';
import type { OwnWorker } from '../../src/queue/worker-notice.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { tempDir } from '../fakes/temp-dir.ts';
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
  let folder = '';
  let server: RedisServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mutagree-redis-'));
    server = await RedisServer.start(folder);
  });
  afterAll(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

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
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'worker', ...flags], {
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
      ...{ queue: server.url, sandbox: isolated, env },
      onEvent: (event) => (event.kind === 'note' ? onNote(event.text) : undefined),
    });
  const local = (job: JobInput) => execute(job, { sandbox: isolated, jobs: 2 });

  test('a whole run: one worker, two workers and this machine write the same', async () => {
    const directory = await tempDir();
    const study = async (name: string, queue?: string) => {
      const out = join(directory, name);
      const config = join(packageRoot(), 'data/demo.yaml');
      await run({ config, limit: 6, out, sandbox: isolated, ...(queue ? { queue } : {}) }, { env });
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
    const here = await study('here');
    await worker();
    expect(await study('one', server.url)).toEqual(here);
    await worker();
    expect(await study('two', server.url)).toEqual(here);
    expect(here['verdicts.jsonl']?.length).toBeGreaterThan(10);
  });

  test('evaluate writes the same file', async () => {
    const directory = await tempDir();
    const tasks = readFileSync(join(packageRoot(), 'data/starter/tasks.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(0, 5);
    const samples = tasks.flatMap((line) => {
      const { task_id, prompt, canonical_solution } = JSON.parse(line) as Record<string, string>;
      const solution = `${prompt}${canonical_solution}`;
      return [solution, `raise ValueError\n${solution}`, `${prompt}    pass\n`].map((each) => ({
        task_id,
        solution: each,
      }));
    });
    const judge = async (name: string, queue?: string) => {
      const file = join(directory, name);
      writeFileSync(file, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
      const settings = { dataset: 'starter', samples: file, limit: 5, sandbox: isolated };
      const { file: results } = await evaluate({ ...settings, ...(queue ? { queue } : {}) }, { env });
      return readFileSync(results, 'utf8');
    };
    const here = await judge('here.jsonl');
    await worker();
    expect(await judge('there.jsonl', server.url)).toBe(here);
  });

  test('a worker that is killed in mid-run, one that joins and one that leaves', async () => {
    const job = matrix(40);
    const here = rowsOf(await local(job));
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

  test('redis-server is killed and comes back with its append-only file', async () => {
    const job = matrix(40);
    const here = rowsOf(await local(job));
    const one = await worker();
    const there = queued(job);
    while (one.counts.done === 0) await sleep(20);
    await server.kill();
    await sleep(1500);
    await server.up();
    expect(rowsOf(await there)).toBe(here);
  });

  test('redis-server is killed and comes back with nothing', async () => {
    const job = matrix(40);
    const here = rowsOf(await local(job));
    const one = await worker();
    const there = queued(job);
    while (one.counts.done === 0) await sleep(20);
    await server.kill();
    rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true });
    await server.up();
    expect(rowsOf(await there)).toBe(here);
  });

  test('forged jobs are refused, and no program of them is run', async () => {
    const honest = await worker();
    const client = server.client();
    onTestFinished(() => client.disconnect());
    const key = queueKey(env);
    const suite = { id: 's', tests: [{ id: 't', body: { kind: 'assertion', code: 'assert True' } }], entryPoint: null };
    const packed = await pack(suite);
    await client.set(suiteKey(hashOfSuite(packed)), packed);
    const row = { id: 'evil', code: 'print(1)', suite: hashOfSuite(packed), limits: 0 };
    const value = { rows: [row], limits: [{ timeoutMs: 1000, memoryMib: 64 }] };
    const body = { until: Date.now() + 60_000, value };
    const sealedAs = (name: string, own = key, content: object = body) => own.seal('job', name, content);
    const nameOf = (id: string) => jobKeys(honest.kind, id).name;
    const signed = await sealedAs(nameOf('exchanged'));
    const other = await sealedAs(nameOf('exchanged'), key, { ...body, until: body.until + 1 });
    const forged: readonly (readonly [string, Buffer])[] = [
      ['no-message', Buffer.from(JSON.stringify(body))],
      ['unsigned', Buffer.concat([Buffer.alloc(32), await pack(body)])],
      ['other-secret', await sealedAs(nameOf('other-secret'), queueKey(others))],
      ['replayed', await sealedAs(nameOf('original'))],
      ['exchanged', Buffer.concat([signed.subarray(0, 32), other.subarray(32)])],
      ['expired', await sealedAs(nameOf('expired'), key, { ...body, until: 1 })],
      ['other-kind', await sealedAs(jobKeys('docker-0000000000000000', 'other-kind').name)],
      ['a-result', await key.seal('result', nameOf('a-result'), body)],
    ];
    const put = async (id: string, sealed: Buffer) => {
      await client.set(jobKeys(honest.kind, id).body, sealed, 'EX', 60);
      await client.lpush(waitKey(honest.kind), id);
    };
    for (const [id, sealed] of forged) await put(id, sealed);
    while (honest.counts.refused < forged.length) await sleep(50);
    expect(honest.counts).toMatchObject({ refused: forged.length, rows: 0, done: 0 });
    const failed = await failedJobs({ queue: server.url }, { env });
    expect(failed.map(({ job }) => job).toSorted()).toEqual(forged.map(([job]) => job).toSorted());
    expect(failed.every(({ reason }) => reason.startsWith('refused: '))).toBe(true);
    // The same way does run what the secret signed: the refusals above are not for another reason.
    await put('signed', await sealedAs(nameOf('signed')));
    while (honest.counts.done === 0) await sleep(50);
    expect(honest.counts).toMatchObject({ refused: forged.length, rows: 1 });
  });

  test('forged results are refused, and the run ends as it should', async () => {
    const job = matrix(12);
    const here = rowsOf(await local(job));
    const honest = await worker();
    const client = server.client();
    onTestFinished(() => client.disconnect());
    const place = { queue: server.url };
    await pauseQueue(place, { env });
    const notes: string[] = [];
    const there = queued(job, (text) => notes.push(text));
    const waiting = async () =>
      (await queueOverview(place, { env })).queues.find(({ kind }) => kind === honest.kind)?.waiting ?? 0;
    while ((await waiting()) === 0) await sleep(50);
    const pass = { verdicts: Array.from({ length: 60 }, () => 'pass'), outputs: [], details: [], weak: [], cpuMs: 0 };
    const lie = { worker: honest.id, value: Array.from({ length: 12 }, () => pass) };
    const jobs = await client.lrange(waitKey(honest.kind), 0, -1);
    expect(jobs.length).toBeGreaterThan(0);
    let forged = 0;
    for (const id of jobs) {
      const { name, result } = jobKeys(honest.kind, id);
      for (const sealed of [
        Buffer.from('done'),
        Buffer.concat([Buffer.alloc(32), await pack(lie)]),
        await queueKey(others).seal('result', name, lie),
      ]) {
        await client.multi().set(result, sealed).publish(ENDED, name).exec();
        forged++;
        while (notes.filter((note) => note.includes('was refused')).length < forged) await sleep(10);
      }
    }
    await resumeQueue(place, { env });
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
      ...{ queue: server.url, sandbox: isolated, env: { ...env, MUTAGREE_QUEUE_WAIT: '1' } },
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
    const code = [
      'import os, socket',
      'def f(port):',
      '    found = [repr(dict(os.environ))]',
      '    try:',
      '        socket.create_connection(("127.0.0.1", port), 2).close()',
      '        found.append("connected")',
      '    except Exception as error:',
      '        found.append(type(error).__name__)',
      '    return found',
    ].join('\n');
    const { outputs } = await queued({
      ...{ candidates: [{ id: 'spy', code }], tests: [{ id: 't', code: `assert f(${server.port}) == 0` }] },
      ...{ entryPoint: 'f', timeoutMs: 5000, memoryMib: 256 },
    });
    const said = outputs[0]?.[0] ?? '';
    // What a sandbox without a network says differs: ConnectionRefusedError, gaierror, …
    expect(said).toMatch(/error/i);
    expect(said).not.toContain('connected');
    expect(said).not.toContain(env.MUTAGREE_QUEUE_SECRET);
    expect(said).not.toContain('MUTAGREE');
    expect(one.counts.rows).toBe(1);
  });

  test('nothing of a program stays in Redis or in what is told', async () => {
    const mark = 'zebra_of_the_live_test';
    const notes: string[] = [];
    const client = server.client();
    onTestFinished(() => client.disconnect());
    // What a killed worker or Redis left of other tests stays for an hour.
    await client.flushall();
    await worker();
    await queued(
      {
        ...{ candidates: [{ id: 'a', code: `def f(x):\n    raise ValueError("${mark}")` }] },
        ...{ tests: [{ id: 't', code: 'assert f(1) == 1' }], entryPoint: 'f', timeoutMs: 1000, memoryMib: 256 },
      },
      (text) => notes.push(text),
    );
    for (const name of await client.keys('mutagree:suite:*')) {
      expect(await client.ttl(name)).toBeGreaterThan(0);
      expect(await client.ttl(name)).toBeLessThanOrEqual(3600);
    }
    expect(notes.join('\n')).not.toContain(mark);
    const left = await client.keys('mutagree:*:*:*');
    expect(left.filter((name) => /:(job|claim|result):/.test(name))).toEqual([]);
  });

  test('metrics of a worker', async () => {
    const one = await worker({ metricsPort: 0 });
    await queued(matrix(3, 10));
    const text = await (await fetch(one.metricsUrl as string)).text();
    expect(text).toMatch(/^mutagree_worker_jobs_done_total 1$/m);
    expect(text).toMatch(/^mutagree_worker_rows_total 3$/m);
    expect(text).toMatch(/^mutagree_worker_cells_total 180$/m);
    expect(text).toMatch(/^mutagree_queue_waiting 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect((await fetch((one.metricsUrl as string).replace('/metrics', '/'))).status).toBe(404);
  });
});

describe.skipIf(!hasRedis)('a redis-server with users', () => {
  test('a user that may do what docs/queue.md says, and nothing else; a wrong password', async () => {
    const folder = await tempDir();
    const server = await RedisServer.start(folder);
    onTestFinished(() => server.kill());
    const rights = /ACL SETUSER mutagree on >\S+ (.+)$/m.exec(
      readFileSync(join(packageRoot(), 'docs/queue.md'), 'utf8'),
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
    await pauseQueue(place, { env: entered });
    await resumeQueue(place, { env: entered });
    expect(await failedJobs(place, { env: entered })).toEqual([]);
  });

  test('nobody answers', async () => {
    const refused = runWorker({ queue: 'redis://127.0.0.1:1', sandbox: isolated }, { env });
    await expect(refused).rejects.toMatchObject({ code: 'queue-unreachable', exitCode: 5 });
  });
});

test('a worker refuses a sandbox that isolates nothing', async () => {
  await expect(runWorker({ queue: 'redis://127.0.0.1:1', sandbox: 'process' }, { env })).rejects.toMatchObject({
    code: 'worker-sandbox',
  });
});
