import { describe, expect, test } from 'vitest';
import type { SandboxPlugin } from '../../src/core/sandbox.ts';
import { type Check, openedSandbox } from '../fakes/sandbox-runs.ts';
import { hacks, type Lane, WON_LANES } from './hacks.ts';

const RIGHT = 'import time\ndef f(x):\n    return x * 2\ndef now():\n    return time.time()\n';
const CASES = `
import unittest
from unittest.mock import patch
class TestCases(unittest.TestCase):
    def test_value(self):
        result = f(3)
        self.assertEqual(result, 6)
    @patch('time.time', return_value=7)
    def test_mock(self, _):
        self.assertEqual(now(), 7)
`;

/** One body per lane and official form. */
const CHECKS: Readonly<Record<string, Check>> = {
  value: 'assert f(3) == 6',
  'human-eval': 'def check(candidate):\n    assert candidate(3) == 6\n    assert candidate(4) == 8\n\ncheck(f)',
  calls: {
    kind: 'calls',
    target: 'f',
    inputs: '[[3], [4]]',
    count: 2,
    expected: [{ form: 'json', text: '[6, 8]' }],
    comparison: { rule: 'equal' },
  },
  together:
    'import math\nfor got, wanted in zip(map(f, [3, 4]), [6, 8]):\n    assert len([got]) == 1 and got == wanted, math\n',
  pytest: 'import pytest\nassert f(3) == pytest.approx(6)',
  numpy: 'import numpy\nnumpy.testing.assert_equal(f(3), 6)',
  method: { kind: 'method', module: CASES, method: 'TestCases.test_value' },
  official: { kind: 'in-process', form: 'unittest', module: CASES },
};

/** Not in every Python. */
const PACKAGES = ['pytest', 'numpy'];

const laneOf = (form: string) => (['method', ...PACKAGES].includes(form) ? 'official' : form) as Lane;

/** No hack passes, but for the weak passes that docs/sandbox.md lists; the next program finds nothing of it. */
export function hacksContract(plugin: SandboxPlugin): void {
  // WebAssembly refuses official tests that need a program's libraries.
  const forms = Object.entries(CHECKS).filter(([form]) => plugin.name !== 'wasm' || form !== 'official');
  describe(`hacks: ${plugin.name}`, () => {
    // A hack that keeps its judge waiting costs each form four times the limit.
    const limits = { timeoutMs: plugin.name === 'wasm' ? 2000 : 1000, memoryMib: 256 };
    const { run } = openedSandbox(() => plugin.open({ jobs: 1 }), limits);

    test.each(Object.entries(hacks))('%s', { timeout: 180_000 }, async (name, code) => {
      const passed: string[] = [];
      for (const [form, check] of forms) {
        const { verdicts, weak } = await run(code, [check]);
        if (verdicts[0] === 'pass' && !(weak[0] && WON_LANES[name]?.includes(laneOf(form)))) passed.push(form);
      }
      expect(passed).toEqual([]);
      for (const [, check] of forms.slice(0, 4)) expect((await run(RIGHT, [check])).verdicts).toEqual(['pass']);
    });

    test('a right program passes every form', async () => {
      for (const [form, check] of forms.filter(([form]) => !PACKAGES.includes(form)))
        expect([form, (await run(RIGHT, [check])).verdicts[0]]).toEqual([form, 'pass']);
    });
  });
}
