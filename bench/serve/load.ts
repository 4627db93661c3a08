/**
 * `mutagree serve` under load: 200 requests, 20 at a time, against a model that answers after 300 ms; half of them hang up
 * at a random moment. Says what was answered, what was not, what is left running, how memory grew, and how much later a
 * request that is passed on is answered than by the model itself (median and 95 %, in pairs).
 *
 * npx tsx bench/serve/load.ts [--requests 200] [--at-a-time 20] [--sandbox NAME]
 */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { createRng } from '../../src/core/random.ts';
import { packageRoot } from '../../src/package-root.ts';
import { quantileOf } from '../../src/statistics/bootstrap.ts';
import { LARGEST, LARGEST_PROMPT, startScriptedUpstream } from './scripted-upstream.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200' },
    'at-a-time': { type: 'string', default: '20' },
    sandbox: { type: 'string', default: 'auto' },
  },
});
const upstream = await startScriptedUpstream(LARGEST, { afterMs: 300 });
const quick = await startScriptedUpstream(LARGEST);

async function startServer(baseUrl: string) {
  const args = ['serve', '--model', 'm', '--base-url', baseUrl, '--port', '0', '--json', '--sandbox', values.sandbox];
  const child = spawn(
    process.execPath,
    [join(packageRoot(), 'dist/src/cli/main.js'), ...args, '--samples', '6', '--at-once', '8', '--concurrency', '64'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
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
/** The server and all that it started, in MiB, and how many processes that is. */
function family(pid: number): { readonly rssMib: number; readonly processes: number } {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const all = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number, number]);
  const found = new Set([pid]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [id, parent] of all) if (found.has(parent)) found.add(id);
  }
  const own = all.filter(([id]) => found.has(id));
  return { rssMib: own.reduce((sum, [, , rss]) => sum + rss, 0) / 1024, processes: own.length };
}

const { child, url } = await startServer(upstream.baseUrl);
const pid = child.pid as number;
await (await ask(url, LARGEST_PROMPT)).text();
const before = family(pid);
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
const after = family(pid);
const first = { ...counts };
for (const name of ['Second', 'Third', 'Fourth']) await round(`${name} round`);
await new Promise((done) => setTimeout(done, 6000));
const later = family(pid);
console.log(
  `${plans.length} requests, ${values['at-a-time']} at a time: ${JSON.stringify(first)} in ${seconds.toFixed(1)} s`,
);
console.log(`calls upstream ${asked}, after the last request ${stillAsked}`);
console.log(
  `processes ${before.processes} before, ${after.processes} after; ${before.rssMib.toFixed(0)} MiB before, ${after.rssMib.toFixed(0)} MiB after, ${later.rssMib.toFixed(0)} MiB after three more rounds`,
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
process.exitCode = counts.wrong > 0 || counts.answered !== 2 * plans.length ? 1 : 0;
