import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { figuresOf, sectionsOf, sourcesIn } from './figure-sections.ts';

const root = packageRoot();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const verbs = new Set(readdirSync(join(root, 'src', 'cli', 'verbs')).map((file) => file.replace('.ts', '')));
const known = { root, scripts: new Set(Object.keys(scripts)), verbs };
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

describe.each(pages)('%s', (page) => {
  const folder = dirname(page);

  test('has no decimal figure in a part that names neither a command, a file nor a paper', () => {
    const untraced = sectionsOf(read(page)).filter(
      ({ text, around }) => figuresOf(text).length > 0 && sourcesIn(around, { ...known, folder }).length === 0,
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

describe('the search for sources', () => {
  const sources = { ...known, folder: 'docs' };

  test.each([
    ['`npm run study`', 1],
    ['`npm run no-such-script`', 0],
    ['`npx tsx bench/regimes.ts --draws 10`', 1],
    ['`npx tsx bench/no-such-bench.ts`', 0],
    ['`git show 2dfb290:bench/interval-coverage.ts`', 1],
    ['`mutagree profile FILE`', 1],
    ['`mutagree dance`', 0],
    ['[rules](agreement.md)', 1],
    ['[nothing](no-such-page.md)', 0],
    ['(CodeT, arXiv 2207.10397)', 1],
    ['measured on a quiet machine', 0],
  ])('%s names %i', (text, count) => {
    expect(sourcesIn(text, sources)).toHaveLength(count);
  });

  test('a figure below a heading is found, and a source above it holds for it', () => {
    const page =
      '# A\n`npm run study`\n## B\n`npm run study`\n### B1\nIt gains 2.5 points.\n## C\nIt takes 3.5 s.\n```sh\n# 9.9\n```';
    const untraced = sectionsOf(page).filter(
      ({ text, around }) => figuresOf(text).length > 0 && sourcesIn(around, sources).length === 0,
    );
    expect(untraced.map(({ heading }) => heading)).toEqual(['C']);
  });

  test('versions, addresses and code are no figures', () => {
    expect(figuresOf('Node 20.20.2 at http://127.0.0.1:80, `0.5`, arXiv 2207.10397: 12.5 % [3.0, +4.5].')).toEqual([
      '12.5',
      '3.0',
      '4.5',
    ]);
  });
});
