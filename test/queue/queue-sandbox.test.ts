import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SandboxError } from '../../src/core/errors.ts';
import type { SandboxJob } from '../../src/core/sandbox.ts';
import { ENDED, jobKeys, waitKey } from '../../src/queue/queue-keys.ts';
import { queueStates } from '../../src/queue/queue-office.ts';
import { QueueSandbox } from '../../src/queue/queue-sandbox.ts';
import { listWorkers } from '../../src/queue/worker-notice.ts';
import { fakeSandbox } from '../fakes/fake-sandbox.ts';
import { fakeQueue, key, ROWS, stranger } from './fake-queue.ts';

const tests = [0, 1, 2].map((at) => ({ id: `${at}`, body: { kind: 'assertion', code: `assert ${at}` } }) as const);
const jobOf = (code: string): SandboxJob => ({
  id: code,
  code,
  limits: { timeoutMs: 1000, memoryMib: 64 },
  suite: { id: 'suite', entryPoint: 'f', tests },
});
const judging = () => fakeSandbox((code, text) => (code.length % 2 === Number(text.at(-1)) % 2 ? 'pass' : 'fail'));
const never = new AbortController().signal;
const RIGHT = ['fail', 'pass', 'fail'];

async function setUp() {
  const queue = fakeQueue();
  const sandbox = new QueueSandbox('fake', await queue.client());
  onTestFinished(() => sandbox.close());
  const { client } = queue.redis.link();
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue())) await sleep(2);
  };
  const waiting = () => client.llen(waitKey(ROWS));
  const isSent = () => until(async () => (await waiting()) > 0);
  const firstId = async () => {
    await isSent();
    return String((queue.redis.values.get(waitKey(ROWS)) as Buffer[])[0]);
  };
  const send = () => sandbox.run(jobOf('x'), never);
  const expectRight = async (there: ReturnType<typeof send>) => {
    await queue.worker({ sandbox: judging() });
    expect((await there).verdicts).toEqual(RIGHT);
  };
  return { ...queue, sandbox, connection: client, isSent, firstId, until, send, expectRight };
}

test('rows are what the sandbox of the worker returns, in order, and nothing but suites stays in Redis', async () => {
  const { sandbox, worker, redis, until } = await setUp();
  const codes = Array.from({ length: 700 }, (_, at) => 'x'.repeat(at));
  const there = codes.map((code) => sandbox.run(jobOf(code), never));
  const one = await worker({ sandbox: judging() });
  const direct = judging();
  expect(await Promise.all(there)).toEqual(await Promise.all(codes.map((code) => direct.run(jobOf(code), never))));
  expect(one.counts).toMatchObject({ rows: 700, cells: 2100, cpuMs: 700 });
  expect(one.counts.done).toBeLessThan(20);
  await until(async () => ![...redis.values.keys()].some((name) => /:(job|claim|result):/.test(name)));
});

test('a worker that dies loses its jobs to another', async () => {
  const { redis, connection, firstId, send, expectRight } = await setUp();
  const there = send();
  const id = await firstId();
  await connection.unlink(waitKey(ROWS));
  await connection.set(jobKeys(ROWS, id).claim, 'dead');
  await expectRight(there);
  expect(redis.values.has(jobKeys(ROWS, id).claim)).toBe(false);
});

test('a Redis that forgets everything gets the job again', async () => {
  const { redis, isSent, send, expectRight } = await setUp();
  const there = send();
  await isSent();
  redis.clear();
  await expectRight(there);
});

test('a result whose message was missed is found by looking', async () => {
  const { worker, connection, firstId, send } = await setUp();
  const there = send();
  const { name, result } = jobKeys(ROWS, await firstId());
  const [none] = await Promise.all([judging().run(jobOf('x'), never)]);
  await connection.set(result, await key.seal('result', name, { worker: 'w', value: [none] }));
  expect((await there).verdicts).toEqual(RIGHT);
  await worker({ sandbox: judging() });
});

test('a result that no worker sealed for this job is refused', async () => {
  const { notes, connection, firstId, until, send, expectRight } = await setUp();
  const there = send();
  const id = await firstId();
  const { name, result } = jobKeys(ROWS, id);
  const lie = { worker: 'w', value: [{ verdicts: ['pass', 'pass', 'pass'] }] };
  const forged = [
    Buffer.from('short'),
    await stranger.seal('result', name, lie),
    await key.seal('job', name, lie),
    await key.seal('result', jobKeys(ROWS, 'other').name, lie),
  ];
  for (const [at, sealed] of forged.entries()) {
    await connection.set(result, sealed);
    await connection.publish(ENDED, name);
    await until(async () => notes.filter((note) => note.includes('was refused')).length === at + 1);
  }
  await expectRight(there);
});

test('a worker begins nothing that the secret did not seal for its queue, now and under this name', async () => {
  const { worker, notes, connection, until } = await setUp();
  const sandbox = judging();
  const one = await worker({ sandbox });
  const body = { until: Date.now() + 60_000, value: { rows: [], limits: [] } };
  const { name } = jobKeys(ROWS, 'id');
  const forged = [
    await stranger.seal('job', name, body),
    await key.seal('result', name, body),
    await key.seal('job', jobKeys('fake-other', 'id').name, body),
    await key.seal('job', name, { ...body, until: 1 }),
  ];
  for (const [at, sealed] of forged.entries()) {
    await connection.set(jobKeys(ROWS, 'id').body, sealed);
    await connection.lpush(waitKey(ROWS), 'id');
    await until(async () => one.counts.refused === at + 1);
  }
  expect(notes.filter((note) => note.includes('was refused')).at(-1)).toContain('its time is over');
  expect(sandbox.jobs).toEqual([]);
});

test('a failure of the sandbox is tried three times, and then ends the run', async () => {
  const { sandbox, worker } = await setUp();
  let canaries = 0;
  const run = async () => {
    throw new SandboxError('sandbox-broken', 'no more processes', { hint: 'Wait.' });
  };
  const one = await worker({ sandbox: { ...judging(), run }, canary: async () => void canaries++ });
  await expect(sandbox.run(jobOf('x'), never)).rejects.toMatchObject({ code: 'sandbox-broken', hint: 'Wait.' });
  expect([one.counts.failed, canaries]).toEqual([3, 3]);
});

test('a failure that every worker would have ends at once', async () => {
  const { sandbox, worker } = await setUp();
  const run = async () => {
    throw new SandboxError('tests-unsupported', 'no pytest here');
  };
  const one = await worker({ sandbox: { ...judging(), run } });
  await expect(sandbox.run(jobOf('x'), never)).rejects.toMatchObject({ code: 'tests-unsupported' });
  expect(one.counts.failed).toBe(1);
});

test('a worker whose sandbox no longer judges right ends', async () => {
  const { sandbox, worker, redis } = await setUp();
  const run = async () => {
    throw new SandboxError('sandbox-broken', 'no more processes');
  };
  const canary = async () => {
    throw new SandboxError('canary', 'it judges wrong');
  };
  const one = await worker({ sandbox: { ...judging(), run }, canary });
  sandbox.run(jobOf('x'), never).catch(() => {});
  await expect(one.ended).rejects.toMatchObject({ code: 'canary' });
  while ((await listWorkers(redis.link().client, key)).length > 0) await sleep(2);
});

test('an abort ends rows and their job', async () => {
  const { sandbox, redis, firstId, until } = await setUp();
  const abort = new AbortController();
  const run = sandbox.run(jobOf('x'), abort.signal);
  const { body } = jobKeys(ROWS, await firstId());
  abort.abort();
  await expect(run).rejects.toMatchObject({ code: 'interrupted' });
  await until(async () => !redis.values.has(body));
  await expect(sandbox.run(jobOf('x'), abort.signal)).rejects.toMatchObject({ code: 'interrupted' });
});

test('the end of the sandbox ends its rows', async () => {
  const { sandbox } = await setUp();
  const run = sandbox.run(jobOf('x'), never);
  run.catch(() => {});
  await sandbox.close();
  await expect(run).rejects.toMatchObject({ code: 'interrupted' });
  await expect(sandbox.run(jobOf('x'), never)).rejects.toMatchObject({ code: 'sandbox-closed' });
});

test('a worker of another secret is listed by its name alone', async () => {
  const { worker, redis, connection } = await setUp();
  const one = await worker({ sandbox: judging() });
  expect(await queueStates(connection, await listWorkers(connection, key))).toMatchObject([
    { kind: ROWS, waiting: 0, active: 0 },
  ]);
  expect(await listWorkers(connection, key)).toMatchObject([{ id: one.id, isOurs: true, kind: ROWS, jobs: 1 }]);
  expect(await listWorkers(connection, stranger)).toEqual([{ id: one.id, isOurs: false }]);
  redis.clear();
  while ((await listWorkers(connection, key)).length === 0) await sleep(2);
});
