import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashOf } from '../../core/hash.ts';
import { runnerFolder } from '../native/runner-launch.ts';

/** The parts of an interpreter process, all from installed packages. */
export interface WasmInstallation {
  readonly pyodide: string;
  readonly runner: string;
  /** The script that the child process runs. */
  readonly host: string;
  readonly pythonFiles: readonly string[];
  readonly pyodideVersion: string;
  /** Content hash of everything that shapes a booted interpreter. */
  readonly key: string;
}

const filesIn = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

/** @throws Error when the package `pyodide` is not installed. */
export function findWasmInstallation(): WasmInstallation {
  const require = createRequire(import.meta.url);
  const pyodide = dirname(require.resolve('pyodide/package.json'));
  const { version } = require('pyodide/package.json') as { version: string };
  const runner = runnerFolder();
  const wasm = join(runner, 'wasm');
  const pythonFiles = [...filesIn(runner, '.py'), ...filesIn(wasm, '.py')];
  const contents = [...pythonFiles, ...filesIn(wasm, '.mjs')].map((file) => [file, readFileSync(file, 'utf8')]);
  return {
    pyodide,
    runner,
    host: join(wasm, 'host.mjs'),
    pythonFiles,
    pyodideVersion: version,
    key: hashOf(version, process.version, process.arch, contents),
  };
}
