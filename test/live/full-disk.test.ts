import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeTextLines } from '../../src/store/files.ts';
import { readLog } from '../../src/store/load-run.ts';
import { openRunDirectory } from '../../src/store/run-directory.ts';
import { startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { modelRun } from '../fakes/model-run.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

async function smallDisk(options: string): Promise<string> {
  const directory = await tempPath('disk');
  mkdirSync(directory);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'ignore' });
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

const TASKS = 60;

/** An endpoint that counts what it was paid for. */
async function paidEndpoint() {
  const paid = new Map<string, number>();
  const endpoint = await startFakeEndpoint((_, { body }) => {
    const question = JSON.stringify([body['messages'], body['seed']]);
    paid.set(question, (paid.get(question) ?? 0) + 1);
    return { kind: 'reply', text: '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1' };
  });
  return { paid, to: { baseUrl: endpoint.baseUrl } };
}

const mayMount = process.getuid?.() === 0 && process.platform === 'linux';
if (!mayMount) console.warn('skipped: a full disk is tried on a small tmpfs, which takes root on Linux to mount');

/** A disk that is full says so, with its exit code. */
const FULL = { name: 'StoreError', message: expect.stringMatching(/disk is full/), exitCode: 5 };

describe.skipIf(!mayMount)('a disk that fills up', () => {
  test('a long file that is written piece by piece: the same error while it waits for room, and no part of it is left', async () => {
    const disk = await smallDisk('size=512k');
    const lines = Array.from({ length: 100 }, () => 'x'.repeat(20_000));
    const failure = await writeTextLines(join(disk, 'out.jsonl'), lines, 'named').catch((error: unknown) => error);
    expect(failure).toMatchObject(FULL);
    expect(readdirSync(disk)).toEqual([]);
  });

  test('a read-only disk is one clear error', async () => {
    const disk = await smallDisk('size=96k,ro');
    await expect(openRunDirectory(join(disk, 'run'), runManifest())).rejects.toThrow(/read-only/);
  });

  test('in mid-run: one clear error; what was stored is there, and the same run goes on to the same end', async () => {
    const calm = await modelRun({ ...(await paidEndpoint()).to, directory: await tempDir(), tasks: TASKS });
    const disk = await smallDisk('size=96k');
    const { paid, to } = await paidEndpoint();
    const directory = join(disk, 'run');
    const failure = await modelRun({ ...to, directory, tasks: TASKS }).catch((error: unknown) => error);
    expect(failure).toMatchObject(FULL);
    execFileSync('mount', ['-o', 'remount,size=4m', disk]);
    const stored = (await readLog(directory, 'replies')).length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(2 * TASKS);
    const underWay = [...paid.values()].length - stored;

    const record = await modelRun({ ...to, directory, tasks: TASKS });
    expect(record.replies).toHaveLength(2 * TASKS);
    expect(record.rankings.map(({ taskId, pickedId }) => [taskId, pickedId])).toEqual(
      calm.rankings.map(({ taskId, pickedId }) => [taskId, pickedId]),
    );
    // Only what was answered and could not be stored any more is paid for again.
    const twice = [...paid.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(twice).toBe(underWay);
    // Eight calls at a time: those under way, and those that began while the first of them failed to be stored.
    expect(twice).toBeLessThanOrEqual(16);
  }, 120_000);
});
