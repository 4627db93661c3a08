import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

async function mutate(...argv: readonly string[]) {
  const io = fakeIo({ env: {} });
  const code = await runCli(['mutate', '--dataset', 'starter', ...argv], io);
  return { code, out: io.out.join(''), err: io.err.join('') };
}

test('without a file: three rewrites beside their prompts, and a row per family', async () => {
  const { code, out } = await mutate('--limit', '6');
  expect(code).toBe(0);
  const heads = out.match(/^starter\/\d+, .+$/gm) ?? [];
  expect(heads).toHaveLength(3);
  expect(new Set(heads.map((head) => head.split(',')[0])).size).toBe(3);
  expect(out).toMatch(/^ {2}\S.* \| .*\S$/m);
  const [, rows = ''] = out.split(/^family .*\n/m);
  const families = [...rows.matchAll(/^[a-z]+(?= )/gm)].map(([family]) => family);
  expect(families).toEqual(['lexical', 'tensor', 'grammatical', 'naming', 'layout']);
});

test('compositions are one family, however many there are', async () => {
  const { out } = await mutate('--strength', 'medium', '--per-mutator', '5');
  expect(out.split('\n').length).toBeLessThan(70);
  expect(out).toMatch(/^composed +\d+\/48/m);
});

test('with a file: a row per mutator, and no rewrites', async () => {
  const { out } = await mutate('--mutators', 'family:naming', '-o', join(await tempDir(), 'variants.jsonl'));
  expect(out).toMatch(/^mutator .*\nname-func-adversarial /);
});
