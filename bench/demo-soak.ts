/**
 * The demo as a stranger's bare machine runs it (in WebAssembly, where nothing needs to be installed), again and again
 * beside endless loops that take the processors away (and beside other demos, with `--at-once`): every round must end
 * well and give the same figures, down to each verdict. Run "npm run build" first. Ends with 1 where a round failed or
 * differed.
 *
 * npx tsx bench/demo-soak.ts [--rounds 200] [--at-once 1] [--busy 4] [--sandbox wasm] [--node PATH] [--dir FOLDER]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { packageRoot } from '../src/package-root.ts';
import { startBusyProcesses } from './busy-processes.ts';
import { median } from './statistics.ts';

/** Written as results come, so that their lines have no order; and rendered from them. */
const RECORDS = ['verdicts', 'official', 'reference', 'rankings', 'candidates', 'tests'].map((name) => `${name}.jsonl`);
const TABLES = ['tables.csv', 'tasks.csv', 'leaderboard-evalplus.json'];

interface Round {
  readonly exitCode: number | null;
  readonly wallMs: number;
  /** The last words of a round that failed. */
  readonly end: string;
  /** File -> digest of what it says, times left out. */
  readonly digests: ReadonlyMap<string, string>;
}

function digestOf(file: string, text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/,?"cpuMs":[\d.e+-]+/g, ''));
  const kept = file.endsWith('.jsonl') ? lines.sort() : lines;
  return createHash('sha256').update(kept.join('\n')).digest('hex').slice(0, 16);
}

async function runDemo(node: string, sandbox: string, out: string): Promise<Round> {
  const began = performance.now();
  const argv = ['dist/src/cli/main.js', 'run', '--config', 'data/demo.yaml', '--sandbox', sandbox, '--out', out];
  const child = spawn(node, argv, { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  process.once('exit', stop);
  let end = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      end = (end + part.toString('utf8')).slice(-1500);
    });
  }
  const [exitCode] = (await once(child, 'close')) as [number | null];
  process.off('exit', stop);
  const wallMs = performance.now() - began;
  const digests = new Map<string, string>();
  if (exitCode === 0) {
    for (const file of [...RECORDS, ...TABLES])
      digests.set(file, digestOf(file, await readFile(join(out, file), 'utf8')));
  }
  return { exitCode, wallMs, end, digests };
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '1' },
    busy: { type: 'string', default: '4' },
    sandbox: { type: 'string', default: 'wasm' },
    node: { type: 'string', default: process.execPath },
    dir: { type: 'string', default: tmpdir() },
  },
});
const rounds = Number(values.rounds);
const folder = await mkdtemp(join(values.dir, 'mutagree-soak-'));
const busy = startBusyProcesses(Number(values.busy));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
let first: Round | undefined;
const wallMs: number[] = [];
const loads: number[] = [];
let failed = 0;
let different = 0;

async function soak(round: number): Promise<void> {
  const out = join(folder, `${round}`);
  const result = await runDemo(values.node, values.sandbox, out);
  wallMs.push(result.wallMs);
  loads.push(loadavg()[0] ?? 0);
  if (result.exitCode !== 0) {
    failed++;
    console.log(`round ${round}: exit code ${result.exitCode}\n${result.end}`);
  } else {
    const isFirst = first === undefined;
    first ??= result;
    const files = [...result.digests].filter(([file, digest]) => first?.digests.get(file) !== digest);
    if (files.length > 0) {
      different++;
      console.log(`round ${round} says something else in ${files.map(([file]) => file).join(', ')}: kept in ${out}`);
    } else if (!isFirst) await rm(out, { recursive: true, force: true });
  }
  if (wallMs.length % 10 === 0 || wallMs.length === rounds) {
    const seconds = (median(wallMs) / 1000).toFixed(1);
    const load = median(loads).toFixed(1);
    console.log(
      `${wallMs.length}/${rounds} rounds, ${failed} failed, ${different} different, median ${seconds} s per round, load ${load}`,
    );
  }
}

const limit = pLimit(Number(values['at-once']));
try {
  await Promise.all(Array.from({ length: rounds }, (_, at) => limit(() => soak(at + 1))));
} finally {
  busy.stop();
}
if (failed + different === 0) await rm(folder, { recursive: true, force: true });
process.exitCode = failed + different > 0 ? 1 : 0;
