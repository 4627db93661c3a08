import { describe, test } from 'vitest';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { inProcessContract } from '../contracts/in-process-contract.ts';
import { sandboxContract } from '../contracts/sandbox-contract.ts';

const probe = await bubblewrapSandbox.probe();
if (probe.available) {
  sandboxContract(bubblewrapSandbox);
  inProcessContract(bubblewrapSandbox);
} else describe('sandbox contract: bubblewrap', () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));
