import { expect, test } from 'vitest';
import { terminalTable } from '../../src/reporters/columns.ts';
import type { Block } from '../../src/reporters/document.ts';
import { pageSection } from '../../src/reporters/html/section-markup.ts';
import type { Table } from '../../src/reporters/tables/table.ts';

const table: Table = {
  id: 'arms',
  caption: 'Arms & more',
  note: 'Percent.',
  head: ['arm', 'pass@1', 'verdict'],
  rows: [
    ['<base>', { value: 0.5, low: 0.25, high: 0.75, unit: 'percent' }, 'a finding'],
    ['other', null, 'not'],
  ],
};
const blocks: readonly Block[] = [
  { kind: 'text', text: 'A *note*', tone: 'note' },
  { kind: 'heading', text: 'Part' },
  { kind: 'list', items: ['one', '<two>'] },
  { kind: 'table', table },
  { kind: 'card', title: 'Case', blocks: [{ kind: 'code', title: 'Program', text: '-a\n+b', language: 'diff' }] },
  {
    kind: 'runs',
    runs: [
      { name: 'x', folder: 'a b' },
      { name: 'y', folder: null },
    ],
  },
];
const section = { id: 'demo', title: 'Demo', blocks };

test('a section as part of a page', () => {
  expect(pageSection(section).name).toBe('Demo');
  expect(pageSection(section).markup.markup).toMatchInlineSnapshot(`
    "<section id="demo" aria-labelledby="demo-title">
    <h2 id="demo-title">Demo</h2>
    <p class="note">A *note*</p>
    <h3>Part</h3>
    <ul><li>one</li><li>&lt;two&gt;</li></ul>
    <h3>Arms &amp; more</h3>
    <div class="scroll arms" tabindex="0" role="region" aria-label="Arms &amp; more"><table>
    <thead><tr><th scope="col">arm</th><th scope="col" class="number">pass@1</th><th scope="col">verdict</th></tr></thead>
    <tbody>
    <tr><th scope="row">&lt;base&gt;</th><td class="number">50.0 [25.0, 75.0]</td><td>a finding</td></tr>
    <tr><th scope="row">other</th><td class="number">-</td><td>not</td></tr>
    </tbody></table></div>
    <p class="quiet">Percent.</p>
    <details class="card"><summary><strong>Case</strong></summary>
    <h4>Program</h4>
    <pre tabindex="0" aria-label="Program"><del>-a</del>
    <ins>+b</ins>
    </pre>
    </details>
    <ul><li><a href="./a%20b/report.html">x</a></li><li>y</li></ul>
    </section>
    "
  `);
});

test('a table for a terminal', () => {
  expect(terminalTable(table)).toEqual([
    'arm                pass@1  verdict',
    '<base>  50.0 [25.0, 75.0]  a finding',
    'other                   -  not',
  ]);
});
