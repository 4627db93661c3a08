import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cli } from '../fakes/cli.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { suiteDir } from '../fakes/temp-dir.ts';
import { writeRun } from '../fakes/write-run.ts';

const root = suiteDir();
const [a, b] = [join(root, 'a'), join(root, 'b')];

beforeAll(async () => {
  await writeRun(a, syntheticRun());
  await writeRun(b, syntheticRun({ replySeed: 7, model: 'other-model' }));
});

test('prints arms, labels and prompts with their p values', async () => {
  const { code, out: text } = await cli('compare', a, b);
  expect(code).toBe(0);
  expect(text).toContain('first:  smollm2-135m-instruct');
  expect(text).toContain('model: "smollm2-135m-instruct" -> "other-model"');
  expect(text).toMatch(/mutation-ensemble +12 +\d+\.\d % +\d+\.\d % +[+-]?\d+\.\d points \[/);
  expect(text).toMatch(/original prompt +12 /);
});

test('--json is one document with the same comparison', async () => {
  const { comparisons, refused, correction } = JSON.parse((await cli('compare', a, b, '--json')).out);
  expect([comparisons.length, refused, correction]).toEqual([1, [], 'holm']);
  expect(comparisons[0].arms).toHaveLength(3);
  expect(comparisons[0].arms[2]).toMatchObject({ arm: 'mutation-ensemble', tasks: 12, test: 'exact McNemar' });
});

test('refuses other data with exit code 2 and the reason', async () => {
  const other = join(root, 'other-data');
  cpSync(b, other, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(other, 'manifest.json'), 'utf8'));
  manifest.dataset.sha256 = 'e'.repeat(64);
  manifest.samplesPerArm = 99;
  writeFileSync(join(other, 'manifest.json'), JSON.stringify(manifest));
  const { code, err } = await cli('compare', a, other);
  expect(code).toBe(2);
  expect(err).toMatch(/not comparable[\s\S]*data set: starter[\s\S]*samples per task and arm: 10 and 99/);
});

/** A copy of `a` without a program that passes. */
function withoutPasses(): string {
  const worse = join(root, 'worse');
  cpSync(a, worse, { recursive: true });
  const official = readFileSync(join(worse, 'official.jsonl'), 'utf8');
  writeFileSync(join(worse, 'official.jsonl'), official.replaceAll('"passed":true', '"passed":false'));
  return worse;
}

test('--fail-if-worse passes an equal run and fails a worse one, with a summary for a pull request', async () => {
  const [summary, flags] = [join(root, 'summary.md'), ['--fail-if-worse', '2', '--arm', 'baseline']];
  const same = await cli('compare', a, a, ...flags);
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('Not shown to be worse') });
  const worse = await cli('compare', a, withoutPasses(), ...flags, '--summary', summary);
  expect(worse).toMatchObject({ code: 3, err: expect.stringMatching(/worse is worse than .*: -\d/) });
  expect(readFileSync(summary, 'utf8')).toContain('### Worse: smollm2-135m-instruct');
});

test.each([
  [[a], 'Name a second run directory'],
  [[a, '--fail-if-worse', '2'], '--fail-if-worse needs <second>'],
  [[a, b, '--fail-if-worse', '2', '--arm', 'judge'], 'do not both have the arm judge'],
  [[a, b, '--fail-if-worse', '200'], 'fail-if-worse'],
  [[a, b, '--summary', 'gate.md'], '--summary needs --fail-if-worse'],
  [[a, b, '--measure', 'robust-pass'], '--measure needs --fail-if-worse'],
  [[a, b, '--arm', 'baseline'], '--arm needs --fail-if-worse'],
  [[a, b, '--fail-if-worse', '2', '--measure', 'robust-pass', '--arm', 'baseline'], '--arm applies to pass@1 alone'],
])('%j is a usage error', async (words, message) => {
  expect(await cli('compare', ...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('a summary that cannot be written is one message, after the result', async () => {
  const { code, out, err } = await cli('compare', a, a, '--fail-if-worse', '2', '--summary', root);
  expect([code, out]).toEqual([5, expect.stringContaining('Not shown to be worse')]);
  expect(err).toMatch(/a folder of that name is in the way\n {2}hint: /);
});
