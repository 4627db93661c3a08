import { processSandbox } from '../../src/sandbox/native/process-sandbox.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { whereAvailable } from '../fakes/sandbox-runs.ts';
import { sandboxContract } from './sandbox-contract.ts';

for (const plugin of [processSandbox, wasmSandbox])
  await whereAvailable(plugin, () => sandboxContract(plugin, { smoke: true }));
