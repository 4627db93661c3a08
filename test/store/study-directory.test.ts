import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StudyManifest } from '../../src/records/study.ts';
import { openRunDirectory } from '../../src/store/run-directory.ts';
import { loadStudy, readStudyManifest, STUDY_FILE } from '../../src/store/study-directory.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const manifest = (change: Partial<StudyManifest> = {}): StudyManifest => ({
  schemaVersion: 1,
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  models: ['a', 'b'],
  repeats: 1,
  settings: {},
  runs: [
    { model: 'a', repeat: 1, directory: 'a/repeat-1' },
    { model: 'b', repeat: 1, directory: 'b/repeat-1' },
  ],
  ...change,
});

async function beginRun(directory: string, model: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const store = await openRunDirectory(directory, runManifest({ model: { id: model, endpoint: null } }));
  await store.close();
}

const write = (directory: string, value: unknown) => writeFile(join(directory, STUDY_FILE), JSON.stringify(value));

test('a run directory is a study of one', async () => {
  const directory = await tempDir();
  await beginRun(directory, 'a');
  expect((await loadStudy(directory)).runs.map((run) => run.manifest.model.id)).toEqual(['a']);
  expect(await readStudyManifest(directory)).toBeNull();
});

test('reads the runs that have begun, in the order of the study', async () => {
  const directory = await tempDir();
  await write(directory, manifest());
  await beginRun(join(directory, 'b/repeat-1'), 'b');
  expect((await loadStudy(directory)).runs.map((run) => run.manifest.model.id)).toEqual(['b']);
  await beginRun(join(directory, 'a/repeat-1'), 'a');
  expect((await loadStudy(directory)).runs.map((run) => run.manifest.model.id)).toEqual(['a', 'b']);
});

test('says so where no run has begun', async () => {
  const directory = await tempDir();
  await write(directory, manifest());
  await expect(loadStudy(directory)).rejects.toMatchObject({ code: 'no-run' });
  await expect(loadStudy(await tempDir())).rejects.toMatchObject({ code: 'no-run' });
});

test.each(['../elsewhere', 'a/../../b', '/etc', 'a\\b', '..'])('refuses a run outside its folder: %s', async (path) => {
  const directory = await tempDir();
  await write(directory, manifest({ runs: [{ model: 'a', repeat: 1, directory: path }] }));
  await expect(loadStudy(directory)).rejects.toMatchObject({ code: 'study-broken' });
});

test('a broken file is named', async () => {
  const directory = await tempDir();
  await writeFile(join(directory, STUDY_FILE), '{"schemaVersion": 1');
  await expect(loadStudy(directory)).rejects.toThrow(/study\.json: not valid JSON/);
  await write(directory, { ...manifest(), models: [] });
  await expect(loadStudy(directory)).rejects.toThrow(/study\.json: field "models"/);
});

test('a run to which a link leads is not read, and nothing would be written there', async () => {
  const directory = await tempDir();
  const other = await tempDir();
  await beginRun(join(other, 'repeat-1'), 'a');
  await symlink(other, join(directory, 'a'));
  await writeFile(join(directory, STUDY_FILE), JSON.stringify(manifest()));
  await expect(loadStudy(directory)).rejects.toMatchObject({ code: 'folder-is-link' });
});
