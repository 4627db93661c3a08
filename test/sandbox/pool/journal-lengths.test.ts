import { expect, test } from 'vitest';
import type { Sandbox, SandboxJob, SandboxResult } from '../../../src/core/sandbox.ts';
import { withJournal } from '../../../src/sandbox/pool/with-journal.ts';

const result = (count: number): SandboxResult => ({
  verdicts: Array.from({ length: count }, () => 'pass' as const),
  outputs: Array.from({ length: count }, () => null),
  details: Array.from({ length: count }, () => null),
  weak: Array.from({ length: count }, () => false),
  cpuMs: 1,
});
const job: SandboxJob = {
  id: 'a',
  code: 'def f(x): return x',
  suite: {
    id: 's',
    entryPoint: 'f',
    tests: [0, 1].map((at) => ({ id: `${at}`, body: { kind: 'assertion', code: 'assert f(1)' } })),
  },
  limits: { timeoutMs: 1000, memoryMib: 128 },
};

test.each([
  [1, 1],
  [2, 0],
  [3, 1],
])('a kept result of %i verdicts for two tests: the sandbox is asked %i times', async (count, times) => {
  let asked = 0;
  const sandbox: Sandbox = {
    name: 'fake',
    run: async () => {
      asked++;
      return result(2);
    },
    close: async () => {},
  };
  const journal = { get: async () => result(count), put: async () => {} };
  const found = await withJournal(sandbox, journal, {}).run(job, new AbortController().signal);
  expect(found.verdicts).toHaveLength(2);
  expect(asked).toBe(times);
});
