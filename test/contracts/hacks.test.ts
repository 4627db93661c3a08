import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { whereAvailable } from '../fakes/sandbox-runs.ts';
import { hacksContract } from './hacks-contract.ts';

for (const plugin of [bubblewrapSandbox, wasmSandbox]) await whereAvailable(plugin, hacksContract);
