/**
 * SIGKILL at random moments of a run of three stages (replies, executions, official tests): the coordinator, a sandbox,
 * the endpoint, and with `--queue` a worker and Redis (append-only file, fsync always) too. A run is killed until it ends;
 * then its rankings, verdicts and summary are compared with those of a run that nobody killed. Counted: results that
 * differ, replies that were paid twice beside those that were under way at a kill (paid, and not yet stored), processes
 * of a killed coordinator or worker that live 5 s later. Ends with 1 where one of these is wrong. Needs `npm run build`.
 *
 *   npx tsx bench/kills.ts [--kills 100] [--queue] [--sandbox bubblewrap] [--tasks 8]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { summariseArms } from '../src/analysis/arms/arm-results.ts';
import { hashOf } from '../src/core/hash.ts';
import { packageRoot } from '../src/package-root.ts';
import { table } from '../src/reporters/columns.ts';
import { loadRun, readLog } from '../src/store/load-run.ts';
import { commandLine, descendants, type ProcessSet, survivors } from '../test/live/process-tree.ts';
import { freePort } from '../test/live/redis-server.ts';
import { MAIN, Player, paidFor, unsentIn } from './kills/cast.ts';

const SETTLE_MS = 5000;
const SECRET = { MUTAGREE_QUEUE_SECRET: 'the secret of the kills', MUTAGREE_QUEUE_WAIT: '60' };
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    queue: { type: 'boolean', default: false },
    sandbox: { type: 'string', default: 'bubblewrap' },
    tasks: { type: 'string', default: '8' },
  },
});
const kills = Number(values.kills);
const folder = mkdtempSync(join(tmpdir(), 'mutagree-kills-'));
const log = join(folder, 'paid.log');
const node = process.execPath;
const port = String(await freePort());
const endpoint = new Player(node, ['--import', 'tsx', 'bench/kills/recorded-endpoint.ts', port, log], /ready/);
const redisPort = String(await freePort());
const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
const redis = new Player(
  'redis-server',
  ['--port', redisPort, '--bind', '127.0.0.1', '--dir', folder, ...kept],
  /Ready to accept/,
);
const url = `redis://127.0.0.1:${redisPort}`;
const worker = new Player(
  node,
  [MAIN, 'worker', '--queue', url, '--sandbox', values.sandbox, '--jobs', '1', '--lock-seconds', '2', '--json'],
  /\{/,
  SECRET,
);

function coordinator(out: string): { readonly child: ChildProcess; readonly ended: Promise<number | null> } {
  const recording = 'data/recordings/starter-smollm2-135m';
  const study = [
    '--dataset',
    'starter',
    '--limit',
    values.tasks,
    '--model',
    'smollm2-135m-instruct',
    '--variants-from',
    recording,
  ];
  const settings = [
    '--variants',
    '6',
    '--temperature',
    '0.6',
    '--max-tokens',
    '160',
    '--base-url',
    `http://127.0.0.1:${port}/v1`,
  ];
  const where = values.queue ? ['--queue', url] : ['--jobs', '2'];
  const argv = [MAIN, 'run', ...study, ...settings, ...where, '--sandbox', values.sandbox, '--out', out];
  const child = spawn(node, argv, {
    cwd: packageRoot(),
    env: { ...process.env, ...SECRET },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (part: Buffer) => {
    errors += part.toString('utf8');
  });
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      if (code === 1) console.error(errors.slice(-2000));
      resolve(code);
    }),
  );
  return { child, ended };
}

async function resultsOf(out: string): Promise<Readonly<Record<string, string>>> {
  const record = await loadRun(out);
  const sorted = (rows: readonly unknown[]) =>
    rows
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  return {
    rankings: sorted(record.rankings),
    verdicts: sorted((await readLog(out, 'verdicts')).map(({ cpuMs: _, ...row }) => row)),
    official: sorted(record.official),
    summary: JSON.stringify(summariseArms(record)),
  };
}

/** Questions that were paid for and whose replies no run directory has. */
async function lostIn(out: string, paidBefore: ReadonlyMap<string, number>): Promise<number> {
  const stored = new Set(
    (await readLog(out, 'replies').catch(() => [])).map(({ request }) =>
      hashOf(
        request.messages.map(({ role, content }) => [role, content]),
        request.seed,
      ),
    ),
  );
  const paid = [...paidFor(log)].filter(([question, times]) => times > (paidBefore.get(question) ?? 0));
  return paid.filter(([question]) => !stored.has(question)).length;
}

const tally = {
  kills: new Map<string, number>(),
  runs: 0,
  differing: 0,
  paidTwice: 0,
  underWay: 0,
  orphans: 0,
  exits: new Map<string, number>(),
};
const count = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
const settling: Promise<void>[] = [];

/** Looks 5 s later whether anything of a killed process lives on. */
function expectGone(processes: ProcessSet): void {
  const looking = sleep(SETTLE_MS).then(() => {
    const left = survivors(processes);
    tally.orphans += left.length;
    for (const pid of left) console.error(`still there: ${pid} ${commandLine(pid).slice(0, 200)}`);
  });
  settling.push(looking);
}

let unsentBefore = 0;
const targets = [
  'coordinator',
  'coordinator',
  'sandbox',
  'endpoint',
  ...(values.queue ? ['worker', 'redis'] : []),
] as const;

async function strike(target: string, child: ChildProcess): Promise<void> {
  const pid = child.pid ?? 0;
  if (target === 'coordinator') {
    const below = descendants(pid);
    // The process that the command starts as, or the one below it that does the work.
    const inner = [...below.keys()].find((each) => commandLine(each).includes(MAIN));
    if (inner !== undefined && Math.random() < 0.5) process.kill(inner, 'SIGKILL');
    else child.kill('SIGKILL');
    expectGone(below);
  } else if (target === 'sandbox') {
    const runners = [...descendants(values.queue ? worker.pid : pid).keys()].filter((each) =>
      commandLine(each).includes('/runner/main.py'),
    );
    const victim = runners[Math.floor(Math.random() * runners.length)];
    if (victim !== undefined) process.kill(victim, 'SIGKILL');
  } else {
    const player = target === 'endpoint' ? endpoint : target === 'worker' ? worker : redis;
    const below = descendants(player.pid);
    await player.kill();
    // Answers that die with the endpoint are asked for again in the same session.
    if (target === 'endpoint') tally.underWay += Math.max(0, unsentIn(log) - unsentBefore);
    if (target === 'endpoint') unsentBefore = unsentIn(log);
    if (target === 'worker') expectGone(below);
    await player.up();
  }
  count(tally.kills, target);
}

async function oneRun(calm: Readonly<Record<string, string>>, calmMs: number): Promise<void> {
  const out = join(folder, `run-${tally.runs++}`);
  rmSync(log, { force: true });
  rmSync(`${log}.sent`, { force: true });
  unsentBefore = 0;
  let done = 0;
  let underWay = 0;
  for (;;) {
    const before = paidFor(log);
    const { child, ended } = coordinator(out);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    // Six kills of a run at most, so that runs end.
    while (!isOver && done < 6) {
      await Promise.race([ended, sleep(Math.random() * calmMs * 0.8)]);
      if (isOver || child.exitCode !== null) break;
      await strike(targets[Math.floor(Math.random() * targets.length)] ?? 'coordinator', child);
      done += 1;
    }
    const code = await ended;
    count(tally.exits, `${code}`);
    if (code === 0) break;
    underWay += await lostIn(out, before);
  }
  const twice = [...paidFor(log).values()].reduce((sum, times) => sum + times - 1, 0);
  tally.paidTwice += twice;
  tally.underWay += underWay;
  const results = await resultsOf(out);
  const wrong = Object.keys(calm).filter((name) => calm[name] !== results[name]);
  if (wrong.length > 0) {
    tally.differing += 1;
    console.error(`${out}: differs in ${wrong.join(', ')}`);
  } else rmSync(out, { recursive: true, force: true });
}

await endpoint.up();
if (values.queue) {
  await redis.up();
  await worker.up();
}
const started = performance.now();
const calmOut = join(folder, 'calm');
const calmCode = await coordinator(calmOut).ended;
if (calmCode !== 0) throw new Error(`the calm run ended with ${calmCode}`);
const calmMs = performance.now() - started;
const calm = await resultsOf(calmOut);
const total = () => [...tally.kills.values()].reduce((sum, times) => sum + times, 0);
while (total() < kills) {
  await oneRun(calm, calmMs);
  console.error(
    `${total()} of ${kills} kills in ${tally.runs} runs; ${tally.differing} differ, ${tally.paidTwice} paid twice, ${tally.underWay} under way, ${tally.orphans} orphans`,
  );
}
await Promise.all(settling);
await worker.kill('SIGTERM').catch(() => {});
await redis.kill();
await endpoint.kill();
console.log(
  table([
    ['killed', 'times'],
    ...[...tally.kills].map(([name, times]) => [name, String(times)]),
    ['all', String(total())],
  ]),
);
console.log(
  `exit codes of coordinators: ${[...tally.exits].map(([code, times]) => `${code}: ${times}`).join(', ')} (null: killed)`,
);
console.log(
  `${tally.runs} runs, ${values.queue ? 'queued' : 'local'}, ${values.sandbox}, calm ${(calmMs / 1000).toFixed(1)} s: ${tally.differing} differ from the calm run; ` +
    `${tally.paidTwice} replies paid twice, ${tally.underWay} were paid and not yet stored when a process died; ${tally.orphans} processes left after 5 s`,
);
if (tally.differing === 0) rmSync(folder, { recursive: true, force: true });
process.exit(tally.differing + tally.orphans > 0 || tally.paidTwice > tally.underWay ? 1 : 0);
