import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../src/core/hash.ts';
import type { Sandbox, SandboxPlugin, SandboxTest } from '../../src/core/sandbox.ts';
import { type Hack, hacks } from './hacks.ts';

const RIGHT = 'import time\ndef f(x):\n    return x * 2\ndef now():\n    return time.time()\n';
const CASES = `
import unittest
from unittest.mock import patch
class TestCases(unittest.TestCase):
    def test_value(self):
        self.assertEqual(f(3), 6)
    @patch('time.time', return_value=7)
    def test_mock(self, _):
        self.assertEqual(now(), 7)
`;
const HUMAN_EVAL = 'def check(candidate):\n    assert candidate(3) == 6\n    assert candidate(4) == 8\n\ncheck(f)';

/** One body per lane and official form. */
const BODIES: Readonly<Record<string, SandboxTest['body']>> = {
  value: { kind: 'assertion', code: 'assert f(3) == 6' },
  'human-eval': { kind: 'assertion', code: HUMAN_EVAL },
  calls: {
    kind: 'calls',
    target: 'f',
    inputs: '[[3], [4]]',
    count: 2,
    expected: [{ form: 'json', text: '[6, 8]' }],
    comparison: { rule: 'equal' },
  },
  together: {
    kind: 'assertion',
    code: 'import math\nfor got, wanted in zip(map(f, [3, 4]), [6, 8]):\n    assert len([got]) == 1 and got == wanted, math\n',
  },
  method: { kind: 'method', module: CASES, method: 'TestCases.test_value' },
  official: { kind: 'in-process', form: 'unittest', module: CASES },
};

const laneOf = (form: string) => (form === 'method' ? 'official' : form) as NonNullable<Hack['wins']>[number];

/** No hack passes, but for the weak passes that docs/sandbox.md lists; the next program finds nothing of it. */
export function hacksContract(plugin: SandboxPlugin, forms: readonly string[] = Object.keys(BODIES)): void {
  describe(`hacks: ${plugin.name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
    }, 600_000);
    afterAll(() => sandbox.close());

    const suites = forms.map((form) => {
      const content = { tests: [{ id: form, body: BODIES[form] as SandboxTest['body'] }], entryPoint: 'f' };
      return { form, suite: { id: hashOf(content), ...content } };
    });
    const run = (code: string, suite: (typeof suites)[number]['suite']) =>
      sandbox.run(
        { id: 'hack', code, suite, limits: { timeoutMs: 2000, memoryMib: 256 } },
        new AbortController().signal,
      );

    test.each(hacks)('$name', { timeout: 180_000 }, async ({ code, wins = [] }) => {
      const passed: string[] = [];
      for (const { form, suite } of suites) {
        const { verdicts, weak } = await run(code, suite);
        if (verdicts[0] !== 'pass') continue;
        if (!(weak[0] && wins.includes(laneOf(form)))) passed.push(form);
      }
      expect(passed).toEqual([]);
      for (const { suite } of suites.slice(0, 4)) expect((await run(RIGHT, suite)).verdicts).toEqual(['pass']);
    });

    test('a right program passes every form', async () => {
      for (const { form, suite } of suites)
        expect([form, (await run(RIGHT, suite)).verdicts[0]]).toEqual([form, 'pass']);
    });
  });
}
