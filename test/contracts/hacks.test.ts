import { describe, test } from 'vitest';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { hacksContract } from './hacks-contract.ts';

for (const plugin of [bubblewrapSandbox, wasmSandbox]) {
  const probe = await plugin.probe();
  // WebAssembly refuses official tests that need a program's libraries.
  const forms = plugin === wasmSandbox ? ['value', 'human-eval', 'calls', 'together', 'method'] : undefined;
  if (probe.available) hacksContract(plugin, forms);
  else describe(`hacks: ${plugin.name}`, () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));
}
