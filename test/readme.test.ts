import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../src/cli/run-cli.ts';
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

test('it has at most 600 words', () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(600);
});

test.each(['.', 'docs', 'docs/adr', 'docs/queue'])(
  'every link of the documents in %s leads to a file and a heading',
  (folder) => {
    const headingsOf = (text: string) =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [, path = '', heading] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
        const target = path === '' ? join(root, folder, file) : join(root, folder, path);
        expect(existsSync(target), `${file}: ${path}`).toBe(true);
        if (heading !== undefined)
          expect(headingsOf(readFileSync(target, 'utf8')), `${file}: ${path}`).toContain(heading);
      }
    }
  },
);

test.each(['.', 'docs', 'docs/adr', 'docs/queue'])(
  'every file and folder that the documents in %s name is there',
  (folder) => {
    const places = /`((?:src|mutators|agreement|test|bench|data)\/[\w./-]+)`/g;
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))) {
      for (const [, path = ''] of readFileSync(join(root, folder, file), 'utf8').matchAll(places)) {
        const found = [path, `${path}.ts`].some((name) => existsSync(join(root, name)));
        expect(found, `${file}: ${path}`).toBe(true);
      }
    }
  },
);

test('every verb stands in the table of docs/commands.md, and no other', () => {
  const commands = readFileSync(join(root, 'docs/commands.md'), 'utf8').split('\n## ')[0] ?? '';
  const program = createProgram(fakeIo(), () => {});
  const table = [...commands.matchAll(/^\| ((?:`[a-z]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([a-z]+)`/g)].map(([, verb]) => verb),
  );
  expect(table.toSorted()).toEqual(program.commands.map((command) => command.name()).toSorted());
});
