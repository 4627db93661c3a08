import { describe, test } from 'vitest';
import { processSandbox } from '../../src/sandbox/process-sandbox.ts';
import { sandboxContract } from './sandbox-contract.ts';

const probe = await processSandbox.probe();
if (probe.available) sandboxContract(processSandbox);
else describe('sandbox contract: process', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
