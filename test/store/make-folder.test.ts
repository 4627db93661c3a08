import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/store/files.ts';
import { tempDir } from '../fakes/temp-dir.ts';

test('makes a folder with those above it, once and again, by several at once', async () => {
  const folder = join(await tempDir(), 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(folder, 'd'))]);
  await makeFolder(folder);
  expect((await stat(join(folder, 'd'))).isDirectory()).toBe(true);
});

test('says what is in the way', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, 'file'), '');
  await mkdir(join(folder, 'there'));
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder(join(folder, 'there'))).resolves.toBeUndefined();
});

test.runIf(process.platform === 'linux')('comes back where nothing can be made', async () => {
  await expect(makeFolder('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT' });
});
