import { describe, expect, test } from 'vitest';
import { latexDocument } from '../../../src/reporters/tables/latex.ts';
import { latexText } from '../../../src/reporters/tables/latex-text.ts';
import type { Table } from '../../../src/reporters/tables/table.ts';

test.each([
  ['the thesis\u2019s pairs', "the thesis's pairs"],
  ['\u201cnot\u201d and "as before" ("so")', "``not'' and ``as before'' (``so'')"],
  ['1\u20132 \u2026 \u22123 \u2265 0', '1--2 ... $-$3 $\\ge$ 0'],
  ['a_b & 50 % of {x}\\', 'a\\_b \\& 50 \\% of \\{x\\}\\textbackslash{}'],
  ['\u00abx\u00bb \u00f0\u00d0\u00fe\u00de', '$\\ll$x$\\gg$ ????'],
  ['gr\u00fc\u00dfe \u4e2d', 'gr\u00fc\u00dfe ?'],
])('latexText: %s', (text, expected) => {
  expect(latexText(text)).toBe(expected);
});

describe('latexDocument', () => {
  const table = (rows: number): Table => ({
    id: 'by-name',
    caption: 'By name',
    note: 'Percent.',
    head: ['name', 'measure', 'n'],
    rows: Array.from({ length: rows }, (_, at) => [
      at % 4 === 0 ? `name ${at}` : '',
      `measure ${at}`,
      { value: at, unit: 'count' as const },
    ]),
  });

  test('a table that fits on a page is one; a longer one goes on on further pages, each with its head, and begins with a row that has a name', () => {
    expect(latexDocument('t', [table(40)])).toContain('\\caption{By name}');
    const text = latexDocument('t', [table(120)]);
    const parts = text.split('\\begin{table}').slice(1);
    expect(parts).toHaveLength(3);
    const captions = parts.map((part) => /\\caption\{(.*)\}/.exec(part)?.[1]);
    expect(captions).toEqual([1, 2, 3].map((at) => `By name (${at} of 3)`));
    expect(new Set(parts.map((part) => /\\label\{(.*)\}/.exec(part)?.[1])).size).toBe(3);
    for (const part of parts) expect(part).toMatch(/name & measure & n .*\n\\hline\n\\rule\{0pt\}\{2\.4ex\}name \d+ &/);
    expect(parts.flatMap((part) => part.match(/measure \d+/g) ?? [])).toHaveLength(120);
  });
});
