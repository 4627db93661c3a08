import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBusyProcesses } from '../../bench/busy-processes.ts';
import type { Sandbox, Verdict } from '../../src/core/sandbox.ts';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { processSandbox } from '../../src/sandbox/native/process-sandbox.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';

const BUSY = 4;
const TIMEOUT_MS = 250;
/** Four times the limit and a second. */
const ASLEEP_S = 2;
const { signal } = new AbortController();

/** Argument of `f`, seconds; what must come of it whatever else runs. */
const sleepers: readonly [number, Verdict][] = [
  [0, 'pass'],
  [ASLEEP_S * 0.75, 'pass'],
  [ASLEEP_S * 1.5, 'timeout'],
];
const workers: readonly [number, Verdict][] = [
  [0, 'pass'],
  [0.15, 'pass'],
  [0.45, 'timeout'],
];

const SLEEPER = 'import time\ndef f(x):\n    time.sleep(x)\n    return x';
/** So much CPU time by the process's own clock, which queueing for a processor does not move. */
const WORKER =
  'import time\ndef f(x):\n    until = time.process_time() + x\n    while time.process_time() < until: pass\n    return x';

async function judge(sandbox: Sandbox, code: string, cells: readonly [number, Verdict][]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [seconds] of cells) {
    const tests = [{ id: '0', body: { kind: 'assertion', code: `assert f(${seconds}) == ${seconds}` } as const }];
    const suite = { id: `near the limit ${seconds}`, entryPoint: 'f', tests };
    const result = await sandbox.run(
      { id: 'near', code, suite, limits: { timeoutMs: TIMEOUT_MS, memoryMib: 256 } },
      signal,
    );
    verdicts.push(...result.verdicts);
  }
  return verdicts;
}

for (const plugin of [bubblewrapSandbox, dockerSandbox, processSandbox, wasmSandbox]) {
  const probe = await plugin.probe();
  describe.skipIf(!probe.available)(`${plugin.name} beside ${BUSY} endless loops (${probe.detail})`, () => {
    let sandbox: Sandbox;
    let busy: ReturnType<typeof startBusyProcesses>;
    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
      await judge(sandbox, SLEEPER, sleepers.slice(0, 1));
      busy = startBusyProcesses(BUSY);
    }, 120_000);
    afterAll(async () => {
      busy?.stop();
      await sandbox?.close();
    });

    test('time asleep near the limit', async () => {
      expect(await judge(sandbox, SLEEPER, sleepers)).toEqual(sleepers.map(([, verdict]) => verdict));
    });

    // The clock of a process in WebAssembly is that of the wall.
    if (plugin.name === 'wasm') return;

    test('CPU time near the limit', async () => {
      expect(await judge(sandbox, WORKER, workers)).toEqual(workers.map(([, verdict]) => verdict));
    });
  });
}
