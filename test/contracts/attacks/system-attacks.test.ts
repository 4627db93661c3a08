import { describe, test } from 'vitest';
import { bubblewrapSandbox } from '../../../src/sandbox/native/bubblewrap-sandbox.ts';
import { systemContract } from './system-contract.ts';

const probe = await bubblewrapSandbox.probe();
if (probe.available) systemContract(bubblewrapSandbox);
else describe('attacks on the sandbox itself', () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));
