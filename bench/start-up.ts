/**
 * From the start to the first verdict, for each sandbox: of `mutagree execute` with its canary (a new process of Node,
 * under tsx), of a sandbox opened in a running process, and of the next job on a worker that is there. Wall milliseconds,
 * medians; images exist already (`mutagree images base` makes them once).
 *
 * npx tsx bench/start-up.ts [--sandbox docker,bubblewrap,process,wasm] [--rounds 5] [--json]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sandbox, SandboxPlugin } from '../src/core/sandbox.ts';
import { packageRoot } from '../src/package-root.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { median, textTable } from './statistics.ts';

const { signal } = new AbortController();
const LIMITS = { timeoutMs: 1000, memoryMib: 256 };
const CODE = 'def f(x):\n    return x * 2';
const TEST = 'assert f(3) == 6';

/** Until the first verdict is on stdout. */
async function executeMs(sandbox: string, file: string): Promise<number> {
  const started = performance.now();
  const argv = [
    '--import',
    'tsx',
    'src/cli/main.ts',
    'execute',
    '--job',
    file,
    '--sandbox',
    sandbox,
    '--jobs',
    '1',
    '--json',
  ];
  const child = spawn(process.execPath, argv, { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  let firstMs = Number.NaN;
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString('utf8');
    if (Number.isNaN(firstMs) && text.includes('"pass"')) firstMs = performance.now() - started;
  });
  await once(child, 'close');
  if (Number.isNaN(firstMs)) throw new Error(`${sandbox}: no verdict from execute`);
  return firstMs;
}

async function verdictMs(sandbox: Sandbox, id: string): Promise<number> {
  const started = performance.now();
  const tests = [{ id: '0', body: { kind: 'assertion', code: TEST } as const }];
  const suite = { id, entryPoint: 'f', tests };
  const { verdicts } = await sandbox.run({ id, code: CODE, suite, limits: LIMITS }, signal);
  if (verdicts[0] !== 'pass') throw new Error(`${sandbox.name}: ${verdicts[0]}`);
  return performance.now() - started;
}

async function openMs(plugin: SandboxPlugin, round: number) {
  const started = performance.now();
  const sandbox = await plugin.open({ jobs: 1 });
  await verdictMs(sandbox, `${round} first`);
  const coldMs = performance.now() - started;
  const warmMs = await verdictMs(sandbox, `${round} second`);
  await sandbox.close();
  return { coldMs, warmMs };
}

async function main() {
  const { values } = parseArgs({
    options: {
      sandbox: { type: 'string', default: 'docker,bubblewrap,process,wasm' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  const folder = await mkdtemp(join(tmpdir(), 'mutagree-start-'));
  const file = join(folder, 'job.json');
  const job = { candidates: [{ id: 'c', code: CODE }], tests: [{ id: 't', code: TEST }], entryPoint: 'f', ...LIMITS };
  await writeFile(file, JSON.stringify(job));
  const report = [];
  for (const name of values.sandbox.split(',')) {
    const { plugin } = await chooseSandbox(name);
    const times = { commandMs: [] as number[], coldMs: [] as number[], warmMs: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.commandMs.push(await executeMs(name, file));
      const { coldMs, warmMs } = await openMs(plugin, round);
      times.coldMs.push(coldMs);
      times.warmMs.push(warmMs);
    }
    report.push({
      sandbox: name,
      rounds,
      commandMs: median(times.commandMs),
      coldMs: median(times.coldMs),
      warmMs: median(times.warmMs),
      all: times,
    });
  }
  await rm(folder, { recursive: true });
  if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    const rows = report.map(({ sandbox, commandMs, coldMs, warmMs }) => [
      sandbox,
      ...[commandMs, coldMs, warmMs].map((ms) => ms.toFixed(0)),
    ]);
    const head = ['sandbox', 'mutagree execute', 'open, first verdict', 'next verdict'];
    process.stdout.write(`ms to the first verdict, medians of ${rounds}\n${textTable([head, ...rows])}\n`);
  }
}

await main();
