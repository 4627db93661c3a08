import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../app/patches/patch-files.ts';
import { cli } from '../fakes/cli.ts';

const root = folderOf({
  'tree/a.py': 'x = 1\n',
  'patches/a.diff': '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n',
  'none/x.txt': '',
  'preds.jsonl': '{"instance_id": "i", "model_patch": "x"}\n{"instance_id": "j", "model_patch": "x"}\n',
});
const at = (name: string) => join(root, name);
const both = ['--repo', at('tree'), '--patches', at('patches')];

test.each([
  [['--apply'], /--apply needs --repo[\s\S]*hint: Add --repo/],
  [['--pytest-arg', 'x'], /--pytest-arg needs --repo/],
  [['--repo', at('tree')], /--repo needs --patches[\s\S]*hint: Add --patches/],
  [[...both, '--dataset', 'starter'], /--repo and --dataset exclude each other[\s\S]*hint: /],
  [[...both, '--scorer', 'codett'], /codett[\s\S]*codet/],
  [['--repo', at('nowhere'), '--patches', at('patches')], /nowhere is no folder[\s\S]*hint: .*--repo/],
  [['--repo', at('tree'), '--patches', at('nowhere')], /no file or folder[\s\S]*hint: .*--patches/],
  [['--repo', at('tree'), '--patches', at('none')], /holds no \.diff or \.patch file[\s\S]*hint: /],
  [['--repo', at('tree'), '--patches', at('preds.jsonl')], /2 instances[\s\S]*hint: .*--instance i/],
  [[...both, '--tests', at('nowhere')], /nowhere is no folder that can be read[\s\S]*hint: .*--tests/],
  [[...both, '--regression', 'tests/**'], /--regression tests\/\*\* names no test[\s\S]*hint: /],
  [[...both, '--sandbox', 'wasm'], /bubblewrap or docker, not in wasm[\s\S]*hint: /],
  [[...both, '--sandbox', 'docker'], /docker needs an image[\s\S]*hint: .*--image/],
])('%j: one message with a hint', async (flags, message) => {
  const { code, out, err } = await cli('select', ...flags);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/\n\s+at .*:\d+/);
});
