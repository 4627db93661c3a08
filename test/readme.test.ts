import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../src/cli/create-program.ts';
import { packageRoot } from '../src/package-root.ts';
import { fakeIo } from './fakes/fake-io.ts';
import { readmeExample } from './readme-example.ts';

const root = packageRoot();
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the library example runs and prints the program on which two of three agree', () => {
  const file = join(root, 'src', '.readme-example.mts');
  onTestFinished(() => rmSync(file, { force: true }));
  writeFileSync(file, readmeExample().replace("'mutagree'", "'./index.ts'"));
  expect(execFileSync(process.execPath, ['--import', 'tsx', file], { cwd: root, encoding: 'utf8' })).toMatch(
    /return x \+ 1/,
  );
}, 60_000);

test('the example is at most ten lines, blank ones aside', () => {
  expect(
    readmeExample()
      .split('\n')
      .filter((line) => line.trim() !== '').length,
  ).toBeLessThanOrEqual(10);
});

test('every file that it links to is there, and every verb of its table exists with examples in its help', () => {
  for (const [, target] of readme.matchAll(/\]\(((?!https?:)[^)#]+)\)/g))
    expect(existsSync(join(root, target ?? '')), target).toBe(true);
  const program = createProgram(fakeIo(), () => {});
  const table = [...readme.matchAll(/^\| ((?:`[a-z]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([a-z]+)`/g)].map(([, verb]) => verb),
  );
  expect(table.toSorted()).toEqual(program.commands.map((command) => command.name()).toSorted());
});
