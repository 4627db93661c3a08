import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../cache-folder.ts';
import type { WasmInstallation } from './wasm-installation.ts';
import { type StartInterpreter, WasmProcess } from './wasm-process.ts';

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
