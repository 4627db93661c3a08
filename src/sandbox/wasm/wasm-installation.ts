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

const IMPORT = /^[ \t]*(?:from[ \t]+(\w+)[ \t]+import|import[ \t]+([\w, \t]+))/gm;

/** The first of the files that the interpreter loads. */
const FIRST = 'start';

/** Files that Python loads from `start.py` on, by their import statements: most of the runner needs processes. */
function importedFiles(folders: readonly string[]): string[] {
  const files = new Map(
    folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.py'))
        .map((name) => [name.slice(0, -'.py'.length), join(folder, name)] as const),
    ),
  );
  const found = new Set<string>();
  const waiting = [FIRST];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = files.get(name);
    if (file === undefined || found.has(file)) continue;
    found.add(file);
    for (const [, from, names = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      waiting.push(...(from ? [from] : names.split(',').map((each) => each.trim().split(/\s/)[0] ?? '')));
    }
  }
  return [...found].sort();
}

/** @throws Error when the package `pyodide` is not installed. */
export function findWasmInstallation(): WasmInstallation {
  const require = createRequire(import.meta.url);
  const pyodide = dirname(require.resolve('pyodide/package.json'));
  const { version } = require('pyodide/package.json') as { version: string };
  const runner = runnerFolder();
  const wasm = join(runner, 'wasm');
  const pythonFiles = importedFiles([runner, wasm]);
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
