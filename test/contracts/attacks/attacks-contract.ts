import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/core/hash.ts';
import type { Sandbox, SandboxPlugin } from '../../../src/core/sandbox.ts';
import { attackCases } from './attack-cases.ts';

const HONEST = 'def f(x): return x * 2\n';

/** No attack gets a verdict that it does not deserve, and the next program is judged as if there had been none. */
export function attacksContract(plugin: SandboxPlugin): void {
  describe(`attacks: ${plugin.name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
    }, 600_000);
    afterAll(() => sandbox.close());

    async function run(code: string, tests: readonly string[]) {
      const bodies = tests.map((test, index) => ({ id: `${index}`, body: { kind: 'assertion', code: test } as const }));
      const content = { entryPoint: 'f', tests: bodies };
      const limits = { timeoutMs: 3000, memoryMib: 256 };
      const suite = { id: hashOf(content), ...content };
      return sandbox.run({ id: 'attack', code, suite, limits }, new AbortController().signal);
    }

    const cases = attackCases.filter(({ but }) => !but?.some(([name]) => name === plugin.name));
    test.each(cases)('$aim: $name', { timeout: 180_000 }, async ({ code, tests, verdicts, weak = [] }) => {
      const result = await run(code, tests);
      if (verdicts.length > 0)
        expect({ verdicts: result.verdicts, weak: result.weak.map(Number) }).toEqual({
          verdicts,
          weak: tests.map((_, index) => Number(weak.includes(index))),
        });
      else expect(result.verdicts.every((verdict, index) => verdict !== 'pass' || result.weak[index])).toBe(true);
      const after = await run(HONEST, ['assert f(3) == 6', 'assert f(3) == 7']);
      expect(after.verdicts).toEqual(['pass', 'fail']);
    });
  });
}
