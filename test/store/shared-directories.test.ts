import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { loadRun, readLog } from '../../src/store/load-run.ts';
import { LOG_NAMES, openRunDirectory } from '../../src/store/run-directory.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempPath } from '../fakes/temp-dir.ts';

/** A run directory whose files somebody else may have changed. */
async function directoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await tempPath('run');
  await mkdir(directory);
  const all = { 'manifest.json': `${JSON.stringify(runManifest(), null, 2)}\n`, ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(directory, name), text);
  return directory;
}

const row = {
  key: 'k',
  taskId: 't',
  candidateId: 'c',
  testIds: ['a', 'b'],
  verdicts: ['pass', 'fail'],
  outputs: ['1', null],
  details: [null, 'AssertionError'],
  weak: [false, true],
  cpuMs: 1,
};

describe('a log of somebody else', () => {
  test.each(LOG_NAMES)('%s: a line that is no such record is named with file, line and field', async (name) => {
    for (const wrong of ['{}', '[]', '"text"', '7', 'null', '{"id": 7, "key": "k"}']) {
      const directory = await directoryWith({ [`${name}.jsonl`]: `\n${wrong}\n` });
      const expected = {
        code: 'log-broken',
        message: expect.stringMatching(new RegExp(`${name}\\.jsonl line 2: (field "|Invalid input)`)),
      };
      await expect(readLog(directory, name)).rejects.toMatchObject(expected);
      await expect(openRunDirectory(directory, runManifest())).rejects.toMatchObject(expected);
    }
  });

  test.each([
    ['a verdict that there is not', { ...row, verdicts: ['pass', 'maybe'] }, 'field "verdicts.1"'],
    ['fewer verdicts than tests', { ...row, verdicts: ['pass'] }, 'has not one verdict'],
    ['a number for a text', { ...row, outputs: [1, null] }, 'field "outputs.0"'],
  ])('%s', async (_, line, words) => {
    const directory = await directoryWith({ 'verdicts.jsonl': `${JSON.stringify(row)}\n${JSON.stringify(line)}\n` });
    await expect(loadRun(directory)).rejects.toThrow(`verdicts.jsonl line 2: ${words}`);
  });

  test('what nobody here knows is left alone', async () => {
    const directory = await directoryWith({ 'verdicts.jsonl': `${JSON.stringify({ ...row, later: { of: 1 } })}\n` });
    expect(await readLog(directory, 'verdicts')).toEqual([{ ...row, later: { of: 1 } }]);
  });
});

describe('a manifest of somebody else', () => {
  test.each([
    ['samplesPerArm', { samplesPerArm: '6' }, 'samplesPerArm'],
    ['a field within a field', { dataset: { ...runManifest().dataset, tasks: null } }, 'dataset.tasks'],
    ['an arm that there is not', { arms: ['baseline', 'best'] }, 'arms.1'],
  ])('%s is named with file and field', async (_, change, field) => {
    const text = JSON.stringify({ ...runManifest(), ...change }, null, 2);
    const directory = await directoryWith({ 'manifest.json': text });
    const expected = {
      code: 'manifest-broken',
      message: expect.stringContaining(`manifest.json: field "${field}": `),
    };
    await expect(loadRun(directory)).rejects.toMatchObject(expected);
    await expect(openRunDirectory(directory, runManifest())).rejects.toMatchObject(expected);
    expect(await readFile(join(directory, 'manifest.json'), 'utf8')).toBe(text);
  });

  test('a field that is missing is named, and text that is no JSON', async () => {
    const { versions: _, ...rest } = runManifest();
    const directory = await directoryWith({ 'manifest.json': JSON.stringify(rest, null, 2) });
    await expect(loadRun(directory)).rejects.toThrow('manifest.json: field "versions"');
    const other = await directoryWith({ 'manifest.json': '{\n  "schemaVersion": 1,\n  "status" "running"\n}\n' });
    await expect(loadRun(other)).rejects.toThrow('manifest.json: not valid JSON');
  });
});

const recordings = join(packageRoot(), 'data/recordings');
const names = readdirSync(recordings, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() && existsSync(join(recordings, each.name)) ? [each.name] : [],
);
test.each(names)('the recording %s is read as it is', async (name) => {
  const logs = await Promise.all(LOG_NAMES.map((log) => readLog(join(recordings, name), log)));
  expect(logs.flat().length).toBeGreaterThan(0);
});
