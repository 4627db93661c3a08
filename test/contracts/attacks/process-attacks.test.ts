import { describe, test } from 'vitest';
import { processSandbox } from '../../../src/sandbox/native/process-sandbox.ts';
import { attacksContract } from './attacks-contract.ts';

const probe = await processSandbox.probe();
if (probe.available) attacksContract(processSandbox);
else describe('attacks: process', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
