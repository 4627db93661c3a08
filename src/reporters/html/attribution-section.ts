import type { Study } from '../../core/study.ts';
import { attributionTables } from '../tables/attribution-tables.ts';
import { cellText, type Table } from '../tables/table.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';

function tableMarkup({ id, caption, note, head, rows }: Table): Markup {
  const isNumber = (column: number) => rows.some((row) => typeof row[column] === 'object' && row[column] !== null);
  const numeric = head.map((_, column) => isNumber(column));
  return html`<h3 id="${id}">${caption}</h3>
<p class="quiet">${note}</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"><table>
<thead><tr>${head.map((name, at) => html`<th scope="col"${numeric[at] ? html` class="number"` : ''}>${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr>${row.map((cell, at) => html`<td${numeric[at] ? html` class="number"` : ''}>${cellText(cell)}</td>`)}</tr>
`,
)}</tbody></table></div>
`;
}

/** Ablation, quality of the generated tests, efficiency of passing programs; null where a study has none of them. */
export function attributionSection(study: Study): PageSection | null {
  const tables = attributionTables(study);
  if (tables.length === 0) return null;
  const markup = html`<section id="attribution" aria-labelledby="attribution-title">
<h2 id="attribution-title">Where it comes from</h2>
${tables.map(tableMarkup)}</section>
`;
  return { id: 'attribution', name: 'Attribution', markup };
}
