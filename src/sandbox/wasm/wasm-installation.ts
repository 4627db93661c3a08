import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashOf } from '../../core/hash.ts';
import { runnerFolder } from '../runner-launch.ts';

/** What an interpreter process is made of; all of it belongs to installed packages. */
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

/** Parts of the runner that need processes, and have no place here. */
const NATIVE_ONLY = new Set([
  'main.py',
  'host.py',
  'guard.py',
  'seccomp.py',
  'zygote.py',
  'batch.py',
  'script.py',
  'watchdog.py',
  'memory.py',
  'region.py',
  'repository_cells.py',
  'repository_child.py',
  'repository_main.py',
  'repository_overlay.py',
  'repository_pytest.py',
  'repository_warm.py',
  'whole_method.py',
  'whole_module.py',
]);

/** @throws Error when the package `pyodide` is not installed. */
export function findWasmInstallation(): WasmInstallation {
  const require = createRequire(import.meta.url);
  const pyodide = dirname(require.resolve('pyodide/package.json'));
  const { version } = require('pyodide/package.json') as { version: string };
  const runner = runnerFolder();
  const wasm = join(runner, 'wasm');
  const python = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.py') && !NATIVE_ONLY.has(name))
      .map((name) => join(folder, name));
  const pythonFiles = [...python(runner), ...python(wasm)].sort();
  const scripts = readdirSync(wasm)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(wasm, name))
    .sort();
  const contents = [...pythonFiles, ...scripts].map((file) => [file, readFileSync(file, 'utf8')]);
  return {
    pyodide,
    runner,
    host: join(wasm, 'host.mjs'),
    pythonFiles,
    pyodideVersion: version,
    key: hashOf(version, process.version, process.arch, contents),
  };
}
