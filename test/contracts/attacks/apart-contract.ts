import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/core/hash.ts';
import type { Sandbox, SandboxPlugin } from '../../../src/core/sandbox.ts';
import { apartClaims, apartInstances, apartMembers } from './apart-claims.ts';
import { apartForgeries } from './apart-forgeries.ts';
import { apartFourth, placeSeekers } from './apart-fourth.ts';
import { apartThird } from './apart-third.ts';

const RIGHT = 'import time\ndef f(x): return x * 2\n';
const VALUE = 'def test_value(self):\n    self.assertEqual(f(3), 6)';

/** Ends loops where tests run beside the program, too; the rest of these is known to win there, or wins nothing. */
const ENDINGS = /^ends /;
const moduleOf = (tests: string, more = '') =>
  `${more}import unittest\nfrom unittest.mock import patch\nclass TestCases(unittest.TestCase):\n    ${tests.replaceAll('\n', '\n    ')}\n`;

/** No program decides a test module that runs in another process, and the next one finds nothing of it. */
export function apartContract(plugin: SandboxPlugin): void {
  describe(`attacks on tests apart from the program: ${plugin.name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
    }, 600_000);
    afterAll(() => sandbox.close());

    async function run(code: string, tests: string, more = '') {
      const body = { kind: 'in-process', form: 'unittest', module: moduleOf(tests, more) } as const;
      const content = { tests: [{ id: 'official', body }], entryPoint: 'f', preload: [] };
      const suite = { id: hashOf(content), ...content };
      const limits = { timeoutMs: 2000, memoryMib: 256 };
      return sandbox.run({ id: 'task', code, suite, limits }, new AbortController().signal);
    }

    test.each([...apartForgeries, ...apartThird, ...apartFourth, ...apartClaims])(
      '$name',
      { timeout: 180_000 },
      async ({ code, tests }) => {
        const { verdicts, details } = await run(code, tests);
        expect({ verdict: verdicts[0], detail: details[0] }).not.toMatchObject({ verdict: 'pass' });
        expect((await run(RIGHT, VALUE)).verdicts).toEqual(['pass']);
      },
    );

    test.each(apartInstances)('is an instance of its class: $name', { timeout: 180_000 }, async ({ code, tests }) => {
      const { verdicts, details } = await run(code, tests);
      expect({ verdict: verdicts[0], detail: details[0] }).toEqual({ verdict: 'pass', detail: null });
    });

    test.each(apartMembers)('is the value that it is: $name', { timeout: 180_000 }, async ({ code, tests }) => {
      const { verdicts, details } = await run(code, tests);
      expect({ verdict: verdicts[0], detail: details[0] }).toEqual({ verdict: 'pass', detail: null });
    });

    test.each(placeSeekers)('stays apart from its tests: $name', { timeout: 180_000 }, async ({ code, tests }) => {
      const { verdicts, details } = await run(code, tests);
      expect({ verdict: verdicts[0], detail: details[0] }).toEqual({ verdict: 'pass', detail: null });
    });

    const endings = apartForgeries.filter(({ name }) => ENDINGS.test(name));
    test.each(endings)('beside its tests: $name', { timeout: 180_000 }, async ({ code, tests }) => {
      // Modules that look into the interpreter run in the program's process.
      expect((await run(code, tests, 'import gc\n')).verdicts).not.toEqual(['pass']);
      expect((await run(RIGHT, tests, 'import gc\n')).verdicts).toEqual(['pass']);
    });
  });
}
