import { spawnSync } from 'node:child_process';
import type { Oracle } from '../../src/core/oracle.ts';
import type { Task } from '../../src/core/task.ts';
import type { LoadedDataset } from '../../src/datasets/dataset-format.ts';
import { runnerFolder } from '../../src/sandbox/native/runner-launch.ts';

const RUNNER = `
import json, signal, sys
sys.path.insert(0, sys.argv[1])

class TooSlow(BaseException):
    pass

def on_alarm(_signal, _frame):
    raise TooSlow

def why_not(program, setup, test, seconds):
    space = {"__name__": "candidate"}
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        for code in (setup, program, test):
            exec(compile(code, "candidate", "exec"), space)
        return None
    except (Exception, SystemExit, TooSlow) as problem:
        return repr(problem)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

signal.signal(signal.SIGVTALRM, on_alarm)
failed = {}
out, sys.stdout = sys.stdout, open("/dev/null", "w")
for job in json.load(sys.stdin):
    problems = [why_not(job["program"], job["setup"], test, job["seconds"]) for test in job["tests"]]
    problem = next((each for each in problems if each), None)
    if problem:
        failed[job["id"]] = problem
json.dump(failed, out)
`;

/** Runs the tests of a unittest module in the program's namespace, as its authors do. */
const UNITTEST_END = `
import unittest as _unittest
_result = _unittest.TestResult()
for _kind in list(globals().values()):
    if isinstance(_kind, type) and issubclass(_kind, _unittest.TestCase):
        _unittest.TestLoader().loadTestsFromTestCase(_kind).run(_result)
assert _result.testsRun and _result.wasSuccessful(), _result.errors + _result.failures
`;

/** A script on one input, in the process of the tests. */
const scriptCheck = (program: string, stdin: string, expected: string): string =>
  `import contextlib, io, sys\n_old, sys.stdin = sys.stdin, io.StringIO(${JSON.stringify(stdin)})\ntry:\n    with contextlib.redirect_stdout(io.StringIO()) as _out:\n        exec(${JSON.stringify(program)}, {"__name__": "__main__"})\nfinally:\n    sys.stdin = _old\nassert _out.getvalue().split() == ${JSON.stringify(expected)}.split()\n`;

/** Calls without expected answers only have to return; those of EvalPlus's own part are left out, for their time. */
function codeOf({ tests }: Oracle, program: string): string[] {
  return tests.flatMap(({ body, part }) => {
    if (part === 'plus') return [];
    if (body.kind === 'in-process' && body.form === 'unittest') return [`${body.module}${UNITTEST_END}`];
    if (body.kind === 'in-process') return [`solution = ${JSON.stringify(program)}\n${body.module}`];
    if (body.kind === 'assertion') return [body.code];
    if (body.kind === 'stdio') return [scriptCheck(program, body.stdin, body.expectedStdout)];
    if (body.kind !== 'calls') throw new Error(`a test of kind ${body.kind} needs a sandbox`);
    const answers = body.expected?.map(({ text }) => text) ?? [];
    if (answers.length > 0) {
      const [owner, method] = body.target.split('.');
      const target = method === undefined ? body.target : `${owner}().${method}`;
      return [
        `import json\nfrom calls import read_inputs\nfor inputs in read_inputs(${JSON.stringify(body.inputs)}):\n    assert any(${target}(*inputs) == json.loads(text)[0] for text in ${JSON.stringify(answers)})\n`,
      ];
    }
    return [
      `from calls import read_inputs\nfor inputs in read_inputs(${JSON.stringify(body.inputs)}):\n    ${body.target}(*inputs)\n`,
    ];
  });
}

const { stdout: standardModules } = spawnSync('python3', ['-I', '-c', 'import sys; print(*sys.stdlib_module_names)'], {
  encoding: 'utf8',
});
const standard = new Set(standardModules.trim().split(' '));

/** The tasks with official tests that need no package beside the standard library. */
export function runnableHere({ tasks, oracles }: Pick<LoadedDataset, 'tasks' | 'oracles'>): readonly Task[] {
  return tasks.filter(({ id, preload = [] }) => {
    if (!oracles.has(id)) return false;
    const modules = oracles.open(id).tests.flatMap(({ body }) => (body.kind === 'in-process' ? [body.module] : []));
    if (modules.length === 0) return true;
    const imported = modules.flatMap((text) =>
      [...text.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map(([, name]) => name),
    );
    return [...preload, ...imported].every((name) => standard.has(`${name}`.split('.')[0] as string));
  });
}

/**
 * Runs the official tests of every task that has some, in one Python process without isolation: for programs that we
 * trust, such as references. Returns the reason of each failure by task.
 */
export function failuresOf(
  { tasks, oracles }: Pick<LoadedDataset, 'tasks' | 'oracles'>,
  programOf: (oracle: Oracle) => string = ({ reference }) => reference ?? '',
): Record<string, string> {
  const jobs = runnableHere({ tasks, oracles }).flatMap(({ id }) => {
    const oracle = oracles.open(id);
    // LiveCodeBench has no references.
    if (oracle.reference === undefined) return [];
    const seconds = oracle.timeoutMs / 1000;
    const program = programOf(oracle);
    const isText = oracle.tests.some(
      ({ body }) => body.kind === 'stdio' || (body.kind === 'in-process' && body.form === 'script'),
    );
    const tests = codeOf(oracle, program);
    return [{ id, program: isText ? '' : program, setup: oracle.setup ?? '', tests, seconds }];
  });
  const { status, stdout, stderr } = spawnSync('python3', ['-I', '-B', '-c', RUNNER, runnerFolder()], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return JSON.parse(stdout) as Record<string, string>;
}
