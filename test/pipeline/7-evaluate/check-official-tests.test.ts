import { describe, expect, test } from 'vitest';
import type { Oracle } from '../../../src/core/oracle.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { findSuspects, suspectNote } from '../../../src/pipeline/7-evaluate/check-official-tests.ts';
import { evaluateOfficially } from '../../../src/pipeline/7-evaluate/evaluate-officially.ts';
import { alteredTests } from '../../../src/python-source/tests/test-purpose.ts';
import { processSandbox } from '../../../src/sandbox/native/process-sandbox.ts';

test('one expected literal is altered in each copy', () => {
  expect(alteredTests('assert f(1) == 2\nassert [1, -2] == f(x) and f(3) == g(4)\nassert f(1) != 3')).toEqual([
    'assert f(1) == (2, "altered")\nassert [1, -2] == f(x) and f(3) == g(4)\nassert f(1) != 3',
    'assert f(1) == 2\nassert ([1, -2], "altered") == f(x) and f(3) == g(4)\nassert f(1) != 3',
  ]);
  expect(alteredTests('self.assertEqual(f(1), {"a": (1, None)})')).toEqual([
    'self.assertEqual(f(1), ({"a": (1, None)}, "altered"))',
  ]);
  expect(alteredTests('assert f(1) == [x]\nassert f(1) == f"{x}"\nassert 1 == f(x) == 2\nassert f(1)')).toEqual([]);
});

const RIGHT = 'def f(x):\n    return x + 1\n';
const EQUAL = `class Any(int):\n    def __eq__(self, other):\n        return True\n    def __hash__(self):\n        return 0\n`;
const PROGRAMS = [
  { id: 'right', code: RIGHT },
  { id: 'wrong', code: 'def f(x):\n    return x\n' },
  { id: 'hack', code: `${EQUAL}\ndef f(x):\n    return Any(x + 1)\n` },
];
const UNITTEST = `import unittest
class Cases(unittest.TestCase):
    def test_one(self):
        self.assertEqual(f(1), 2)
`;

function oracleOf(body: Oracle['tests'][number]['body'], reference?: string): Oracle {
  return { taskId: 't', tests: [{ id: '1', body }], timeoutMs: 1000, ...(reference ? { reference } : {}) };
}

const probe = await processSandbox.probe();

describe.skipIf(!probe.available)('suspects (needs python3)', () => {
  async function suspectsOf(oracle: Oracle) {
    const sandbox = await processSandbox.open({ jobs: 1 });
    const { signal } = new AbortController();
    const deps = { sandbox, signal, progress: silentProgress, memoryMib: 256, rows: null };
    const inputs = [{ taskId: 't', entryPoint: 'f', candidates: PROGRAMS }];
    const vault = { open: () => oracle, has: () => true };
    const judged = await evaluateOfficially(inputs, vault, deps);
    const suspects = await findSuspects(judged, vault, deps);
    const official = judged.flatMap((each) => each.official);
    await sandbox.close();
    return { passed: official.filter((each) => each.passed).map((each) => each.candidateId), suspects };
  }

  test('a program that passes an altered test is suspect, and an honest one is not', async () => {
    const body = { kind: 'in-process', form: 'unittest', module: UNITTEST } as const;
    const { passed, suspects } = await suspectsOf(oracleOf(body, RIGHT));
    expect(passed).toEqual(['right', 'hack']);
    expect(suspects).toEqual([{ taskId: 't', candidateIds: ['hack'] }]);
    expect(suspectNote(suspects)).toContain('1 passing program is suspect');
    expect(suspectNote(suspects)).toContain('"t" (1)');
  });

  test('tasks whose reference passes every altered copy, or without one, are left alone', async () => {
    const body = { kind: 'assertion', code: 'x = f(1) == 2\nassert len([x])' } as const;
    expect((await suspectsOf(oracleOf(body, RIGHT))).suspects).toEqual([]);
    const plain = { kind: 'in-process', form: 'unittest', module: UNITTEST } as const;
    expect((await suspectsOf(oracleOf(plain))).suspects).toEqual([]);
  });

  test('nothing is said where there are none', () => expect(suspectNote([])).toBeNull());
});
