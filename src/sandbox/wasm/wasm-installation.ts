import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filesIn, hashOfFiles, runnerFolder } from '../native/runner-launch.ts';

export type WasmInstallation = ReturnType<typeof findWasmInstallation>;

/**
 * The parts of an interpreter process, all from installed packages: folder and version of Pyodide, the runner's Python
 * files, these with the scripts, and as `key` a hash of everything that shapes a booted interpreter.
 *
 * @throws Error when the package `pyodide` is not installed.
 */
export function findWasmInstallation() {
  const require = createRequire(import.meta.url);
  const pyodide = dirname(require.resolve('pyodide/package.json'));
  const { version: pyodideVersion } = require('pyodide/package.json') as { version: string };
  const wasm = join(runnerFolder(), 'wasm');
  const pythonFiles = [...filesIn(runnerFolder(), '.py'), ...filesIn(wasm, '.py')];
  const files = [...pythonFiles, ...filesIn(wasm, '.mjs')];
  const key = hashOfFiles(files, `${pyodideVersion} ${process.version} ${process.arch}`).slice(0, 16);
  return { pyodide, pyodideVersion, pythonFiles, files, key };
}
