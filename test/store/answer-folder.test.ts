import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerFolder, answerFolderPath } from '../../src/store/answer-folder.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

const answers = { pieces: [[1]], answers: [['x']], costsMs: [3], timeoutMs: 4000 };

test('answers are found again, whole or not at all', async () => {
  const folder = await tempPath('answers');
  const cache = answerFolder(folder);
  expect(await cache.get('k')).toBeNull();
  await cache.put('k', answers);
  expect(await cache.get('k')).toEqual(answers);
  expect(readdirSync(folder)).toEqual(['k.json']);
  writeFileSync(join(folder, 'k.json'), '{"answers": [');
  expect(await cache.get('k')).toBeNull();
});

test('a link that lies in the folder under a name of ours is replaced, not followed', async () => {
  const folder = await tempDir();
  const own = join(folder, 'own.txt');
  writeFileSync(own, 'mine');
  for (const name of ['k.json', `k.json.${process.pid}`]) symlinkSync(own, join(folder, name));
  const cache = answerFolder(folder);
  await Promise.all([cache.put('k', answers), cache.put('k', answers)]);
  expect(readFileSync(own, 'utf8')).toBe('mine');
  expect(await cache.get('k')).toEqual(answers);
});

test('a folder that cannot be written costs nothing but the memory', async () => {
  const file = await tempPath('file');
  writeFileSync(file, '');
  const cache = answerFolder(join(file, 'answers'));
  await cache.put('k', answers);
  expect(await cache.get('k')).toBeNull();
});

test('the folder is the one for caches of this user', () => {
  expect(answerFolderPath({ XDG_CACHE_HOME: '/c' })).toBe('/c/mutagree/answers');
});
