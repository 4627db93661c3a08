import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Not by recursive mkdir, which never returns below a folder such as /proc. @throws the system's error */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found?.isDirectory()) break;
    if (found) throw Object.assign(new Error(`${at} is a file`), { code: at === path ? 'EEXIST' : 'ENOTDIR' });
    missing.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const at of missing) {
    await mkdir(at).catch((error: NodeJS.ErrnoException) => {
      // Somebody else made it in between.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
