import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../src/package-root.ts';
import { processesOf, proportionalKib } from './process-memory.ts';

/** One job through `mutagree execute`, seen from outside. */
export interface StreamedJob {
  readonly cells: number;
  /** From the start of the process. */
  readonly firstRowMs: number;
  readonly lastRowMs: number;
  readonly wallMs: number;
  /** As the document says: of all sandboxed processes. */
  readonly cpuMs: number;
  /** Largest sums that were seen; shared pages count once. */
  readonly peakNodeMib: number;
  readonly peakSandboxMib: number;
}

const SAMPLE_MS = 250;

/** Runs `candidates` times `tests` cells, of which those of every other candidate pass. */
export async function runStreamedJob(sandbox: string, candidates: number, tests: number): Promise<StreamedJob> {
  const folder = await mkdtemp(join(tmpdir(), 'mutagree-streamed-'));
  try {
    const file = join(folder, 'job.json');
    const job = {
      candidates: Array.from({ length: candidates }, (_, index) => ({
        id: `${index}`,
        code: `def f(x):\n    return x + ${index % 2}  # ${index}`,
      })),
      tests: Array.from({ length: tests }, (_, x) => ({ id: `${x}`, code: `assert f(${x}) == ${x}` })),
      entryPoint: 'f',
      timeoutMs: 1000,
      memoryMib: 256,
    };
    await writeFile(file, JSON.stringify(job));
    return await watchExecution(sandbox, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function watchExecution(sandbox: string, file: string): Promise<StreamedJob> {
  const started = performance.now();
  const argv = ['--import', 'tsx', 'src/cli/main.ts', 'execute', '--job', file, '--sandbox', sandbox, '--json'];
  const child = spawn(process.execPath, argv, { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  let errors = '';
  let firstRowMs = 0;
  let lastRowMs = 0;
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString('utf8');
  });
  child.stdout.on('data', (part: Buffer) => {
    const text = part.toString('utf8');
    parts.push(text);
    if (!text.includes('"pass"') && !text.includes('"fail"')) return;
    lastRowMs = performance.now() - started;
    firstRowMs ||= lastRowMs;
  });
  let peakNodeMib = 0;
  let peakSandboxMib = 0;
  const ended = once(child, 'close') as Promise<[number | null]>;
  while (child.exitCode === null && child.signalCode === null) {
    const pid = child.pid ?? 0;
    const others = processesOf(pid).filter((other) => other !== pid);
    peakNodeMib = Math.max(peakNodeMib, proportionalKib(pid) / 1024);
    peakSandboxMib = Math.max(peakSandboxMib, others.reduce((sum, other) => sum + proportionalKib(other), 0) / 1024);
    await Promise.race([ended, sleep(SAMPLE_MS)]);
  }
  const [code] = await ended;
  const wallMs = performance.now() - started;
  if (code !== 0) throw new Error(`execute ended with ${code}: ${errors}`);
  const { verdicts, cpuMs } = JSON.parse(parts.join('')) as { verdicts: string[][]; cpuMs: number };
  const row = (index: number) => (index % 2 ? 'fail' : 'pass');
  if (!verdicts.every((cells, index) => cells.every((cell) => cell === row(index)))) throw new Error('wrong verdicts');
  return { cells: verdicts.flat().length, firstRowMs, lastRowMs, wallMs, cpuMs, peakNodeMib, peakSandboxMib };
}
