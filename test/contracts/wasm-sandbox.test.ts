import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { sandboxContract } from './sandbox-contract.ts';

sandboxContract(wasmSandbox);
