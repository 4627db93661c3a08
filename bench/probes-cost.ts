/**
 * What probes cost beside the tests: CPU seconds of executing the same programs of CodeT on their generated tests, with
 * no probes and with more and more of them.
 *
 * npx tsx bench/probes-cost.ts [--tasks 4] [--counts 0,40,100] [--sandbox auto] [--rounds 2]
 *
 * CPU is what the sandbox reports of its processes plus this process's own; each count is executed in turn, `rounds`
 * times, and the least is printed. Nothing is kept between rounds. Even task numbers of HumanEval, 0.1 s per cell.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { silentProgress } from '../src/core/progress.ts';
import type { Sandbox } from '../src/core/sandbox.ts';
import { executeMatrix } from '../src/pipeline/5-execute-matrix.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { readPools } from './regimes/pool.ts';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '4' },
    counts: { type: 'string', default: '0,40,100' },
    sandbox: { type: 'string', default: 'auto' },
    rounds: { type: 'string', default: '2' },
  },
});
const counts = values.counts.split(',').map(Number);
const pools = (await readPools('codet')).slice(0, Number(values.tasks));
const { plugin } = await chooseSandbox(values.sandbox);
const opened = await plugin.open({ jobs: availableParallelism() });
let sandboxMs = 0;
const sandbox: Sandbox = {
  ...opened,
  run: async (...all: Parameters<Sandbox['run']>) => {
    const result = await opened.run(...all);
    sandboxMs += result.cpuMs;
    return result;
  },
};
const deps = {
  sandbox,
  limits: { timeoutMs: 100, memoryMib: 512, giveUpAfterTimeouts: 6 },
  progress: silentProgress,
  signal: new AbortController().signal,
  rows: null,
};
/** CPU seconds of all pools with so many probes. */
async function cpuSeconds(count: number): Promise<number> {
  const before = process.cpuUsage();
  sandboxMs = 0;
  for (const pool of pools) {
    await executeMatrix({ ...pool, tests: [...pool.tests, ...pool.probes.slice(0, count)] }, deps);
  }
  const { user, system } = process.cpuUsage(before);
  return (sandboxMs + (user + system) / 1000) / 1000;
}
const programs = pools.reduce((sum, { candidates }) => sum + candidates.length, 0);
const tests = pools.reduce((sum, pool) => sum + pool.tests.length, 0);
process.stdout.write(`${plugin.name}: ${pools.length} tasks, ${programs} programs, ${tests} tests\n`);
const least = new Map<number, number>();
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const count of counts) {
      least.set(count, Math.min(least.get(count) ?? Number.POSITIVE_INFINITY, await cpuSeconds(count)));
    }
  }
} finally {
  await opened.close();
}
for (const [count, seconds] of least) {
  const probes = pools.reduce((sum, pool) => sum + pool.probes.slice(0, count).length, 0);
  process.stdout.write(`  ${count} probes per task (${probes} in all): ${seconds.toFixed(1)} s of CPU\n`);
}
