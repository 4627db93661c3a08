import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { report } from '../../src/app/report-runs.ts';
import { JsonlLog } from '../../src/store/jsonl-log.ts';
import { refuseLinks, writeOwnFile } from '../../src/store/own-file.ts';
import { openRunDirectory } from '../../src/store/run-directory.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const byKey = { schema: z.object({ key: z.string() }), keyOf: ({ key }: { key: string }) => key };

describe.skipIf(process.platform === 'win32')('a folder that one was sent', () => {
  /** A folder, and beside it a file that its links lead to. */
  async function sent() {
    const folder = await tempDir();
    const target = join(await tempDir(), 'bashrc');
    await writeFile(target, 'kept\n');
    return { folder, target };
  }

  test('a link in the place of a file of ours is replaced, and one in the place of its draft', async () => {
    const { folder, target } = await sent();
    await symlink(target, join(folder, 'report.md'));
    await symlink(target, join(folder, `report.md.${process.pid}.tmp`));
    await writeOwnFile(folder, 'report.md', 'ours\n');
    expect((await lstat(join(folder, 'report.md'))).isFile()).toBe(true);
    expect(await readFile(join(folder, 'report.md'), 'utf8')).toBe('ours\n');
    expect(await readFile(target, 'utf8')).toBe('kept\n');
  });

  test('what is replaced keeps its permissions', async () => {
    const { folder } = await sent();
    await writeFile(join(folder, 'report.md'), 'old', { mode: 0o600 });
    await writeOwnFile(folder, 'report.md', 'new');
    expect((await stat(join(folder, 'report.md'))).mode & 0o777).toBe(0o600);
  });

  test('a log that is a link makes, cuts and continues no file elsewhere', async () => {
    const { folder, target } = await sent();
    const missing = `${target}-new`;
    for (const [name, place] of Object.entries({ there: target, missing })) {
      await symlink(place, join(folder, `${name}.jsonl`));
      await expect(JsonlLog.open(join(folder, `${name}.jsonl`), byKey)).rejects.toThrow(/link/);
    }
    expect(existsSync(missing)).toBe(false);
    expect(await readFile(target, 'utf8')).toBe('kept\n');
    const named = await JsonlLog.open(join(folder, 'missing.jsonl'), { ...byKey, followsLinks: true });
    await named.append({ key: 'a' });
    await named.close();
    expect(await readFile(missing, 'utf8')).toBe('{"key":"a"}\n');
  });

  test('reports of a run are written in its folder alone', async () => {
    const { target } = await sent();
    const folder = await tempDir();
    const store = await openRunDirectory(folder, runManifest({}));
    await store.close();
    for (const name of ['report.md', 'report.html', 'tasks.csv']) await symlink(target, join(folder, name));
    await report(folder, {});
    expect(await readFile(target, 'utf8')).toBe('kept\n');
    expect((await lstat(join(folder, 'report.md'))).isFile()).toBe(true);
  });

  test('a folder below it that is a link is refused', async () => {
    const { folder } = await sent();
    await mkdir(join(folder, 'a'));
    await symlink(await tempDir(), join(folder, 'a/b'));
    await expect(refuseLinks(folder, 'a/b/c')).rejects.toThrow(/is a link/);
    await refuseLinks(folder, 'a/new');
    await refuseLinks(folder, '.');
  });
});
