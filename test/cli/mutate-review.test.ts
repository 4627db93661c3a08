import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

async function review(folder: string, ...more: readonly string[]) {
  const io = fakeIo({ env: {} });
  const argv = ['mutate', '--dataset', 'starter', '--per-mutator', '1', '--review', folder, '--review-items', '60'];
  const exit = await runCli([...argv, ...more], io);
  return { exit, out: io.out.join(''), err: io.err.join('') };
}

interface Key {
  readonly item: number;
  readonly mutator: string;
  readonly planted: string | null;
}

async function keyOf(folder: string, sheet: number): Promise<readonly Key[]> {
  const text = await readFile(join(folder, `key-${sheet}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Key);
}

/** A reader who finds what is planted, but for what is said otherwise. */
async function judge(folder: string, name: string, sheet: number, isKept: (key: Key) => boolean): Promise<void> {
  const lines = (await keyOf(folder, sheet)).map((key) => `${key.item}\t${isKept(key) ? 'yes' : 'no'}\tyes\t`);
  await writeFile(join(folder, `judgement-${name}-${sheet}.tsv`), `${lines.join('\n')}\n`);
}

test('sheets are drawn, read blind, and scored by the same command', async () => {
  const folder = join(await tempDir(), 'reading');
  const drawn = await review(folder);
  expect(drawn.exit, drawn.err).toBe(0);
  expect(drawn.out).toMatch(/60 mutants and [67] that are wrong on purpose on 2 sheets/);
  const keys = [await keyOf(folder, 1), await keyOf(folder, 2)];
  const real = keys.flat().filter(({ planted }) => planted === null);
  // All mutators in turn: none is read much more often than another.
  const names = [...new Set(real.map(({ mutator }) => mutator))];
  expect(names.length).toBeGreaterThan(20);
  expect(Math.max(...names.map((name) => real.filter(({ mutator }) => mutator === name).length))).toBeLessThan(4);
  for (const key of keys) expect(key.filter(({ planted }) => planted !== null).length).toBeGreaterThanOrEqual(3);
  const sheet = await readFile(join(folder, 'sheet-1.md'), 'utf8');
  expect(sheet).toContain('## Item 1\n');
  for (const { mutator } of real) expect(sheet).not.toContain(mutator);

  // Again: the same sheets, and none left of a longer draw.
  expect((await review(folder, '--review-items', '10')).exit).toBe(0);
  expect((await readdir(folder)).filter((name) => /^key-/.test(name))).toEqual(['key-1.jsonl']);
  await review(folder);
  expect(await keyOf(folder, 1)).toEqual(keys[0]);

  const [first] = real.filter(({ item }) => keys[0]?.some((key) => key.item === item && key.planted === null));
  await judge(folder, 'ann', 1, ({ planted, item }) => planted === null && item !== first?.item);
  await judge(folder, 'ann', 2, () => true);
  const scored = await review(folder, '--json');
  expect(scored.exit, scored.err).toBe(0);
  const { score } = JSON.parse(scored.out).review;
  expect(score.sheets.map(({ counts: isCounted }: { counts: boolean }) => isCounted)).toEqual([true, false]);
  const own = (keys[0] ?? []).filter(({ planted }) => planted === null).length;
  expect(score.overall.kept).toMatchObject({ n: own, count: own - 1 });
  const shown = await review(folder);
  expect(shown.out).toContain('left out, since a judge missed more than a tenth of what was planted: sheet 2');
  expect(shown.out).toContain(`meaning: sheet 1 item ${first?.item}, ${first?.mutator} on `);
});

test('a judgement that cannot be read, or lacks an item, is named by file and line', async () => {
  const folder = join(await tempDir(), 'reading');
  await review(folder, '--review-items', '5');
  const file = join(folder, 'judgement-bob-1.tsv');
  await writeFile(file, '1\tyes\tyes\t\n2\tperhaps\tyes\t\n');
  const unclear = await review(folder);
  expect([unclear.exit, unclear.err]).toEqual([2, expect.stringContaining(`${file} line 2:`)]);
  await writeFile(file, '1\tyes\tyes\t\n');
  const short = await review(folder);
  expect([short.exit, short.err]).toEqual([2, expect.stringContaining('sheet 1: bob left out item 2')]);
});

test('a folder of somebody else is refused', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, 'mine.txt'), 'mine');
  const { exit, err } = await review(folder);
  expect([exit, err]).toEqual([2, expect.stringContaining('mine.txt')]);
  expect(await readdir(folder)).toEqual(['mine.txt']);
});

test('compositions are those of a run: nothing adversarial, unless it is named', async () => {
  const made = async (...more: readonly string[]) => {
    const io = fakeIo({ env: {} });
    const file = join(await tempDir(), 'variants.jsonl');
    const argv = ['mutate', '--dataset', 'starter', '--limit', '8', '--strength', 'medium', '-o', file, ...more];
    expect(await runCli(argv, io), io.err.join('')).toBe(0);
    return readFile(file, 'utf8');
  };
  expect(await made()).not.toContain('"adversarial"');
  expect(await made('--mutators', 'family:grammatical,lex-typo')).toContain('+lex-typo');
});
