import { describe, test } from 'vitest';
import { bubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts';
import { sandboxContract } from '../contracts/sandbox-contract.ts';

const probe = await bubblewrapSandbox.probe();
if (probe.available) sandboxContract(bubblewrapSandbox);
else describe('sandbox contract: bubblewrap', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
