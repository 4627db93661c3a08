import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { cacheFolder } from '../../cache-folder.ts';
import { fieldsOfStat } from '../../living-process.ts';
import { FramedProcess, WorkerDied } from '../framed-process.ts';
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

export type WasmRole = 'judge' | 'candidate';

/** One message to or from an interpreter process: a frame of a line of JSON, the header, then the body. */
export interface WasmFrame {
  readonly header: Readonly<Record<string, unknown>> & { readonly op: string };
  readonly body: Buffer;
}

/** What a frame is put together from. */
export function frameParts(header: WasmFrame['header'], body: Uint8Array): Uint8Array[] {
  return [Buffer.from(`${JSON.stringify(header)}\n`, 'utf8'), body];
}

/** Trusted in shape only: code that escaped its interpreter could write it. @throws RangeError, SyntaxError */
export function readFrame(bytes: Buffer): WasmFrame {
  const end = bytes.indexOf('\n');
  const header: unknown = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end)));
  const isHeader = typeof header === 'object' && header !== null && 'op' in header && typeof header.op === 'string';
  if (!isHeader) throw new RangeError('not a frame');
  return { header: header as WasmFrame['header'], body: bytes.subarray(end + 1) };
}

/** Longest first start on a busy machine. */
const START_PATIENCE_MS = 300_000;
const SETPRIV = '/usr/bin/setpriv';
/** Linux counts CPU time in hundredths of a second, whatever its tick rate. */
const TICK_MS = 10;

function permissionFlag(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const stable = major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13);
  return stable ? '--permission' : '--experimental-permission';
}

function commandFor(installation: WasmInstallation, role: WasmRole, imageFile: string | null): [string, string[]] {
  const readable = [installation.pyodide, runnerFolder(), ...(imageFile ? [imageFile] : [])];
  const node = [
    permissionFlag(),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    '--max-old-space-size=512',
    ...(process.platform === 'win32' ? [] : ['--stack-size=3600']),
    join(runnerFolder(), 'wasm', 'host.mjs'),
    JSON.stringify({ role, pyodide: installation.pyodide, runnerFiles: installation.pythonFiles, imageFile }),
  ];
  // The kernel ends the child with us, even in a loop that never looks at its input.
  if (process.platform === 'linux' && existsSync(SETPRIV)) {
    return [SETPRIV, ['--pdeathsig', 'KILL', '--no-new-privs', process.execPath, ...node]];
  }
  return [process.execPath, node];
}

/** The operations on a process with one interpreter. */
export type InterpreterProcess = Pick<WasmProcess, 'spent' | 'cpuMs' | 'say' | 'hear' | 'close'>;

/** @throws WorkerDied when none starts. */
export type StartInterpreter = (role: WasmRole) => Promise<InterpreterProcess>;

/** A locked child process with one interpreter; speaks frames over two pipes that no Python code can write to. */
export class WasmProcess extends FramedProcess {
  private constructor(private readonly child: ChildProcess) {
    const [, , , input, output] = child.stdio;
    super(child, input as Duplex, output as Readable);
  }

  /** @returns the process and its first frame, `ready`. @throws WorkerDied when it does not start. */
  static async start(
    installation: WasmInstallation,
    role: WasmRole,
    imageFile: string | null,
  ): Promise<{ process: WasmProcess; ready: WasmFrame }> {
    const { SystemRoot } = process.env;
    const child = spawn(...commandFor(installation, role, imageFile), {
      env: SystemRoot === undefined ? {} : { SystemRoot },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const started = new WasmProcess(child);
    const ready = await started.hear(START_PATIENCE_MS);
    if (ready?.header.op === 'ready') return { process: started, ready };
    await started.close();
    throw new WorkerDied(ready ? `start-up failed: ${String(ready.header['message'])}` : 'start-up takes too long');
  }

  /** CPU time so far; null where the system does not tell. */
  get cpuMs(): number | null {
    try {
      const fields = fieldsOfStat(readFileSync(`/proc/${this.child.pid}/stat`, 'latin1'));
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
      return null;
    }
  }

  say(header: WasmFrame['header'], body: Uint8Array = new Uint8Array(0)): void {
    this.send(...frameParts(header, body));
  }

  /** The next frame, or null when none came in time. @throws WorkerDied when it is gone. */
  async hear(patienceMs: number): Promise<WasmFrame | null> {
    const bytes = await this.receive(patienceMs);
    try {
      return bytes && readFrame(bytes);
    } catch {
      throw this.fail('it does not keep to the protocol');
    }
  }
}

/**
 * Starts processes from the memory image of a booted interpreter, kept in the user's cache folder: the first start on a
 * machine compiles CPython's library for seconds, all others read a file. Judges and programs start from the same image.
 */
export function interpretersFromImage(installation: WasmInstallation): StartInterpreter {
  const folder = cacheFolder({ platform: process.platform, env: process.env, home: homedir() });
  const name = `wasm-${installation.key}.image`;
  const path = join(folder, name);
  /** The path once the image is there, null where none can be kept: then every start is a slow one. */
  let image: Promise<string | null> | null = null;

  async function find(): Promise<string | null> {
    const found = await stat(path).catch(() => null);
    // Only files of this user are trusted.
    if (found?.isFile() && (process.getuid === undefined || found.uid === process.getuid())) return path;
    const { process: started, ready } = await WasmProcess.start(installation, 'judge', null);
    await started.close();
    return keep(ready.body);
  }

  /** Written whole or not at all; images of other versions go. */
  async function keep(bytes: Buffer): Promise<string | null> {
    const draft = `${path}.${process.pid}`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, path);
      for (const other of await readdir(folder)) {
        const isOld = /^wasm-.*\.image(\.\d+)?$/.test(other) && !other.startsWith(name);
        if (isOld) await rm(join(folder, other), { force: true });
      }
      return path;
    } catch {
      await rm(draft, { force: true }).catch(() => {});
      return null;
    }
  }

  return async (role) => {
    image ??= find();
    try {
      return (await WasmProcess.start(installation, role, await image)).process;
    } catch {
      // Of no use, or no longer there.
      image = null;
      await rm(path, { force: true });
      return (await WasmProcess.start(installation, role, null)).process;
    }
  };
}
