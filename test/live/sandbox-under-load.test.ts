import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/core/sandbox.ts';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { openedSandbox } from '../fakes/sandbox-runs.ts';
import { startBusyProcesses } from './busy-processes.ts';

const BUSY = 4;
const TIMEOUT_MS = 250;
/** Four times the limit and a second. */
const ASLEEP_S = 2;

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

// A plain process has the runner of bubblewrap.
for (const plugin of [bubblewrapSandbox, dockerSandbox, wasmSandbox]) {
  const probe = await plugin.probe();
  describe.skipIf(!probe.available)(`${plugin.name} beside ${BUSY} endless loops (${probe.detail})`, () => {
    const { run } = openedSandbox(() => plugin.open({ jobs: 1 }), { timeoutMs: TIMEOUT_MS, memoryMib: 256 });
    let busy: ReturnType<typeof startBusyProcesses>;
    beforeAll(() => {
      busy = startBusyProcesses(BUSY);
    });
    afterAll(() => busy.stop());

    async function expectVerdicts(code: string, cells: readonly [seconds: number, verdict: Verdict][]): Promise<void> {
      for (const [seconds, verdict] of cells)
        expect((await run(code, [`assert f(${seconds}) == ${seconds}`])).verdicts).toEqual([verdict]);
    }

    test('time asleep near the limit', () => expectVerdicts(SLEEPER, sleepers));

    // The clock of a process in WebAssembly is that of the wall.
    if (plugin.name !== 'wasm') test('CPU time near the limit', () => expectVerdicts(WORKER, workers));
  });
}
