/**
 * A study of 1,000 tasks x 3 models x 60 programs of six wordings, from generated files: time and memory of import, arms
 * and reports; then the same study killed three times and resumed, whose tables must be the same byte for byte.
 *
 * npm run build && npx tsx bench/large-study.ts [--tasks 1000] [--models 3] [--programs 60] [--distinct 4] [--kills 3]
 *   [--sandbox bubblewrap] [--out .cache/large]
 *
 * Programs are made by rule (bench/large/large-files.ts), few of them distinct: what is measured is mutagree, not Python.
 * Wall and CPU seconds are of the whole command with its sandbox; memory is the highest resident set of one of its Node
 * processes. Kills are SIGKILL when the logs have grown to a share of what the whole study wrote.
 * Ends with 1 where the tables differ.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/package-root.ts';
import { writeLargeFiles } from './large/large-files.ts';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    models: { type: 'string', default: '3' },
    programs: { type: 'string', default: '60' },
    distinct: { type: 'string', default: '4' },
    kills: { type: 'string', default: '3' },
    sandbox: { type: 'string', default: 'auto' },
    out: { type: 'string', default: join('.cache', 'large') },
  },
});
const POLL_MS = 200;
const TABLES = ['tables.md', 'tables.csv', 'tables.tex', 'tasks.csv'];

const shape = {
  tasks: Number(values.tasks),
  models: Number(values.models),
  programs: Number(values.programs),
  wordings: 6,
  distinct: Number(values.distinct),
  testReplies: 3,
};
const made = writeLargeFiles(values.out, shape);
process.stdout.write(
  `${shape.tasks} tasks x ${shape.models} models x ${shape.programs} programs: ${made.samples} samples, ${(made.bytes / 1e6).toFixed(0)} MB\n`,
);

const argumentsOf = (study: string) => [
  join(packageRoot(), 'dist', 'src', 'cli', 'main.js'),
  'run',
  ...['--dataset', join(values.out, 'tasks.jsonl'), '--samples', join(values.out, 'samples.jsonl')],
  ...['--tests', join(values.out, 'tests.jsonl'), '--variants', join(values.out, 'variants.jsonl')],
  ...['--scorer', 'fusion', '--probes', '0', '--sandbox', values.sandbox, '--out', study],
];

/** Bytes of all logs of a study: they only grow. */
function logged(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Process ids with their parents. */
function processes(): readonly { readonly pid: string; readonly parent: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const [, rest = ''] = /^\d+ \(.*\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trimEnd()) ?? [];
      return [{ pid, parent: rest.split(' ')[1] ?? '' }];
    } catch {
      return [];
    }
  });
}

/** The highest resident set of any Node process below `root`. */
function peakBelow(root: number): number {
  const all = processes();
  const own = new Set([`${root}`]);
  for (let before = 0; before !== own.size; ) {
    before = own.size;
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid);
  }
  const peaks = [...own].flatMap((pid) => {
    try {
      if (readlinkSync(`/proc/${pid}/exe`) !== process.execPath) return [];
      return [Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024];
    } catch {
      return [];
    }
  });
  return Math.max(0, ...peaks);
}

/** User and system seconds of ended children, as the shell's `times` prints them. */
function cpuOf(times: string): number | null {
  const last = times.trim().split('\n').at(-1) ?? '';
  const parts = [...last.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  );
  return parts.length === 2 ? (parts[0] ?? 0) + (parts[1] ?? 0) : null;
}

/** Runs the study until it ends, or until its logs hold so many bytes. */
async function runStudy(study: string, killAt: number | null) {
  const started = performance.now();
  const child = spawn(
    'bash',
    ['-c', '"$@" >/dev/null; code=$?; times; exit $code', '-', process.execPath, ...argumentsOf(study)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  let times = '';
  child.stdout.on('data', (chunk: Buffer) => {
    times += chunk.toString('utf8');
  });
  let peakMib = 0;
  const pid = child.pid ?? 0;
  let killed = false;
  while (child.exitCode === null && child.signalCode === null) {
    peakMib = Math.max(peakMib, peakBelow(pid));
    if (killAt !== null && !killed && logged(study) >= killAt) {
      process.kill(-pid, 'SIGKILL');
      killed = true;
    }
    await sleep(POLL_MS);
  }
  if (!killed && child.exitCode !== 0) throw new Error(`the study ended with ${child.exitCode ?? child.signalCode}`);
  return { peakMib, cpuSeconds: cpuOf(times), killed, seconds: (performance.now() - started) / 1000 };
}

const say = (name: string, { seconds, cpuSeconds, peakMib }: Awaited<ReturnType<typeof runStudy>>) =>
  process.stdout.write(
    `${name}: ${seconds.toFixed(0)} s, ${cpuSeconds === null ? '' : `${cpuSeconds.toFixed(0)} s of CPU, `}${peakMib.toFixed(0)} MiB\n`,
  );

const whole = join(values.out, 'whole');
if (!existsSync(join(whole, 'tables.md'))) {
  rmSync(whole, { recursive: true, force: true });
  say('in one go', await runStudy(whole, null));
}

const broken = join(values.out, 'killed');
rmSync(broken, { recursive: true, force: true });
const total = logged(whole);
const kills = Number(values.kills);
for (let at = 1; at <= kills; at++) {
  const share = (at - 0.5) / kills;
  const outcome = await runStudy(broken, total * share);
  if (!outcome.killed) throw new Error('the study ended before it was killed');
  say(`killed at ${(100 * share).toFixed(0)} % of its logs`, outcome);
}
say('resumed to its end', await runStudy(broken, null));
const differing = TABLES.filter(
  (name) => readFileSync(join(whole, name), 'utf8') !== readFileSync(join(broken, name), 'utf8'),
);
process.stdout.write(
  differing.length === 0 ? `${TABLES.join(', ')}: the same\n` : `DIFFERENT: ${differing.join(', ')}\n`,
);
process.exitCode = differing.length === 0 ? 0 : 1;
