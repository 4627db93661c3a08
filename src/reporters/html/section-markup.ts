import type { Block, Section } from '../document.ts';
import { notesHtml } from '../notes.ts';
import { cellText, numberColumns, type Table } from '../tables/table.ts';
import { html, type Markup, trusted } from './markup.ts';

/** Text whose signs of right and wrong have their colours. */
function signed(text: string): Markup {
  if (!/[✓✗]/.test(text)) return html`${text}`;
  const parts = text.split(/([✓✗])/).map((part) => {
    if (part === '✓') return html`<span class="right">✓</span>`;
    return part === '✗' ? html`<span class="wrong">✗</span>` : html`${part}`;
  });
  return html`${parts}`;
}

/** A table: its caption as a heading, its note below. */
export function tableMarkup(table: Table): Markup {
  const { id, caption, note, head, rows, links } = table;
  const isNumber = numberColumns(table);
  const number = (at: number) => isNumber[at] === true && html` class="number"`;
  return html`<h3>${caption}</h3>
<div class="scroll ${id}" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${head.map((name, at) => html`<th scope="col"${number(at)}>${name}</th>`)}</tr></thead>
<tbody>
${rows.map(([name = null, ...cells], row) => {
  const link = links?.[row];
  const heading = link === undefined ? html`${cellText(name)}` : html`<a href="${link}">${cellText(name)}</a>`;
  return html`<tr><th scope="row">${heading}</th>${cells.map((cell, at) => html`<td${number(at + 1)}>${signed(cellText(cell))}</td>`)}</tr>
`;
})}</tbody></table></div>
${note !== '' && html`<p class="quiet">${note}</p>`}
`;
}

/** A diff's dropped and new lines are marked. */
function codeMarkup({ text, language }: Extract<Block, { readonly kind: 'code' }>): Markup {
  if (language !== 'diff') return html`${text}`;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('+'))
      return html`<ins>${line}</ins>
`;
    return line.startsWith('-')
      ? html`<del>${line}</del>
`
      : html`${line}
`;
  });
  return html`${lines}`;
}

/** A block as part of a page. */
export function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case 'text':
      return html`<p${block.tone !== undefined && html` class="${block.tone}"`}>${block.text}</p>
`;
    case 'heading':
      return html`<h3>${block.text}</h3>
`;
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>
`;
    case 'table':
      return tableMarkup(block.table);
    case 'code':
      return html`<h4>${block.title}</h4>
<pre tabindex="0" aria-label="${block.title}">${codeMarkup(block)}</pre>
`;
    case 'card':
      return html`<details class="card"${block.open === true && html` open`}><summary><strong>${signed(block.title)}</strong></summary>
${block.blocks.map(blockMarkup)}</details>
`;
    case 'runs':
      return html`<ul>${block.runs.map(
        ({ name, folder }) =>
          html`<li>${folder === null ? name : html`<a href="./${folder.split('/').map(encodeURIComponent).join('/')}/report.html">${name}</a>`}</li>`,
      )}</ul>
`;
    case 'notes':
      return html`<div class="notes scroll">
${trusted(notesHtml(block.text))}</div>
`;
  }
}

/** A section as part of a page, with the id of its element and its name in the navigation. */
export function pageSection({ id, title, name = title, blocks }: Section) {
  const markup = html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${blocks.map(blockMarkup)}</section>
`;
  return { id, name, markup };
}

export type PageSection = ReturnType<typeof pageSection>;
