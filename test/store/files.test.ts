import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeConfig } from '../../src/app/write-config.ts';
import { writeOwnFile, writeText, writeTextLines } from '../../src/store/files.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

function* brokenOff(): Iterable<string> {
  yield 'new';
  throw new Error('the power went');
}

describe('a file that is not finished', () => {
  test('leaves the one before as it was, and nothing beside it', async () => {
    const folder = await tempDir();
    const path = join(folder, 'variants.jsonl');
    await writeFile(path, 'old\n');
    await expect(writeTextLines(path, brokenOff(), 'named')).rejects.toThrow('the power went');
    expect(await readFile(path, 'utf8')).toBe('old\n');
    expect(await readdir(folder)).toEqual(['variants.jsonl']);
  });

  test('of settings whose schema cannot be written leaves no settings', async () => {
    const folder = await tempDir();
    await mkdir(join(folder, 'mutagree.schema.json'));
    const written = writeConfig(join(folder, 'mutagree.yaml'), { force: true });
    await expect(written).rejects.toMatchObject({ code: 'store-eisdir' });
    expect(await readdir(folder)).toEqual(['mutagree.schema.json']);
  });
});

const writers = {
  'at once': (path: string) => writeText(path, 'new\n', 'named'),
  'in a folder to be made': (path: string) => writeText(path, 'new\n', 'named'),
  'piece by piece': (path: string) => writeTextLines(path, ['new'], 'named'),
};

describe.each(Object.entries(writers))('written %s', (_, write) => {
  test('a link stays a link, and the file behind it keeps its permissions', async () => {
    const folder = await tempDir();
    const [path, link] = [join(folder, 'file'), join(folder, 'link')];
    await writeFile(path, 'old\n', { mode: 0o600 });
    await symlink(path, link);
    await write(link);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['file', 'link']);
  });

  test.skipIf(process.platform === 'win32')('a device stays a device', async () => {
    await write('/dev/null');
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

test('many long lines arrive in order', async () => {
  const path = await tempPath('long.txt');
  const lines = Array.from({ length: 40 }, (_, at) => String(at).repeat(25_000));
  await writeTextLines(path, lines, 'named');
  expect(await readFile(path, 'utf8')).toBe(`${lines.join('\n')}\n`);
});

describe('a file of ours in a folder that may be of somebody else', () => {
  test('takes the place of a link, whose target stays as it was', async () => {
    const folder = await tempDir();
    const theirs = await tempPath('bashrc');
    await writeFile(theirs, 'alias a=b\n');
    for (const [name, target] of [
      ['report.md', theirs],
      ['tasks.csv', join(folder, 'missing')],
    ] as const) {
      await symlink(target, join(folder, name));
      await writeOwnFile(folder, name, 'new');
      expect((await lstat(join(folder, name))).isFile()).toBe(true);
      expect(await readFile(join(folder, name), 'utf8')).toBe('new');
    }
    expect(await readFile(theirs, 'utf8')).toBe('alias a=b\n');
    expect((await readdir(folder)).sort()).toEqual(['report.md', 'tasks.csv']);
  });

  test.each([
    ['a text', (path: string) => writeText(path, 'new\n', 'ours')],
    ['lines', (path: string) => writeTextLines(path, ['new'], 'ours')],
  ])('written as %s takes the place of a link, too', async (_, write) => {
    const folder = await tempDir();
    const [kept, path] = [join(folder, 'kept'), join(folder, 'link')];
    await writeFile(kept, 'old');
    await symlink(kept, path);
    await write(path);
    expect(await readFile(kept, 'utf8')).toBe('old');
    expect(await readFile(path, 'utf8')).toBe('new\n');
  });

  test('is drafted under a name that nobody can have laid a link under', async () => {
    const folder = await tempDir();
    await symlink(join(folder, 'elsewhere'), join(folder, `report.md.${process.pid}.tmp`));
    await writeOwnFile(folder, 'report.md', 'new');
    await writeText(join(folder, 'report.md'), 'newer', 'named');
    expect(await readdir(folder)).not.toContain('elsewhere');
    expect(await readFile(join(folder, 'report.md'), 'utf8')).toBe('newer');
  });
});
