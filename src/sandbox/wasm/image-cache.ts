import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { cacheFolder } from '../../cache-folder.ts';
import type { WasmInstallation } from './wasm-installation.ts';
import { type Interpreters, WasmProcess, type WasmRole } from './wasm-process.ts';

/**
 * The memory image of a booted interpreter, kept in the user's cache folder: the first start on a machine compiles
 * CPython's library for seconds, all others read a file. Judges and programs start from the same image.
 */
export class ImageCache implements Interpreters {
  readonly #installation: WasmInstallation;
  readonly #folder = cacheFolder({ platform: process.platform, env: process.env, home: homedir() });
  readonly #name: string;
  /** Only one looks for an image, or makes one, at a time; where none can be kept, everybody makes his own. */
  readonly #oneAtATime = pLimit(1);

  constructor(installation: WasmInstallation) {
    this.#installation = installation;
    this.#name = `wasm-${installation.key}.image`;
  }

  /** @throws WorkerDied when the process does not start. */
  async start(role: WasmRole): Promise<WasmProcess> {
    const found = await this.#oneAtATime(async () => (await this.#find()) ?? (await this.#build(role)));
    if (typeof found !== 'string') return found;
    try {
      return (await WasmProcess.start(this.#installation, role, found)).process;
    } catch {
      await rm(found, { force: true });
      return this.#build(role);
    }
  }

  async #build(role: WasmRole): Promise<WasmProcess> {
    const { process: started, ready } = await WasmProcess.start(this.#installation, role, null);
    await this.#keep(ready.body);
    return started;
  }

  async #find(): Promise<string | null> {
    const file = join(this.#folder, this.#name);
    const found = await stat(file).catch(() => null);
    // Only files of this user are trusted.
    return found?.isFile() && (process.getuid === undefined || found.uid === process.getuid()) ? file : null;
  }

  /** Written whole or not at all; images of other versions go. Without a place to write, every start is a slow one. */
  async #keep(image: Buffer): Promise<void> {
    const file = join(this.#folder, this.#name);
    const draft = `${file}.${process.pid}`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, image, { mode: 0o600 });
      await rename(draft, file);
      for (const name of await readdir(this.#folder)) {
        const other = /^wasm-.*\.image(\.\d+)?$/.test(name) && !name.startsWith(this.#name);
        if (other) await rm(join(this.#folder, name), { force: true });
      }
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}
