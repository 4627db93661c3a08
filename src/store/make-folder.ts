import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Not by recursive mkdir, which never returns below a folder such as /proc. @throws the system's error */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const above = dirname(path);
  const make = () =>
    mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
      const isThere = error.code === 'EEXIST' && (await stat(path)).isDirectory();
      if (!isThere) throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || above === path) throw error;
    await makeFolder(above);
    await make();
  });
}
