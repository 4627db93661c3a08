import { describe, test } from 'vitest';
import { bubblewrapSandbox } from '../../../src/sandbox/native/bubblewrap-sandbox.ts';
import { attacksContract } from './attacks-contract.ts';

const probe = await bubblewrapSandbox.probe();
if (probe.available) attacksContract(bubblewrapSandbox);
else describe('attacks: bubblewrap', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
