import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Sandbox, SandboxJob, SandboxResult, Verdict } from '../src/core/sandbox.ts';
import { packageRoot } from '../src/package-root.ts';

function runOne(python: string, { code, suite, limits }: SandboxJob): Promise<SandboxResult> {
  const tests = suite.tests.map(({ body }) => (body.kind === 'assertion' ? body.code : 'raise ValueError'));
  return new Promise((resolve, reject) => {
    const child = spawn(python, [join(packageRoot(), 'bench', 'process-each.py')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
    });
    // A candidate that swallows its time-out would otherwise never end.
    const timer = setTimeout(() => child.kill('SIGKILL'), tests.length * limits.timeoutMs + 20_000);
    let output = '';
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString('utf8');
    });
    child.stdin.on('error', () => {});
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      const none = tests.map(() => null);
      try {
        const { verdicts, cpuMs } = JSON.parse(output) as { verdicts: Verdict[]; cpuMs: number };
        resolve({ verdicts, outputs: none, details: none, weak: tests.map(() => false), cpuMs });
      } catch {
        const verdicts = tests.map((): Verdict => 'error');
        resolve({ verdicts, outputs: none, details: none, weak: tests.map(() => false), cpuMs: 0 });
      }
    });
    child.stdin.end(JSON.stringify({ code, tests, seconds: limits.timeoutMs / 1000 }));
  });
}

/** What others do, for comparison: one process per candidate, no isolation of cells; never for programs one did not write. */
export function openProcessEach(jobs: number, python = 'python3'): Sandbox {
  const limit = pLimit(jobs);
  return { name: 'process-each', run: (job) => limit(() => runOne(python, job)), close: async () => {} };
}
