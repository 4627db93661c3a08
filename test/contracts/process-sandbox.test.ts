import { describe, expect, test } from 'vitest';
import { processSandbox } from '../../src/sandbox/process-sandbox.ts';
import { inProcessContract } from './in-process-contract.ts';
import { sandboxContract } from './sandbox-contract.ts';

const probe = await processSandbox.probe();
if (probe.available) {
  sandboxContract(processSandbox);
  inProcessContract(processSandbox);
} else describe('sandbox contract: process', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));

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
