import { describe, expect, test } from 'vitest';
import { processSandbox } from '../../src/sandbox/native/process-sandbox.ts';
import { openedSandbox, suiteOf, whereAvailable } from '../fakes/sandbox-runs.ts';
import { inProcessContract } from './in-process-contract.ts';
import { sandboxContract } from './sandbox-contract.ts';

function ownContract(): void {
  describe('process sandbox', () => {
    const limits = { timeoutMs: 300, memoryMib: 128 };
    const { run } = openedSandbox(() => processSandbox.open({ jobs: 1 }), limits);

    test('strings hash alike in every runner, so that sets keep their order', async () => {
      const [code, checks] = ['f = lambda x: hash(x)', ['assert f("mutagree")']] as const;
      const other = await processSandbox.open({ jobs: 1 });
      const job = { id: 'hash', code, suite: suiteOf(checks), limits };
      const { outputs } = await other.run(job, new AbortController().signal);
      await other.close();
      expect(outputs[0]).toMatch(/\d/);
      expect((await run(code, checks)).outputs).toEqual(outputs);
    });

    test('a test beside the program sleeps no longer than any cell may', async () => {
      const asleep = (seconds: number) => `import time\ntime.sleep(${seconds})\nassert f(1) == 1`;
      // Four times the limit and a second: 2.2 s.
      expect((await run('f = lambda x: x', [1, 4].map(asleep))).verdicts).toEqual(['pass', 'timeout']);
    }, 60_000);
  });
}

await whereAvailable(processSandbox, sandboxContract, inProcessContract, ownContract);
