/**
 * Models that workers of a queue ask, on a real redis-server: what a run stores is what it would store if it asked itself,
 * each reply is paid for once, whoever is killed, the key stays with the worker, and nobody without the secret has it
 * ask anything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { queueOverview } from '../../src/app/manage-queue.ts';
import { run } from '../../src/app/run-study.ts';
import { type RunningWorker, runWorker, type WorkerSettings } from '../../src/app/run-worker.ts';
import type { ChatReply } from '../../src/core/chat.ts';
import { packageRoot } from '../../src/package-root.ts';
import { ENDED, jobKeys, waitKey } from '../../src/queue/queue-keys.ts';
import { pack, queueKey } from '../../src/queue/queue-secret.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { readLog } from '../../src/store/load-run.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { hasRedis, RedisServer } from './redis-server.ts';

const RECORDING = 'data/recordings/starter-smollm2-135m';
const MODEL = 'smollm2-135m-instruct';
const API_KEY = 'the-key-that-never-leaves-its-worker';
const env = { MUTAGREE_QUEUE_SECRET: 'the secret of the live test', MUTAGREE_QUEUE_WAIT: '60' };
const withKey = { ...env, OPENAI_API_KEY: API_KEY };
const others = { ...env, MUTAGREE_QUEUE_SECRET: 'the secret of somebody else' };
const isolated = (await bubblewrapSandbox.probe()).available ? 'bubblewrap' : 'wasm';
if (!hasRedis) console.warn('skipped: no redis-server; apt-get install redis-server');

const recorded = new Map<string, ChatReply>();
const questionOf = (messages: unknown, seed: unknown) => JSON.stringify([messages, seed]);

/** The demo's recording as an endpoint that wants a key, and counts what it is asked. */
async function recordedEndpoint(ms: () => number = () => 5) {
  const asked = new Map<string, number>();
  let answered = 0;
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    if (incoming.headers.authorization !== `Bearer ${API_KEY}`) {
      response.writeHead(401).end(`{"error": {"message": "no such key: ${incoming.headers.authorization}"}}`);
      return;
    }
    const { messages, seed } = JSON.parse(text);
    const question = questionOf(messages, seed);
    asked.set(question, (asked.get(question) ?? 0) + 1);
    await sleep(ms());
    const reply = recorded.get(question);
    if (!reply) {
      response.writeHead(400).end('{"error": {"message": "not recorded"}}');
      return;
    }
    const { inputTokens, outputTokens } = reply.usage ?? { inputTokens: 0, outputTokens: 0 };
    const choice = {
      ...{ index: 0, message: { role: 'assistant', content: reply.text } },
      finish_reason: reply.status === 'truncated' ? 'length' : 'stop',
    };
    const usage = { prompt_tokens: inputTokens, completion_tokens: outputTokens };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [choice], usage }));
    answered++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    baseUrl,
    asked,
    get answered() {
      return answered;
    },
    twice: () => [...asked.values()].filter((times) => times > 1).length,
  };
}

const study = (out: string, baseUrl: string, tasks = 2) => ({
  ...{ dataset: 'starter', limit: tasks, model: MODEL, variantsFrom: RECORDING, variants: 6, samples: 1 },
  ...{ temperature: 0.6, topP: 0.95, maxTokens: 160, baseUrl, out, sandbox: isolated, jobs: 1 },
  ...{ prices: { [MODEL]: { input: 1, output: 2 } } },
});

/** What a run stored, but for what tells two runs of the same apart. */
async function storedIn(out: string) {
  const lines = (file: string) =>
    readFileSync(join(out, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/"cpuMs":[\d.]+/, '"cpuMs":0').replace(/127\.0\.0\.1:\d+/, 'HERE'))
      .toSorted();
  const files = ['replies', 'candidates', 'tests', 'verdicts', 'rankings', 'official', 'reference'];
  const calls = (await readLog(out, 'calls')).map(({ key: _, ...call }) => JSON.stringify(call)).toSorted();
  return { calls, ...Object.fromEntries(files.map((name) => [name, lines(`${name}.jsonl`)])) };
}

describe.skipIf(!hasRedis)('models by way of a queue, on a real redis-server', () => {
  let folder = '';
  let server: RedisServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mutagree-redis-'));
    server = await RedisServer.start(folder);
    for (const { request, reply } of await readLog(RECORDING, 'replies')) {
      const messages = request.messages.map(({ role, content }) => ({ role, content }));
      recorded.set(questionOf(messages, request.seed), reply);
    }
  });
  afterAll(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function worker(
    settings: Partial<WorkerSettings> = {},
    own: Readonly<Record<string, string>> = withKey,
  ): Promise<RunningWorker> {
    const base = { queue: server.url, sandbox: 'none', model: [MODEL], lockSeconds: 2 };
    const started = await runWorker({ ...base, ...settings }, { env: own });
    onTestFinished(() => started.close());
    return started;
  }

  /** `mutagree …` in a process of its own, which can be killed. */
  function command(argv: readonly string[], own: Readonly<Record<string, string>>): ChildProcess {
    const child = spawn(process.execPath, [join(packageRoot(), 'dist/src/cli/main.js'), ...argv], {
      cwd: packageRoot(),
      env: { ...process.env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  async function workerProcess(baseUrl: string, calls: number): Promise<ChildProcess> {
    const what = ['--sandbox', 'none', '--model', MODEL, '--base-url', baseUrl, '--calls', String(calls)];
    const child = command(['worker', '--queue', server.url, ...what, '--lock-seconds', '2', '--json'], withKey);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    return child;
  }

  const here = async (name: string) => {
    const endpoint = await recordedEndpoint();
    const out = join(await tempDir(), name);
    await run(study(out, endpoint.baseUrl), { env: withKey });
    return { stored: await storedIn(out), endpoint };
  };

  const queued = (out: string, baseUrl: string, onNote: (text: string) => void = () => {}, own = env) =>
    run(
      { ...study(out, baseUrl), queue: server.url, queueModels: true },
      { env: own, onEvent: (event) => (event.kind === 'note' ? onNote(event.text) : undefined) },
    );

  /** Somebody has to execute the programs. */
  const executing = () => worker({ sandbox: isolated, model: [], jobs: 1 });

  test('one worker, two workers and this machine store the same, and the key is nowhere but with the workers', async () => {
    const local = await here('local');
    await executing();
    for (const workers of [1, 2]) {
      const endpoint = await recordedEndpoint();
      const client = server.client();
      onTestFinished(() => client.disconnect());
      const seen = new Set<string>();
      const asking = await Promise.all(Array.from({ length: workers }, () => worker({ baseUrl: endpoint.baseUrl })));
      const out = join(await tempDir(), 'there');
      let isOver = false;
      // All that ever lies in Redis, as far as one can look.
      const looking = (async () => {
        while (!isOver) {
          for (const name of await client.keys('mutagree:*')) {
            if ((await client.type(name)) !== 'string') continue;
            const bytes = await client.getBuffer(name);
            if (!bytes) continue;
            seen.add(bytes.toString('latin1'));
            try {
              seen.add(inflateRawSync(bytes.subarray(32)).toString('utf8'));
            } catch {
              // Not a content.
            }
          }
          await sleep(5);
        }
      })();
      const notes: string[] = [];
      const { runs } = await queued(out, endpoint.baseUrl, (text) => notes.push(text));
      isOver = true;
      await looking;
      expect(await storedIn(out)).toEqual(local.stored);
      expect([...endpoint.asked].toSorted()).toEqual([...local.endpoint.asked].toSorted());
      expect(asking.map(({ counts }) => counts.replies).reduce((sum, count) => sum + count, 0)).toBe(
        runs[0].record.replies.length,
      );
      expect([...seen].some((text) => text.includes('"messages"'))).toBe(true);
      expect([...seen].filter((text) => text.includes(API_KEY))).toEqual([]);
      expect(notes.join('\n')).toContain(`${MODEL} at ${endpoint.baseUrl} by the queue`);
      // Everything is stored; nothing of it is left there.
      const left = (await client.keys('mutagree:*')).filter((name) => /:ask-/.test(name));
      expect(left).toEqual([]);
      for (const each of asking) await each.close();
    }
  });

  test('a coordinator that is killed finds the calls that were under way: none is paid for twice', async () => {
    const local = await here('local');
    const endpoint = await recordedEndpoint(() => 400);
    await executing();
    await worker({ baseUrl: endpoint.baseUrl, calls: 8 });
    const out = join(await tempDir(), 'killed');
    const settings = study(out, endpoint.baseUrl);
    const flags = ['--dataset', 'starter', '--limit', '2', '--model', MODEL, '--variants-from', RECORDING];
    const more = ['--variants', '6', '--temperature', '0.6', '--max-tokens', '160', '--base-url', settings.baseUrl];
    const price = ['--price-input', '1', '--price-output', '2', '--sandbox', isolated, '--out', out];
    const argv = ['run', ...flags, ...more, ...price, '--queue', server.url, '--queue-models'];
    for (const answers of [1, 12]) {
      const child = command(argv, env);
      while (endpoint.answered < answers && child.exitCode === null) await sleep(10);
      // In the middle of eight calls.
      await sleep(150);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const under = [...(await readLog(out, 'calls'))].filter(({ state }) => state === 'open');
    expect(under.length).toBeGreaterThan(0);
    const child = command(argv, env);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    expect(code, said).toBe(0);
    expect(endpoint.twice()).toBe(0);
    const { calls, ...files } = await storedIn(out);
    const { calls: localCalls, ...localFiles } = local.stored;
    expect(files).toEqual(localFiles);
    // Each stands in the account once; what was not handed in yet, or begun by nobody, counts at its worst beside it.
    const isOpen = (call: string) => call.includes('"state":"open"');
    expect(calls.filter((call) => !isOpen(call))).toEqual(localCalls);
    expect(calls.filter(isOpen).length).toBeLessThan(under.length + 8);
  });

  test('a worker that is killed while it asks: the run ends the same, and what was lost is in the account', async () => {
    const local = await here('local');
    const endpoint = await recordedEndpoint(() => 400);
    await executing();
    const victim = await workerProcess(endpoint.baseUrl, 4);
    const out = join(await tempDir(), 'lost');
    const there = queued(out, endpoint.baseUrl);
    while (endpoint.answered < 4) await sleep(10);
    await sleep(150);
    victim.kill('SIGKILL');
    await worker({ baseUrl: endpoint.baseUrl, calls: 4 });
    const { runs } = await there;
    const { calls: localCalls, ...files } = local.stored;
    const { calls, ...same } = await storedIn(out);
    expect(same).toEqual(files);
    const failed = (await readLog(out, 'calls')).filter(({ state }) => state === 'failed');
    // Each call that was paid for twice is one that the dead worker made, and counts at its worst.
    expect(endpoint.twice()).toBeLessThanOrEqual(failed.length);
    expect(failed.length).toBeLessThanOrEqual(4);
    expect(failed.every(({ usage }) => usage === null)).toBe(true);
    expect(calls.length).toBe(localCalls.length + failed.length);
    expect(runs[0].record.failures ?? []).toEqual([]);
  });

  test('redis-server is killed and comes back with its append-only file: nothing is paid for twice', async () => {
    const local = await here('local');
    const endpoint = await recordedEndpoint(() => 200);
    await executing();
    await worker({ baseUrl: endpoint.baseUrl });
    const out = join(await tempDir(), 'redis');
    const there = queued(out, endpoint.baseUrl);
    while (endpoint.answered < 5) await sleep(10);
    await server.kill();
    await sleep(1000);
    await server.up();
    await there;
    expect(await storedIn(out)).toEqual(local.stored);
    expect(endpoint.twice()).toBe(0);
  });

  test('forged calls are refused, and nothing is asked', async () => {
    const client = server.client();
    onTestFinished(() => client.disconnect());
    // Queues of the tests before would be found beside the worker's own.
    await client.flushall();
    const endpoint = await recordedEndpoint();
    const honest = await worker({ baseUrl: endpoint.baseUrl });
    const kind = (await queueOverview({ queue: server.url }, { env })).queues.find(({ kind }) =>
      kind.startsWith('model-'),
    )?.kind as string;
    const key = queueKey(env);
    const [first] = recorded.keys();
    const [messages, seed] = JSON.parse(first as string);
    const request = { messages, seed, temperature: 0.6, topP: 0.95, maxTokens: 160, sample: 0 };
    const body = { until: Date.now() + 60_000, value: { request } };
    const nameOf = (id: string) => jobKeys(kind, id).name;
    const forged: readonly (readonly [string, Buffer])[] = [
      ['ask-none', Buffer.from(JSON.stringify(body))],
      ['ask-unsigned', Buffer.concat([Buffer.alloc(32), await pack(body)])],
      ['ask-other-secret', await queueKey(others).seal('job', nameOf('ask-other-secret'), body)],
      ['ask-replayed', await key.seal('job', nameOf('ask-original'), body)],
      ['ask-expired', await key.seal('job', nameOf('ask-expired'), { ...body, until: 1 })],
      ['ask-other-kind', await key.seal('job', jobKeys(honest.kind, 'ask-other-kind').name, body)],
    ];
    const put = async (id: string, sealed: Buffer) => {
      await client.set(jobKeys(kind, id).body, sealed, 'EX', 60);
      await client.lpush(waitKey(kind), id);
    };
    for (const [id, sealed] of forged) await put(id, sealed);
    while (honest.counts.refused < forged.length) await sleep(20);
    expect(endpoint.asked.size).toBe(0);
    expect(honest.counts).toMatchObject({ refused: forged.length, replies: 0, done: 0 });
    // The same way does ask what the secret signed, and asks it once, though it is put there again.
    const signed = await key.seal('job', nameOf('ask-signed'), body);
    await put('ask-signed', signed);
    while (honest.counts.replies === 0) await sleep(20);
    await put('ask-signed', signed);
    while ((await client.llen(waitKey(kind))) > 0) await sleep(20);
    await honest.close();
    expect([...endpoint.asked.values()]).toEqual([1]);
    await client.flushall();
  });

  test('forged answers are refused, and the run ends as it should', async () => {
    const local = await here('local');
    const endpoint = await recordedEndpoint(() => 300);
    const client = server.client();
    onTestFinished(() => client.disconnect());
    // What killed runs left is nobody's any more.
    await client.flushall();
    await executing();
    const honest = await worker({ baseUrl: endpoint.baseUrl });
    const notes: string[] = [];
    const out = join(await tempDir(), 'forged');
    const there = queued(out, endpoint.baseUrl, (text) => notes.push(text));
    const value = { reply: { status: 'completed', text: 'import os', usage: null } };
    const lie = { worker: honest.id, value };
    let forged = 0;
    while (forged < 12) {
      await sleep(20);
      for (const key of await client.keys('mutagree:model-*:claim:ask-*')) {
        const [, kind, , id] = key.split(':') as [string, string, string, string];
        const { name, result } = jobKeys(kind, id);
        for (const sealed of [
          Buffer.from('done'),
          Buffer.concat([Buffer.alloc(32), await pack(lie)]),
          await queueKey(others).seal('result', name, lie),
        ]) {
          await client.set(result, sealed, 'NX');
          await client.publish(ENDED, name);
          forged++;
        }
      }
    }
    await there;
    expect(await storedIn(out)).toEqual(local.stored);
    expect(endpoint.twice()).toBe(0);
    expect(notes.filter((note) => note.includes('was refused')).length).toBeGreaterThan(0);
    expect(honest.counts.failed).toBe(0);
  });

  test('a worker at another address, of another model or without a model gets no calls, and the message says why', async () => {
    const endpoint = await recordedEndpoint();
    const elsewhere = await worker({ baseUrl: 'http://127.0.0.1:9/v1' });
    const other = await worker({ baseUrl: endpoint.baseUrl, model: ['another-model'] });
    const silent = await executing();
    const own = { ...env, MUTAGREE_QUEUE_WAIT: '1' };
    const refused = await queued(join(await tempDir(), 'none'), endpoint.baseUrl, () => {}, own).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'queue-no-worker', exitCode: 5 });
    const { message, hint } = refused as Error & { hint: string };
    expect(message).toContain(
      `worker ${elsewhere.id} gets no jobs of this run: it asks ${MODEL} at http://127.0.0.1:9/v1`,
    );
    expect(message).toContain(`worker ${other.id} gets no jobs of this run: it asks another-model, and not ${MODEL}`);
    expect(message).toContain(`worker ${silent.id} gets no jobs of this run: it asks no models`);
    expect(hint).toContain(`--model ${MODEL} --base-url ${endpoint.baseUrl}`);
  });

  test('a key that the endpoint refuses is said to be the worker’s, and is not told', async () => {
    const endpoint = await recordedEndpoint();
    await executing();
    const wrongKey = 'sk-a-key-that-is-not-the-right-one';
    const one = await worker({ baseUrl: endpoint.baseUrl }, { ...env, OPENAI_API_KEY: wrongKey });
    const error = await queued(join(await tempDir(), 'key'), endpoint.baseUrl).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'model-key-refused', exitCode: 2 });
    expect((error as Error).message).toContain(`worker ${one.id}: `);
    expect((error as Error).message).not.toContain(wrongKey);
  });
});

test('what cannot be farmed out is refused before anything is asked', async () => {
  const base = { ...study('/tmp/never-written', 'http://127.0.0.1:9/v1'), queueModels: true };
  await expect(run(base, { env })).rejects.toMatchObject({ code: 'settings-conflict', exitCode: 2 });
  const withQueue = { ...base, queue: 'redis://127.0.0.1:1' };
  await expect(run({ ...withQueue, batch: true }, { env })).rejects.toMatchObject({ code: 'settings-conflict' });
  await expect(run({ ...withQueue, offline: true }, { env })).rejects.toMatchObject({ code: 'settings-conflict' });
  await expect(run({ ...withQueue, model: 'gguf:model.gguf' }, { env })).rejects.toMatchObject({
    code: 'queue-model-file',
  });
  await expect(runWorker({ queue: 'redis://127.0.0.1:1', sandbox: 'none' }, { env })).rejects.toMatchObject({
    code: 'queue-unreachable',
  });
});
