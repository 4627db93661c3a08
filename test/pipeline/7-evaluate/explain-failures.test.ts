import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureExplainer } from '../../../src/app/classify-failures.ts';
import { SandboxError } from '../../../src/core/errors.ts';
import type { OfficialTest, Oracle, OracleVault } from '../../../src/core/oracle.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import type { SandboxResult } from '../../../src/core/sandbox.ts';
import { explainFailures, readTraceback, tracebackProgram } from '../../../src/pipeline/7-evaluate/explain-failures.ts';
import { failedTest } from '../../../src/pipeline/7-evaluate/judge-part.ts';
import type { OfficialRecord } from '../../../src/records/run-record.ts';
import { loadRun } from '../../../src/store/load-run.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';
import { inRun } from '../../fakes/run-manifest.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

const assertion = (id: string, code: string): OfficialTest => ({ id, body: { kind: 'assertion', code } });
const tests = [assertion('a', 'assert f(1) == 2'), assertion('b', 'assert f(2) == 3')];
const result = (verdicts: SandboxResult['verdicts'], outputs: SandboxResult['outputs']): SandboxResult => {
  const details = verdicts.map((verdict) => (verdict === 'pass' ? null : 'AssertionError'));
  return { verdicts, outputs, details, weak: verdicts.map(() => false), cpuMs: 1 };
};

describe('the test that failed', () => {
  it('is kept with the expected and the returned value', () => {
    const failed = failedTest(tests, result(['pass', 'fail'], ['2', '7']), 1);
    expect(failed).toMatchObject({ id: 'b', test: 'assert f(2) == 3', expected: '3', returned: '7' });
  });

  it('tells apart programs that return other wrong values, and not those that return the same', () => {
    const behaviour = (verdicts: SandboxResult['verdicts'], outputs: SandboxResult['outputs']) =>
      failedTest(tests, result(verdicts, outputs), 0)?.behaviour;
    const same = behaviour(['fail', 'fail'], ['0', '1']);
    expect(same).toBe(behaviour(['fail', 'fail'], ['0', '1']));
    expect(same).not.toBe(behaviour(['fail', 'fail'], ['0', '2']));
    expect(same).not.toBe(behaviour(['fail', 'pass'], ['0', '1']));
    expect(behaviour(['fail', 'error'], ['0', null])).toBeNull();
  });

  it('names the call of many that failed', () => {
    const calls = { kind: 'calls', target: 'f', inputs: '[[1],[2,"x"]]', count: 2 } as const;
    const expected = [{ form: 'json', text: '[1, 5]' }] as const;
    const many: OfficialTest = { id: 'c', body: { ...calls, comparison: { rule: 'equal' }, expected } };
    const seen = { ...result(['fail'], [null]), details: ['input 1: AssertionError'] };
    expect(failedTest([many], seen, 0)).toMatchObject({ test: 'f(2,"x")', expected: '5', behaviour: null });
  });

  it('is nothing where all pass, and bounded where it is long', () => {
    expect(failedTest(tests, result(['pass', 'pass'], ['2', '3']), -1)).toBeUndefined();
    const long = [assertion('l', `assert f(${'1'.repeat(9000)}) == 2`)];
    expect(failedTest(long, result(['fail'], ['1'.repeat(9000)]), 0)?.test.length).toBeLessThan(1600);
  });
});

const python = ['python3', 'python'].find((name) => {
  try {
    return execFileSync(name, ['--version']).length > 0;
  } catch {
    return false;
  }
});

describe.skipIf(python === undefined)('the traceback of a failure (needs python3)', () => {
  const said = (program: string, test: OfficialTest, setup = '') => {
    const script = tracebackProgram(program, test, setup);
    if (!script) return null;
    const printed = execFileSync(python ?? '', ['-c', script.code], { input: script.stdin, encoding: 'utf8' });
    // As a sandbox writes what a program printed.
    return readTraceback(`'${printed.trim()}\\n'`);
  };

  it('shows the lines of the program and of the test', () => {
    const check = assertion('k', 'def check(f):\n    assert f(1) == 1\n    assert f(2) == 4\ncheck(f)');
    const raised = said('def f(x):\n    print("noise")\n    return x.size\n', check) ?? '';
    expect(raised).toContain('File "program.py", line 3, in f');
    expect(raised).toContain('return x.size');
    expect(raised).not.toContain('noise');
    expect(said('def f(x):\n    return x\n', check)).toContain('assert f(2) == 4');
    expect(said('def f(x):\n    return x * x\n', check)).toBeNull();
  });

  it('fits into what a sandbox keeps of an output, and ends with the error', () => {
    const deep = assertion('d', 'def check(f):\n    f(60)\ncheck(f)');
    const odd = [...Array(60)].map(
      (_, at) => `    if n == ${at}: return f(n - 1)  # ${String.fromCodePoint(0x4e00 + at * 7)}`,
    );
    const program = `def f(n):\n${odd.join('\n')}\n    if n < 0: raise ValueError("${'é'.repeat(400)}")\n    return f(n - 1)\n`;
    const { code = '' } = tracebackProgram(program, deep, '') ?? {};
    const printed = execFileSync(python ?? '', ['-c', code], { encoding: 'utf8' }).trim();
    expect(printed.length).toBeLessThanOrEqual(1900);
    expect(readTraceback(`'${printed}\\n'`)).toContain('ValueError: é');
    expect(readTraceback("'QUJDREVGRw=='")).toBeNull();
  });

  it('runs methods of a unittest class, scripts and setups, and survives exits and odd characters', () => {
    const module =
      'import unittest\nclass T(unittest.TestCase):\n    def test_x(self):\n        self.assertEqual(f(), LIMIT)\n';
    const method: OfficialTest = { id: 'm', body: { kind: 'method', module, method: 'T.test_x' } };
    expect(said('def f():\n    return "é\u2028"\n', method, 'LIMIT = 3')).toContain('!= 3');
    const script: OfficialTest = { id: 's', body: { kind: 'stdio', stdin: '4', expectedStdout: '5' } };
    expect(said('print(int(input()) / 0)', script)).toContain('ZeroDivisionError');
    expect(said('import sys\nsys.exit(3)', script)).toContain('SystemExit: 3');
  });
});

describe('stage 7, of programs that failed', () => {
  const oracle: Oracle = { taskId: 't', tests, reference: 'def f(x):\n    return x + 1\n', timeoutMs: 100 };
  const vault = (has: boolean): OracleVault => ({ open: () => oracle, has: () => has });
  const candidates = [
    { id: 'good', code: 'def f(x):\n    return x + 1\n' },
    { id: 'bad', code: 'def f(x):\n    return x.size\n' },
  ];
  const failedAt = { id: 'a', test: 'assert f(1) == 2', expected: '2', returned: null, behaviour: null };
  const bad = { passed: false, verdict: 'error', detail: 'AttributeError: no size', failed: failedAt } as const;
  const official: OfficialRecord[] = [
    { taskId: 't', candidateId: 'good', passed: true, verdict: 'pass', detail: null },
    { taskId: 't', candidateId: 'bad', ...bad },
  ];
  const said =
    'Traceback (most recent call last):\n  File "program.py", line 2, in f\n    return x.size\nAttributeError: no size';
  const printed = `'${deflateSync(said).toString('base64')}\\n'`;

  async function explained(directory: string, vaultHas = true, broken = false) {
    const sandbox = sandboxOf(() => {
      if (broken) throw new SandboxError('died', 'gone', { hint: '' });
      return result(['fail'], [printed]);
    });
    const input = { taskId: 't', entryPoint: 'f', prompt: 'Write f.', candidates };
    await inRun(directory, {}, (store) =>
      explainFailures([{ input, official }], vault(vaultHas), {
        explainer: failureExplainer(),
        sandbox,
        store,
        progress: silentProgress,
        limits: { timeoutMs: 100, memoryMib: 64 },
        signal: new AbortController().signal,
      }),
    );
    const { explanations, solutions } = await loadRun(directory);
    return { jobs: sandbox.jobs, explanations, solutions };
  }

  it('keeps reference, traceback and kinds of each, and does nothing twice', async () => {
    const directory = await tempDir();
    const first = await explained(directory);
    expect(first.solutions).toMatchObject([{ taskId: 't', code: oracle.reference }]);
    expect(first.explanations).toMatchObject([{ taskId: 't', candidateId: 'bad', traceback: said, by: 'rules' }]);
    expect(first.jobs).toHaveLength(1);
    const again = await explained(directory);
    expect(again.jobs).toEqual([]);
    expect(again.explanations).toEqual(first.explanations);
  });

  it('goes without a traceback where the sandbox cannot give one, and leaves tasks without tests alone', async () => {
    const { explanations } = await explained(await tempDir(), true, true);
    expect(explanations).toMatchObject([{ candidateId: 'bad', traceback: null }]);
    expect((await explained(await tempDir(), false)).explanations).toEqual([]);
  });
});
