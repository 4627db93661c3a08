import { htmlDocument } from '../reporters/html/html-document.ts';
import { html, type Markup } from '../reporters/html/markup.ts';
import { themeStyles } from '../reporters/html/page-assets.ts';
import type { Disagreement } from './disagreement.ts';

const STYLES = `
main { max-width: 1120px; margin: 0 auto; padding: 28px clamp(16px, 3vw, 40px) 64px; }
.scroll { overflow-x: auto; }
th[scope="col"] { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; vertical-align: bottom; }
td { min-width: 2.6em; text-align: center; font-variant-numeric: tabular-nums; }
td.same { color: var(--quiet); }
`;

function cell(count: number, most: number, isSame: boolean): Markup {
  if (isSame) return html`<td class="same">${count}</td>`;
  const share = most === 0 ? 0 : Math.round((100 * count) / most);
  return html`<td style="background: color-mix(in srgb, var(--wrong) ${share * 0.6}%, transparent)">${count}</td>`;
}

/** The pairs of labels that raters took for each other, as a page of its own: darker cells hold more pairs of raters. */
export function heatMapPage({ labels, counts }: Disagreement, title: string): string {
  const most = Math.max(0, ...counts.flatMap((row, at) => row.filter((_, other) => other !== at)));
  const rows = labels.map(
    (label, at) =>
      html`<tr><th scope="row">${label}</th>${(counts[at] ?? []).map((count, other) => cell(count, most, at === other))}</tr>\n`,
  );
  return htmlDocument({
    title: `Disagreement on ${title}`,
    styles: themeStyles() + STYLES,
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    body: html`<main>
<p class="brand">mutagree</p>
<h1>Disagreement on ${title}</h1>
<p class="quiet">Pairs of raters of whom one gave the row’s label and the other the column’s; on the diagonal, pairs that agree.</p>
<div class="scroll"><table>
<thead><tr><td></td>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
</main>
`,
  }).markup;
}

/** The same counts as a table: one row per label. */
export function heatMapRows({ labels, counts }: Disagreement): Record<string, unknown>[] {
  return labels.map((label, at) => ({
    label,
    ...Object.fromEntries(labels.map((other, place) => [other, counts[at]?.[place] ?? 0])),
  }));
}
