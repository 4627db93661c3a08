import { describe, expect, test } from 'vitest';
import type { SandboxPlugin } from '../../src/core/sandbox.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { inProcessContract } from '../contracts/in-process-contract.ts';
import { sandboxContract } from '../contracts/sandbox-contract.ts';
import { openedSandbox, whereAvailable } from '../fakes/sandbox-runs.ts';

const namedUser = (plugin: SandboxPlugin) =>
  describe('the user of programs', () => {
    const { run } = openedSandbox(() => plugin.open({ jobs: 1 }));
    test('has a name, and no other user is known', async () => {
      const code = 'import getpass, pwd\ndef f(): return [getpass.getuser(), len(pwd.getpwall())]';
      expect((await run(code, ['assert f() == ["sandbox", 1]'])).verdicts).toEqual(['pass']);
    });
  });

await whereAvailable(bubblewrapSandbox, sandboxContract, inProcessContract, namedUser);
