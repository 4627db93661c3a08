import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashOf } from '../../core/hash.ts';
import { filesIn, runnerFolder } from '../native/runner-launch.ts';

/** The parts of an interpreter process, all from installed packages. */
export interface WasmInstallation {
  readonly pyodide: string;
  readonly pythonFiles: readonly string[];
  /** These and the scripts. */
  readonly files: readonly string[];
  readonly pyodideVersion: string;
  /** Content hash of everything that shapes a booted interpreter. */
  readonly key: string;
}

/** @throws Error when the package `pyodide` is not installed. */
export function findWasmInstallation(): WasmInstallation {
  const require = createRequire(import.meta.url);
  const pyodide = dirname(require.resolve('pyodide/package.json'));
  const { version } = require('pyodide/package.json') as { version: string };
  const wasm = join(runnerFolder(), 'wasm');
  const pythonFiles = [...filesIn(runnerFolder(), '.py'), ...filesIn(wasm, '.py')];
  const files = [...pythonFiles, ...filesIn(wasm, '.mjs')];
  return {
    pyodide,
    pythonFiles,
    files,
    pyodideVersion: version,
    key: hashOf(
      version,
      process.version,
      process.arch,
      files.map((file) => [file, readFileSync(file, 'utf8')]),
    ),
  };
}
