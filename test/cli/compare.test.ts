import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { writeRun } from '../fakes/write-run.ts';

const root = mkdtempSync(join(tmpdir(), 'mutagree-compare-'));
const [a, b] = [join(root, 'a'), join(root, 'b')];

beforeAll(async () => {
  await writeRun(a, syntheticRun());
  await writeRun(b, syntheticRun({ replySeed: 7, model: 'other-model' }));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('prints arms, labels and prompts with their p values', async () => {
  const io = fakeIo();
  expect(await runCli(['compare', a, b], io)).toBe(0);
  const text = io.out.join('');
  expect(text).toContain('first:  smollm2-135m-instruct');
  expect(text).toContain('model: "smollm2-135m-instruct" -> "other-model"');
  expect(text).toMatch(/mutation-ensemble +12 +\d+\.\d % +\d+\.\d % +[+-]?\d+\.\d points \[/);
  expect(text).toMatch(/original prompt +12 /);
});

test('--json is one document with the same comparison', async () => {
  const io = fakeIo();
  expect(await runCli(['compare', a, b, '--json'], io)).toBe(0);
  const { comparisons, refused, correction } = JSON.parse(io.out.join(''));
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
  const io = fakeIo();
  expect(await runCli(['compare', a, other], io)).toBe(2);
  expect(io.err.join('')).toMatch(/not comparable[\s\S]*data set: starter[\s\S]*samples per task and arm: 10 and 99/);
});

test('a single model has nothing to be compared with', async () => {
  const io = fakeIo();
  expect(await runCli(['compare', a], io)).toBe(2);
  expect(io.err.join('')).toContain('Name a second run directory');
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
  const [same, worse, summary] = [fakeIo(), fakeIo(), join(root, 'summary.md')];
  expect(await runCli(['compare', a, a, '--fail-if-worse', '2', '--arm', 'baseline'], same)).toBe(0);
  expect(same.out.join('')).toContain('Not shown to be worse');
  const flags = ['--fail-if-worse', '2', '--arm', 'baseline', '--summary', summary];
  expect(await runCli(['compare', a, withoutPasses(), ...flags], worse)).toBe(3);
  expect(worse.err.join('')).toMatch(/worse is worse than .*: -\d/);
  expect(readFileSync(summary, 'utf8')).toContain('### Worse: smollm2-135m-instruct');
});

test.each([
  [[a, '--fail-if-worse', '2'], 'a gate compares two directories'],
  [[a, b, '--fail-if-worse', '2', '--arm', 'judge'], 'do not both have the arm judge'],
  [[a, b, '--fail-if-worse', '200'], 'fail-if-worse'],
  [[a, b, '--summary', 'gate.md'], '--summary needs --fail-if-worse'],
  [[a, b, '--arm', 'baseline'], '--arm needs --fail-if-worse'],
])('%j is a usage error', async (words, message) => {
  const io = fakeIo();
  expect(await runCli(['compare', ...words], io)).toBe(2);
  expect(io.err.join('')).toContain(message);
});
