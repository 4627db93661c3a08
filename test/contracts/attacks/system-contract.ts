import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/core/hash.ts';
import type { TestBody } from '../../../src/core/program.ts';
import type { Sandbox, SandboxPlugin } from '../../../src/core/sandbox.ts';
import type { SystemAttack } from './system-attack.ts';
import { systemEndings } from './system-endings.ts';
import { systemFifth } from './system-fifth.ts';
import { systemFourth } from './system-fourth.ts';
import { systemReaches } from './system-reaches.ts';
import { systemResources } from './system-resources.ts';
import { systemSecond } from './system-second.ts';
import { systemThird } from './system-third.ts';
import { systemWords } from './system-words.ts';

/** Loaded machines are slower than one with nothing else to do. */
const PATIENCE = 4;
const { signal } = new AbortController();

const HONEST: SystemAttack = {
  name: 'honest',
  code: 'import os\ndef f(x):\n    assert os.listdir("/tmp") == os.listdir("/dev/shm") == []\n    return x * 2',
  tests: ['assert f(3) == 6', 'x = f(1)\nassert f(x) == 4', 'import os\nassert f(2) == 4 and os'],
};

/** No program or test ends a sandbox, holds it up, or reaches what is not its own; the next one is judged as ever. */
export function systemContract(plugin: SandboxPlugin): void {
  describe(`attacks on the sandbox itself: ${plugin.name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
    }, 600_000);
    afterAll(() => sandbox.close());

    function run({ code, tests = ['assert f(3) == 6'], preload, official }: SystemAttack) {
      const bodies = tests.map(
        (each): TestBody => (typeof each === 'string' ? { kind: 'assertion', code: each } : each),
      );
      const content = {
        tests: bodies.map((body, index) => ({ id: `${index}`, body })),
        entryPoint: bodies.some(({ kind }) => kind === 'stdio') ? null : 'f',
        ...(preload ? { preload } : {}),
        ...(official ? { official } : {}),
      };
      const limits = { timeoutMs: 200, memoryMib: 128 };
      return sandbox.run({ id: 'attack', code, suite: { id: hashOf(content), ...content }, limits }, signal);
    }

    const only = process.env['ATTACKS_NAMED'];
    for (const attack of [
      ...systemEndings,
      ...systemResources,
      ...systemReaches,
      ...systemWords,
      ...systemSecond,
      ...systemThird,
      ...systemFourth,
      ...systemFifth,
    ]) {
      if (only && !new RegExp(only).test(attack.name)) continue;
      // FIXME in the attack's own words, where there are any.
      const check = attack.open ? test.fails : test;
      check(`${attack.name}${attack.open ? ` (${attack.open})` : ''}`, async () => {
        const start = performance.now();
        const result = await run(attack);
        const seconds = (performance.now() - start) / 1000;
        if (process.env['ATTACKS_TOLD'])
          console.log(
            `${attack.name}: ${seconds.toFixed(2)} s, CPU ${result.cpuMs} ms, ${JSON.stringify(result.verdicts)} ${JSON.stringify(result.details).slice(0, 600)}${result.fatal ? ' FATAL' : ''}`,
          );
        const passed = result.verdicts.flatMap((verdict, index) => (verdict === 'pass' ? [index] : []));
        expect(passed.filter((index) => !attack.honest?.includes(index))).toEqual([]);
        expect(attack.right?.filter((index) => !passed.includes(index)) ?? []).toEqual([]);
        expect(attack.weak?.filter((index) => !result.weak[index]) ?? []).toEqual([]);
        expect(Math.max(...result.details.map((detail) => detail?.length ?? 0))).toBeLessThan(25_000);
        expect(result.fatal ?? []).toEqual([]);
        if (attack.cpuMs) expect(result.cpuMs).toBeLessThan(attack.cpuMs);
        expect(seconds).toBeLessThan((attack.seconds ?? 3) * PATIENCE);
        expect(await run(HONEST)).toMatchObject({ verdicts: ['pass', 'pass', 'pass'], details: [null, null, null] });
      });
    }
  });
}
