import { describe, test } from 'vitest';
import { bubblewrapSandbox } from '../../../src/sandbox/native/bubblewrap-sandbox.ts';
import { apartContract } from './apart-contract.ts';

const probe = await bubblewrapSandbox.probe();
if (probe.available) apartContract(bubblewrapSandbox);
else describe('attacks on tests apart from the program', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
