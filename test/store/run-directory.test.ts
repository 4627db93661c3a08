import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, StoreError } from '../../src/core/errors.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { openRunDirectory, readManifest } from '../../src/store/run-directory.ts';
import { replyRecord } from '../fakes/reply-record.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const reply = replyRecord({ text: 'x' });

test('the same run opens again with what it stored; created once, updated later', async () => {
  const directory = await tempDir();
  const first = await openRunDirectory(directory, runManifest());
  await first.log('replies').append(reply);
  await first.updateManifest({ stageMs: { mutate: 5 } });
  await first.close();
  const second = await openRunDirectory(directory, runManifest({ createdAt: '2027-01-01T00:00:00.000Z' }));
  expect(second.log('replies').get(reply.key)).toEqual(reply);
  expect(second.manifest.createdAt).toBe('2026-01-01T00:00:00.000Z');
  expect(second.manifest.stageMs).toEqual({ mutate: 5 });
  await second.close();
});

test('the directory of another run is refused, naming what differs, and nothing changes', async () => {
  const directory = await tempDir();
  await (await openRunDirectory(directory, runManifest())).close();
  const before = await readFile(join(directory, 'manifest.json'), 'utf8');
  const other = openRunDirectory(directory, runManifest({ config: { variants: 3, samples: 1 } }));
  await expect(other).rejects.toThrow(ConfigError);
  await expect(other).rejects.toThrow(/variants: 2 there, 3 now/);
  expect(await readFile(join(directory, 'manifest.json'), 'utf8')).toBe(before);
});

test('a folder without a run says so, a manifest of another version too', async () => {
  const directory = await tempDir();
  expect(await readManifest(directory)).toBeNull();
  await expect(loadRun(directory)).rejects.toThrow(/holds no run/);
  await writeFile(join(directory, 'manifest.json'), JSON.stringify({ ...runManifest(), schemaVersion: 99 }));
  await expect(loadRun(directory)).rejects.toThrow(StoreError);
  await expect(loadRun(directory)).rejects.toThrow(/schema version 99/);
});

test('a process that was killed while it wrote its first manifest has not taken the folder', async () => {
  const directory = await tempDir();
  await writeFile(join(directory, 'manifest.json.0a1b2c3d4e5f.tmp'), '{"schema');
  await (await openRunDirectory(directory, runManifest())).close();
  expect(await readManifest(directory)).not.toBeNull();
});
