import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../src/core/hash.ts';
import type { SandboxJob } from '../../src/core/sandbox.ts';
import { packageRoot } from '../../src/package-root.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { commandLine, descendants, type ProcessSet, survivors } from './process-tree.ts';

const probe = await bubblewrapSandbox.probe();

const suite = {
  tests: [1, 2, 3, 4].map((x) => ({
    id: `${x}`,
    body: { kind: 'assertion', code: `assert f(${x}) == ${2 * x}` } as const,
  })),
  entryPoint: 'f',
};
const jobOf = (index: number): SandboxJob => ({
  id: `${index}`,
  code: `import os, time\ndef f(x):\n    time.sleep(0.01)\n    return x * ${index % 3}`,
  suite: { id: hashOf(suite), ...suite },
  limits: { timeoutMs: 1000, memoryMib: 128 },
});

describe.skipIf(!probe.available)(`a killed sandbox (needs bubblewrap: ${probe.detail})`, () => {
  test('runners that are killed in mid-run are replaced, and no verdict changes', { timeout: 300_000 }, async () => {
    const signal = new AbortController().signal;
    const sandbox = await bubblewrapSandbox.open({ jobs: 2 });
    const jobs = Array.from({ length: 60 }, (_, index) => jobOf(index));
    let running = true;
    let kills = 0;
    const killer = (async () => {
      while (running && kills < 8) {
        await sleep(400);
        const runners = [...descendants(process.pid).keys()].filter((pid) =>
          commandLine(pid).includes('/runner/main.py'),
        );
        const victim = runners[kills % Math.max(runners.length, 1)];
        if (victim) {
          process.kill(victim, 'SIGKILL');
          kills++;
        }
      }
    })();
    // A job that loses two runners in a row is the sandbox's failure, which is not what this asks.
    const results = await Promise.all(
      jobs.map((job) => sandbox.run(job, signal).catch(() => sandbox.run(job, signal))),
    );
    running = false;
    await killer;
    for (const [index, { verdicts }] of results.entries()) {
      expect(verdicts).toEqual(Array(4).fill(index % 3 === 2 ? 'pass' : 'fail'));
    }
    expect(kills).toBeGreaterThan(0);
    const before = descendants(process.pid);
    await sandbox.close();
    await sleep(1000);
    expect(
      survivors(before)
        .map(commandLine)
        .filter((name) => name.includes('bwrap')),
    ).toEqual([]);
  });

  test('nothing is left of a mutagree that is killed', { timeout: 120_000 }, async () => {
    const script = `
      import { bubblewrapSandbox } from ${JSON.stringify(join(packageRoot(), 'src/sandbox/native/bubblewrap-sandbox.ts'))};
      const sandbox = await bubblewrapSandbox.open({ jobs: 2 });
      const code = 'import os, time\\ndef f(x):\\n    os.fork()\\n    time.sleep(60)';
      const tests = [{ id: '1', body: { kind: 'assertion', code: 'assert f(1)' } }];
      const job = { id: 'j', code, suite: { id: 's', entryPoint: 'f', tests }, limits: { timeoutMs: 60000, memoryMib: 128 } };
      await Promise.all([1, 2].map(() => sandbox.run(job, new AbortController().signal)));
    `;
    const child = spawn('npx', ['tsx', '--input-type=module', '-e', script], {
      cwd: packageRoot(),
      stdio: 'ignore',
      detached: true,
    });
    let tree: ProcessSet = new Map();
    for (let waited = 0; waited < 60 && tree.size < 14; waited++) {
      await sleep(1000);
      tree = descendants(child.pid ?? 0);
    }
    expect(tree.size).toBeGreaterThan(10);
    for (const pid of [child.pid ?? 0, ...tree.keys()]) {
      try {
        if (commandLine(pid).includes('tsx')) process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with its parent.
      }
    }
    for (let waited = 0; waited < 10 && survivors(tree).length > 0; waited++) await sleep(500);
    expect(survivors(tree)).toEqual([]);
  });
});
