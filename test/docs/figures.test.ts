import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { figuresOf, namesSource, sectionsOf } from './figure-sections.ts';

const root = packageRoot();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const verbs = readdirSync(join(root, 'src', 'cli', 'verbs')).map((file) => file.replace('.ts', ''));
const commands = new Set([
  ...Object.keys(scripts).map((name) => `npm run ${name}`),
  ...verbs.map((verb) => `mutagree ${verb}`),
]);
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.sort().map((name) => `docs/${name}`)];

describe.each(pages)('%s', (page) => {
  test('has no decimal figure in a part that names neither a command, a file nor a paper', () => {
    const untraced = sectionsOf(read(page)).filter(
      ({ text, around }) => figuresOf(text).length > 0 && !namesSource(around, dirname(page), commands),
    );
    expect(untraced.map(({ heading, text }) => [heading, ...figuresOf(text)])).toEqual([]);
  });

  test('says of a published study what its tables say', () => {
    const sentences = read(page)
      .split('\n')
      .flatMap((line) => (line.startsWith('|') ? [line] : line.split(/(?<=[.:;]) (?=[A-Z*[])/)));
    for (const sentence of sentences) {
      const study = /\]\([^)]*reports\/published\/([\w-]+)\//.exec(sentence)?.[1];
      if (study === undefined) continue;
      const told = new Set(
        ['tables.md', 'README.md'].flatMap((name) =>
          figuresOf(read(`reports/published/${study}/${name}`).replaceAll('\\', '')),
        ),
      );
      expect(
        figuresOf(sentence).filter((figure) => !told.has(figure)),
        sentence,
      ).toEqual([]);
    }
  });
});
