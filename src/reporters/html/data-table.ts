import { cellText, type Table } from '../tables/table.ts';
import { html, type Markup } from './markup.ts';

/** A table of tables.md as part of a page: its caption as a heading, its note below. */
export function dataTable({ caption, note, head, rows }: Table): Markup {
  // A column of numbers stands to the right; one of text, as in the file, to the left.
  const isText = head.map((_, at) => rows.some((row) => typeof row[at] === 'string' && !/^\d|^exact$/.test(row[at])));
  const classOf = (at: number) => !isText[at] && html` class="number"`;
  return html`<h3>${caption}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${head.map((name, at) => html`<th scope="col"${at > 0 && classOf(at)}>${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([
    name,
    ...cells
  ]) => html`<tr><th scope="row">${cellText(name ?? null)}</th>${cells.map((cell, at) => html`<td${classOf(at + 1)}>${cellText(cell)}</td>`)}</tr>
`,
)}</tbody></table></div>
<p class="quiet">${note}</p>
`;
}
