import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlDocument, reportStyles } from '../../src/reporters/html/html-document.ts';
import { html, type Markup } from '../../src/reporters/html/markup.ts';
import { tableMarkup } from '../../src/reporters/html/section-markup.ts';
import { latexDocument } from '../../src/reporters/tables/latex.ts';
import { markdownTable } from '../../src/reporters/tables/markdown.ts';
import type { Table } from '../../src/reporters/tables/table.ts';
import { dressedPage, PLAIN_PAGE_STYLES } from './dressed-page.ts';
import { loneSvg } from './lone-svg.ts';

/** A published study that is not a run directory: its figures alone. */
export interface PublishedTables {
  readonly title: string;
  readonly summary: string;
  /** By file name without its end. */
  readonly pictures: Readonly<Record<string, Markup | null>>;
  readonly tables: readonly Table[];
}

function page({ title, summary, pictures, tables }: PublishedTables): Markup {
  return htmlDocument({
    title: title,
    styles: `${reportStyles()}\n${PLAIN_PAGE_STYLES}`,
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    body: html`<main class="plain-page">
<p class="brand">mutagree</p>
<h1>${title}</h1>
<p class="quiet">${summary}</p>
${Object.values(pictures).filter((picture) => picture !== null)}
${tables.map(tableMarkup)}</main>
`,
  });
}

/** Writes tables.md, .tex, the pictures and report.html, which begins with the folder's README.md where it has one. */
export function publishTables(folder: string, study: PublishedTables): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('tables.md', study.tables.map(markdownTable).join('\n'));
  write('tables.tex', latexDocument(study.title, study.tables));
  for (const [name, picture] of Object.entries(study.pictures)) {
    const svg = picture && loneSvg(picture);
    if (svg) write(`${name}.svg`, svg);
  }
  const readme = join(folder, 'README.md');
  const { markup } = page(study);
  write('report.html', existsSync(readme) ? dressedPage(markup, readFileSync(readme, 'utf8')) : markup);
}
