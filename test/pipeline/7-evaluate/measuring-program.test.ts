import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { SandboxTest } from '../../../src/core/sandbox.ts';
import { MEASURE, measuringProgram } from '../../../src/pipeline/7-evaluate/measure-efficiency.ts';

const run = (code: string, bodies: readonly SandboxTest['body'][]) => {
  const tests = bodies.map((body, at) => ({ id: String(at), body }));
  const source = `${measuringProgram(code, tests)}\nprint(*${MEASURE}(2))\n`;
  const text = execFileSync('python3', ['-'], { input: source, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
  return text.trim().split(' ').map(Number);
};

const calls = (target: string, inputs: string): SandboxTest['body'] => {
  return { kind: 'calls', target, inputs, count: 1, comparison: { rule: 'equal' } };
};

test('every kind of test is run, loading is not counted, memory is', () => {
  const code = 'import time\ntime.sleep(0)\ndef f(n):\n    """"é\\n"""\n    return [0] * n\n';
  const module =
    'import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(len(f(3)), 3)\n';
  const [cpuMs = -1, peakKib = -1] = run(code, [
    { kind: 'assertion', code: 'assert len(f(100000)) == 100000' },
    { kind: 'method', module, method: 'T.test_it' },
    calls('f', '[[5]]'),
    { kind: 'in-process', form: 'unittest', module },
    { kind: 'in-process', form: 'script', module: 'assert "def f" in solution' },
  ]);
  expect(cpuMs).toBeGreaterThan(0);
  // A list of 100,000 references takes 781 KiB.
  expect(peakKib).toBeGreaterThan(700);
  expect(peakKib).toBeLessThan(1200);
}, 60_000);

test('scripts read their input, methods of objects are called with what JSON cannot say', () => {
  expect(run('print(int(input()) + 1)\n', [{ kind: 'stdio', stdin: '4\n', expectedStdout: '5' }])).toHaveLength(2);
  const code = 'class Solution:\n    def f(self, pair, names):\n        assert pair == (1, {2}) and names == {3: 1j}\n';
  expect(
    run(code, [calls('Solution.f', '[[{"@tuple": [1, {"@set": [2]}]}, {"@dict": [[3, {"@complex": "1j"}]]}]]')]),
  ).toHaveLength(2);
}, 60_000);

test('a test that does not pass is not a measure', () => {
  expect(() => run('def f():\n    return 1\n', [{ kind: 'assertion', code: 'assert f() == 2' }])).toThrow(
    /AssertionError/,
  );
}, 60_000);

test('programs and tests that read like the lines they are put into stay what they are', () => {
  const code = 'source = ""\ntests = []\ndef f():\n    return "$&" + source\n';
  expect(run(code, [{ kind: 'assertion', code: 'source = ""\ntests = []\nassert f() == "$&"' }])).toHaveLength(2);
}, 60_000);
