import { hashOf } from '../../src/core/hash.ts';
import type { SandboxJob } from '../../src/core/sandbox.ts';

/** One matrix, `programs` times `tests`, of calls that take about 0.1 ms; another `salt` makes other programs and tests. */
export function matrixJobs(programs: number, tests: number, salt: number): SandboxJob[] {
  const content = {
    tests: Array.from({ length: tests }, (_, at) => ({
      id: `${at}`,
      body: { kind: 'assertion', code: `assert f(list(range(${at}, ${at + 40}))) == 40  # ${salt}` } as const,
    })),
    entryPoint: 'f',
  };
  const suite = { id: hashOf(content), ...content };
  return Array.from({ length: programs }, (_, at) => ({
    id: `${at}`,
    code: `def f(numbers):\n    total = ${salt}\n    for number in numbers:\n        total = (total * 31 + number * ${at + 1}) % 1000003\n    return len(numbers)${at % 2 ? '' : ' + 1'}`,
    suite,
    limits: { timeoutMs: 1000, memoryMib: 256 },
  }));
}
