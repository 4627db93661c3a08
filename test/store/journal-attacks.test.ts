import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SandboxResult } from '../../src/core/sandbox.ts';
import { JournalFile } from '../../src/store/journal-file.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const key = Buffer.alloc(32, 7);
const FAILED: SandboxResult = { verdicts: ['fail'], outputs: [null], details: [null], weak: [false], cpuMs: 1 };
const PASSED: SandboxResult = { ...FAILED, verdicts: ['pass'] };

/** What is found under the key `wrong`, whose program failed, after somebody has changed the lines of a journal of ours. */
async function foundAfter(change: (text: string) => string | Buffer): Promise<SandboxResult | null> {
  const path = join(await tempDir(), 'out.journal.jsonl');
  const ours = await JournalFile.open(path, { key });
  await ours.put('wrong', FAILED);
  await ours.put('right', PASSED);
  await ours.close();
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  const journal = await JournalFile.open(path, { key });
  try {
    return await journal.get('wrong');
  } finally {
    await journal.close();
  }
}

const [first, second] = [0, 1].map((at) => (text: string) => text.split('\n')[at] ?? '');
const forged = (signature: string) => `["wrong",${JSON.stringify(PASSED)},"${signature}"]\n`;

describe('attacks on a journal that lies beside what one is sent', () => {
  test.each<[string, (text: string) => string | Buffer]>([
    ['a verdict is another', (text) => text.replaceAll('"fail"', '"pass"')],
    ['two results have changed places', (text) => text.replace('"wrong"', '"x"').replace('"right"', '"wrong"')],
    ['a line is signed with nothing', () => forged('')],
    ['a line is signed with zeros', () => forged('0'.repeat(64))],
    ['a line is signed with what is no number', () => forged('zz'.repeat(32))],
    [
      'the signature of one line stands under another',
      (text) => forged(/"([0-9a-f]{64})"\]$/.exec(second?.(text) ?? '')?.[1] ?? ''),
    ],
    ['a result of ours stands within another key', (text) => `["wrong",${second?.(text).slice(1)}\n`],
    ['a line of ours is followed by a better one', (text) => `${text}${first?.(text).replace('fail', 'pass')}\n`],
    [
      'a byte that is no text stands in the key',
      (text) => Buffer.concat([Buffer.from('["wrong'), Buffer.from([0xff]), Buffer.from(text.slice(7))]),
    ],
    ['its lines end as on another system', (text) => text.replaceAll('\n', '\r\n').replaceAll('"fail"', '"pass"')],
  ])('%s', async (_, change) => {
    expect((await foundAfter(change))?.verdicts ?? ['absent']).not.toContain('pass');
  });

  test.each<[string, (path: string, victim: string) => void]>([
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to a file', (path, victim) => symlinkSync(victim, path)],
    ['a link to a device without an end', (path) => symlinkSync('/dev/zero', path)],
    ['a link to nothing', (path, victim) => symlinkSync(`${victim}-not-there`, path)],
  ])('%s in its place is refused, and nothing is written', { skip: process.platform === 'win32' }, async (_, lay) => {
    const folder = await tempDir();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    lay(join(folder, 'out.journal.jsonl'), victim);
    await expect(JournalFile.open(join(folder, 'out.journal.jsonl'), { key, fresh: true })).rejects.toThrow();
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  test('removing it takes away the name alone', async () => {
    const folder = await tempDir();
    writeFileSync(join(folder, 'other'), '');
    linkSync(join(folder, 'other'), join(folder, 'out.journal.jsonl'));
    await (await JournalFile.open(join(folder, 'out.journal.jsonl'), { key })).remove();
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('');
  });
});
