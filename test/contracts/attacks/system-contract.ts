import { describe, expect, test } from 'vitest';
import type { SandboxPlugin } from '../../../src/core/sandbox.ts';
import { openedSandbox } from '../../fakes/sandbox-runs.ts';
import { fileAttacks } from './files.ts';
import { frameAttacks } from './frames.ts';
import { madeUpValues } from './made-up-values.ts';
import { processAttacks } from './processes.ts';
import { resourceAttacks } from './resources.ts';
import type { SystemAttack } from './system-attack.ts';
import { costlyTests } from './tests.ts';
import { wordAttacks } from './words.ts';

/** Loaded machines are slower than one with nothing else to do. */
const PATIENCE = 4;

const HONEST: SystemAttack = {
  name: 'honest',
  code: 'import os\ndef f(x):\n    assert os.listdir("/tmp") == os.listdir("/dev/shm") == []\n    return x * 2',
  tests: ['assert f(3) == 6', 'x = f(1)\nassert f(x) == 4', 'import os\nassert f(2) == 4 and os'],
};

/** No program or test ends a sandbox, holds it up, or reaches what is not its own; the next one is judged as ever. */
export function systemContract(plugin: SandboxPlugin): void {
  describe(`attacks on the sandbox itself: ${plugin.name}`, () => {
    const limits = { timeoutMs: 200, memoryMib: 128 };
    const { run: runChecks } = openedSandbox(() => plugin.open({ jobs: 1 }), limits);
    const run = ({ code, tests = ['assert f(3) == 6'] }: SystemAttack) => runChecks(code, tests);

    test.each([
      ...fileAttacks,
      ...frameAttacks,
      ...madeUpValues,
      ...processAttacks,
      ...resourceAttacks,
      ...costlyTests,
      ...wordAttacks,
    ])('$name', async (attack) => {
      const start = performance.now();
      const result = await run(attack);
      const seconds = (performance.now() - start) / 1000;
      const passed = result.verdicts.flatMap((verdict, index) => (verdict === 'pass' ? [index] : []));
      expect(passed.filter((index) => !attack.honest?.includes(index))).toEqual([]);
      expect(attack.right?.filter((index) => !passed.includes(index)) ?? []).toEqual([]);
      expect(Math.max(...result.details.map((detail) => detail?.length ?? 0))).toBeLessThan(25_000);
      expect(result.fatal ?? []).toEqual([]);
      if (attack.cpuMs) expect(result.cpuMs).toBeLessThan(attack.cpuMs);
      expect(seconds).toBeLessThan((attack.seconds ?? 3) * PATIENCE);
      expect(await run(HONEST)).toMatchObject({ verdicts: ['pass', 'pass', 'pass'], details: [null, null, null] });
    });
  });
}
