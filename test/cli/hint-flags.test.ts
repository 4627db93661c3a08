import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { HINT_FLAGS } from '../../src/cli/print-error.ts';
import { createProgram } from '../../src/cli/run-cli.ts';
import { packageRoot } from '../../src/package-root.ts';
import { asJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';

const flagsOf = ({ options, commands }: Command): string[] => [
  ...options.flatMap(({ long }) => long ?? []),
  ...commands.flatMap(flagsOf),
];

test('every flag is one of some verb, and every code is thrown somewhere', () => {
  const known = new Set(flagsOf(createProgram(fakeIo(), () => {})));
  expect(Object.values(HINT_FLAGS).flat()).toSatisfy((named: string[]) => named.every((flag) => known.has(flag)));
  const root = join(packageRoot(), 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const source = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('repairing-flags.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  expect(Object.keys(HINT_FLAGS).filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});

const sample = { task_id: 'starter/01', completion: '    return 1' };

test.each<[string, (file: string) => string[], string]>([
  ['samples', (file) => ['evaluate', '--dataset', 'starter', '--samples', file], 'Flags: --partial, --tasks, --limit'],
  ['tasks', () => ['mutate', '--dataset', 'starter', '--tasks', 'nowhere'], 'Flags: --tasks'],
  ['a model', () => ['solve', 'Write a function f(x) that returns x.'], 'Flags: --model, --base-url'],
])('a failure for want of %s names the flags of its verb, as text and as a document', async (_, argv, flags) => {
  const line = argv(await temporaryFile('samples.jsonl', asJsonLines([sample])));
  expect(await cli(...line)).toMatchObject({ code: 2, err: expect.stringContaining(`  ${flags}`) });
  expect(JSON.parse((await cli(...line, '--json')).out).error.hint).toContain(flags);
});
