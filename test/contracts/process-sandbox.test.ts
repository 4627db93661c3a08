import { describe, expect, test } from 'vitest';
import { processSandbox } from '../../src/sandbox/native/process-sandbox.ts';
import { inProcessContract } from './in-process-contract.ts';
import { sandboxContract } from './sandbox-contract.ts';

const probe = await processSandbox.probe();
if (probe.available) {
  sandboxContract(processSandbox);
  inProcessContract(processSandbox);
} else describe('sandbox contract: process', () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));

test.skipIf(!probe.available)('strings hash alike in every runner, so that sets keep their order', async () => {
  const hashes: (string | null)[] = [];
  for (let run = 0; run < 2; run++) {
    const sandbox = await processSandbox.open({ jobs: 1 });
    const suite = {
      id: 'hash',
      entryPoint: 'f',
      tests: [{ id: '1', body: { kind: 'assertion', code: 'assert f("mutagree")' } }],
    } as const;
    const limits = { timeoutMs: 1000, memoryMib: 128 };
    const job = { id: 'hash', code: 'f = lambda x: hash(x)', suite, limits };
    hashes.push((await sandbox.run(job, new AbortController().signal)).outputs[0] ?? null);
    await sandbox.close();
  }
  expect(hashes[0]).toBe(hashes[1]);
});

test.skipIf(!probe.available)(
  'a test beside the program sleeps no longer than any cell may',
  async () => {
    const tests = [1, 4].map((seconds) => ({
      id: `${seconds} s`,
      body: { kind: 'assertion', code: `import time\ntime.sleep(${seconds})\nassert f(1) == 1` } as const,
    }));
    const sandbox = await processSandbox.open({ jobs: 1 });
    // Four times the limit and a second: 2.2 s.
    const limits = { timeoutMs: 300, memoryMib: 128 };
    const job = { id: 'sleep', code: 'f = lambda x: x', suite: { id: 'sleep', entryPoint: 'f', tests }, limits };
    const { verdicts } = await sandbox.run(job, new AbortController().signal);
    await sandbox.close();
    expect(verdicts).toEqual(['pass', 'timeout']);
  },
  60_000,
);
