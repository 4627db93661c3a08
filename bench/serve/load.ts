/**
 * `mutagree serve` under load: 200 requests, 20 at a time, against a model that answers after 300 ms; half of them hang up
 * at a random moment. Says what was answered, what was not, what is left running, how memory grew by process and round,
 * and how much later a request that is passed on is answered than by the model itself (median and 95 %, in pairs).
 *
 * Memory is each process's proportional set (pages that forked processes share count once), and of the server's own heap
 * what is left after a collection (bench/serve/tell-heap.mjs).
 *
 * npm run build && npx tsx bench/serve/load.ts [--requests 200] [--at-a-time 20] [--rounds 4] [--sandbox NAME]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { createRng } from '../../src/core/random.ts';
import { packageRoot } from '../../src/package-root.ts';
import { quantileOf } from '../../src/statistics/bootstrap.ts';
import { family, totalOf } from './held-memory.ts';
import { LARGEST, LARGEST_PROMPT, startScriptedUpstream } from './scripted-upstream.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200' },
    'at-a-time': { type: 'string', default: '20' },
    rounds: { type: 'string', default: '4' },
    sandbox: { type: 'string', default: 'auto' },
  },
});
const heapFile = join(mkdtempSync(join(tmpdir(), 'mutagree-load-')), 'heap.json');
const upstream = await startScriptedUpstream(LARGEST, { afterMs: 300 });
const quick = await startScriptedUpstream(LARGEST);

async function startServer(baseUrl: string) {
  const args = ['serve', '--model', 'm', '--base-url', baseUrl, '--port', '0', '--json', '--sandbox', values.sandbox];
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      join(packageRoot(), 'bench/serve/tell-heap.mjs'),
      join(packageRoot(), 'dist/src/cli/main.js'),
      ...args,
      '--samples',
      '6',
      '--at-once',
      '8',
      '--concurrency',
      '64',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TELL_HEAP: heapFile } },
  );
  let text = '';
  for await (const line of createInterface({ input: child.stdout })) {
    text += line;
    if (line === '}') break;
  }
  return { child, url: (JSON.parse(text) as { baseUrl: string }).baseUrl };
}

const ask = (url: string, content: string, stream = false, signal?: AbortSignal) =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content }] }),
    ...(signal ? { signal } : {}),
  });
/** The process that serves is started by one that only watches over it. */
function serverBelow(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return Number(/^\s*(\d+)\s+\S*node\s/m.exec(children)?.[1] ?? pid);
}

/** Prints what is held now, and gives it; the server's heap after a collection among it. */
async function trace(name: string, pid: number): Promise<{ readonly mib: number; readonly processes: number }> {
  process.kill(serverBelow(pid), 'SIGUSR2');
  await new Promise((done) => setTimeout(done, 1000));
  const kinds = family(pid);
  const heap = JSON.parse(readFileSync(heapFile, 'utf8')) as NodeJS.MemoryUsage;
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  const held = [...kinds].map(([kind, one]) => `${kind} ${one.mib.toFixed(0)} (${one.processes})`).join(', ');
  console.log(
    `${name}: ${totalOf(kinds).mib.toFixed(0)} MiB: ${held}; heap ${mib(heap.heapUsed)} of ${mib(heap.heapTotal)}, outside it ${mib(heap.external)}, buffers ${mib(heap.arrayBuffers)}`,
  );
  return totalOf(kinds);
}

const { child, url } = await startServer(upstream.baseUrl);
const pid = child.pid as number;
await (await ask(url, LARGEST_PROMPT)).text();
const before = await trace('before', pid);
const rng = createRng(1);
const plans = Array.from({ length: Number(values.requests) }, (_, at) => ({
  hangsUpAfterMs: at % 2 === 0 ? Math.floor(rng.next() * 1500) : null,
  stream: at % 4 < 2,
  prompt: LARGEST_PROMPT.replace('Complete', `Request ${at}. Complete`),
}));
const counts = { answered: 0, hungUp: 0, early: 0, wrong: 0, refused: 0 };
async function round(name: string): Promise<void> {
  const limit = pLimit(Number(values['at-a-time']));
  await Promise.all(
    plans.map(({ hangsUpAfterMs, stream, prompt }) =>
      limit(async () => {
        const ends = hangsUpAfterMs === null ? undefined : AbortSignal.timeout(hangsUpAfterMs);
        try {
          const response = await ask(url, `${name}. ${prompt}`, stream, ends);
          const text = await response.text();
          if (response.status === 429) counts.refused += 1;
          else if (response.status !== 200 || !text.includes('default=None')) counts.wrong += 1;
          // One message, once: a stream names its end once.
          else if (stream && text.split('"finish_reason":"stop"').length !== 2) counts.wrong += 1;
          else if (hangsUpAfterMs === null) counts.answered += 1;
          else counts.early += 1;
        } catch (error) {
          if (hangsUpAfterMs === null) throw error;
          counts.hungUp += 1;
        }
      }),
    ),
  );
}
const started = performance.now();
await round('First round');
const seconds = (performance.now() - started) / 1000;
await new Promise((done) => setTimeout(done, 3000));
const asked = upstream.counts.asked;
await new Promise((done) => setTimeout(done, 3000));
const stillAsked = upstream.counts.asked - asked;
const after = await trace('after round 1', pid);
const first = { ...counts };
const rounds = Number(values.rounds);
let later = after;
for (let at = 2; at <= rounds; at += 1) {
  await round(`Round ${at}`);
  await new Promise((done) => setTimeout(done, 2000));
  later = await trace(`after round ${at}`, pid);
}
console.log(
  `${plans.length} requests, ${values['at-a-time']} at a time: ${JSON.stringify(first)} in ${seconds.toFixed(1)} s`,
);
console.log(`calls upstream ${asked}, after the last request ${stillAsked}`);
console.log(
  `processes ${before.processes} before, ${after.processes} after; ${before.mib.toFixed(0)} MiB before, ${after.mib.toFixed(0)} MiB after, ${later.mib.toFixed(0)} MiB after round ${rounds}`,
);
child.kill('SIGTERM');
await new Promise((done) => child.once('exit', done));

const passing = await startServer(quick.baseUrl);
const direct: number[] = [];
const through: number[] = [];
for (let at = 0; at < 320; at += 1) {
  for (const [target, times] of [
    [quick.baseUrl, direct],
    [passing.url, through],
  ] as const) {
    const from = performance.now();
    await (await ask(target, `hello ${at}`)).text();
    // The first ones warm both up.
    if (at >= 20) times.push(performance.now() - from);
  }
}
const added = through.map((ms, at) => ms - (direct[at] ?? 0));
const quantile = (ms: readonly number[], p: number) => quantileOf(Float64Array.from(ms).sort(), p);
const shown = (ms: readonly number[]) =>
  `median ${quantile(ms, 0.5).toFixed(2)} ms, 95 % ${quantile(ms, 0.95).toFixed(2)} ms`;
console.log(
  `passed on: directly ${shown(direct)}; through serve ${shown(through)}; added ${shown(added)} (${added.length} pairs)`,
);
passing.child.kill('SIGTERM');
await new Promise((done) => passing.child.once('exit', done));
await upstream.close();
await quick.close();
process.exitCode = counts.wrong > 0 || counts.answered !== (rounds * plans.length) / 2 ? 1 : 0;
