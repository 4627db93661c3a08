import { SandboxError } from '../../core/errors.ts';
import type { Sandbox, SandboxPlugin } from '../../core/sandbox.ts';
import { SandboxPool } from '../pool/sandbox-pool.ts';
import { ImageCache } from './image-cache.ts';
import { findWasmInstallation } from './wasm-installation.ts';
import { WasmWorker } from './wasm-worker.ts';

/** Tests that run beside the program need its libraries, and a process that can be ended with it. */
function refusingInProcessTests(sandbox: Sandbox): Sandbox {
  return {
    name: sandbox.name,
    close: () => sandbox.close(),
    async run(job, signal) {
      if (job.suite.tests.some(({ body }) => body.kind === 'in-process')) {
        throw new SandboxError('tests-unsupported', `the wasm sandbox cannot run the official tests of ${job.id}`, {
          hint: 'Use --sandbox docker with the image of the benchmark ("mutagree images list"), or bubblewrap.',
        });
      }
      return sandbox.run(job, signal);
    },
  };
}

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
    const images = new ImageCache(findWasmInstallation());
    const pool = new SandboxPool({ name: 'wasm', size: jobs, startWorker: () => WasmWorker.start(images) });
    return refusingInProcessTests(pool);
  },
};
