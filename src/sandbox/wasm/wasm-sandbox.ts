import type { SandboxPlugin } from '../../core/sandbox.ts';
import { SandboxPool } from '../pool/sandbox-pool.ts';
import { findWasmInstallation, interpretersFromImage } from './wasm-process.ts';
import { WasmWorker } from './wasm-worker.ts';

/**
 * CPython in WebAssembly (Pyodide) in locked child processes of Node: nothing to install, every system. Programs have
 * the standard library without threads, processes and sockets, and no other packages.
 */
export const wasmSandbox: SandboxPlugin = {
  name: 'wasm',
  summary: 'CPython in WebAssembly inside locked Node processes; needs nothing, standard library only',
  isolates: true,
  async probe() {
    try {
      const { pyodideVersion } = findWasmInstallation();
      return { available: true, detail: `Pyodide ${pyodideVersion} on Node ${process.versions.node}` };
    } catch (error) {
      return {
        available: false,
        detail: `Pyodide cannot be loaded: ${(error as Error).message}`,
        hint: 'Install mutagree again: the package pyodide belongs to it.',
      };
    }
  },
  async open({ jobs }) {
    const start = interpretersFromImage(findWasmInstallation());
    return new SandboxPool({ name: 'wasm', size: jobs, startWorker: () => WasmWorker.start(start) });
  },
};
