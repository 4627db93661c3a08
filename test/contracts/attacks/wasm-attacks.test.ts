import { describe, test } from 'vitest';
import { wasmSandbox } from '../../../src/sandbox/wasm/wasm-sandbox.ts';
import { attacksContract } from './attacks-contract.ts';

const probe = await wasmSandbox.probe();
if (probe.available) attacksContract(wasmSandbox);
else describe('attacks: wasm', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
