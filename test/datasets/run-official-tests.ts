import { spawnSync } from 'node:child_process';
import type { LoadedDataset } from '../../src/core/dataset.ts';
import type { Oracle } from '../../src/core/oracle.ts';
import { runnerFolder } from '../../src/sandbox/runner-launch.ts';

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

/** Calls without expected answers only have to return; those of EvalPlus's own part are left out, for their time. */
function assertionsOf({ tests }: Oracle): string[] {
  return tests.flatMap(({ body, part }) => {
    if (part === 'plus') return [];
    if (body.kind === 'assertion') return [body.code];
    if (body.kind !== 'calls') throw new Error(`a test of kind ${body.kind} needs a sandbox`);
    return [
      `from calls import read_inputs\nfor inputs in read_inputs(${JSON.stringify(body.inputs)}):\n    ${body.target}(*inputs)\n`,
    ];
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
  const jobs = tasks.flatMap(({ id }) => {
    if (!oracles.has(id)) return [];
    const oracle = oracles.open(id);
    // LiveCodeBench has no references.
    if (oracle.reference === undefined) return [];
    const seconds = oracle.timeoutMs / 1000;
    return [{ id, program: programOf(oracle), setup: oracle.setup ?? '', tests: assertionsOf(oracle), seconds }];
  });
  const { status, stdout, stderr } = spawnSync('python3', ['-I', '-B', '-c', RUNNER, runnerFolder()], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return JSON.parse(stdout) as Record<string, string>;
}
