import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { sandboxContract } from './sandbox-contract.ts';

// The first start on a machine makes an image of the interpreter, which no test's time limit has to allow for.
const first = await wasmSandbox.open({ jobs: 1 });
await runCanary(first, new AbortController().signal);
await first.close();

// WebAssembly runs Python at about half its native speed.
sandboxContract(wasmSandbox, { limits: { timeoutMs: 800, memoryMib: 256 } });
