import { describe, test } from 'vitest';
import { processSandbox } from '../../src/sandbox/native/process-sandbox.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { sandboxContract } from './sandbox-contract.ts';

const probe = await processSandbox.probe();
if (probe.available) sandboxContract(processSandbox, { smoke: true });
else describe('sandbox contract: process', () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));

// WebAssembly runs Python at about half its native speed.
sandboxContract(wasmSandbox, { smoke: true, limits: { timeoutMs: 800, memoryMib: 256 } });
