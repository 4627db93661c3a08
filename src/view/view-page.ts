import { percent } from '../reporters/figures.ts';
import { htmlDocument } from '../reporters/html/html-document.ts';
import { html, type Markup } from '../reporters/html/markup.ts';
import { themeStyles } from '../reporters/html/page-assets.ts';
import type { ListedRun } from './run-folder.ts';

const STYLES = `
.list { max-width: 1120px; margin: 0 auto; padding: 28px clamp(16px, 3vw, 40px) 64px; }
.bars { display: grid; gap: 3px; min-width: 220px; }
.bars div { display: grid; grid-template-columns: 5.2em minmax(60px, 1fr) auto; gap: 8px; align-items: center; font-size: 0.82rem; color: var(--quiet); }
progress { width: 100%; height: 8px; accent-color: var(--accent); }
.bars .gone { text-decoration: line-through; }
.status { white-space: nowrap; }
.status.running { color: var(--accent); font-weight: 600; }
.status.finished { color: var(--right); font-weight: 600; }
.status.failed, .status.unreadable { color: var(--wrong); font-weight: 600; }
.empty { margin-top: 24px; }
td { overflow-wrap: anywhere; }
@media (max-width: 760px) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr, td, th { display: block; border: 0; padding: 2px 0; text-align: left; }
  tr { border-bottom: 1px solid var(--line); padding: 12px 0; }
}
`;

/** The policy of the list, which allows nothing active. */
export const LIST_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const quiet = (text: string) => html`<span class="quiet">${text}</span>`;

function stageBar({ stage, done, total }: ListedRun['stages'][number]): Markup {
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const count = total === null ? `${done}` : `${done}/${total}`;
  return html`<div><span>${stage}</span><progress max="1" value="${String(share)}" aria-label="${stage}"></progress><span>${count}</span></div>`;
}

function outcome({ problem, stages, arms, hasReport }: ListedRun): Markup {
  if (problem !== null) return quiet(problem);
  if (stages.length > 0) return html`<div class="bars">${stages.map(stageBar)}</div>`;
  if (arms.length === 0) return quiet(hasReport ? 'in its report' : 'no report yet');
  return html`${arms.map(({ arm, passAt1 }, at) => html`${at > 0 ? ', ' : ''}${arm} <strong>${percent(passAt1)}</strong>`)}`;
}

function row(run: ListedRun): Markup {
  const { id, kind, dataset, models, status, updatedAt } = run;
  const link = html`<a href="/runs/${encodeURIComponent(id)}/report.html">${id}</a>`;
  return html`<tr>
<th scope="row">${status === 'unreadable' ? id : link}<br>${quiet(`${dataset}${kind === 'study' ? ', study' : ''}`)}</th>
<td>${models.join(', ')}</td>
<td><span class="status ${status}">${status}</span></td>
<td>${outcome(run)}</td>
<td class="quiet">${updatedAt ? `${updatedAt.slice(0, 16).replace('T', ' ')} UTC` : ''}</td>
</tr>
`;
}

const HEADS = ['run', 'model', 'status', 'outcome, expected pass@1', 'last written'];

/** The list of runs, without a script: the server asks the browser to load it again. */
export function viewPage(folder: string, runs: readonly ListedRun[]): string {
  const table = html`<table>
<thead><tr>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${runs.map(row)}</tbody>
</table>`;
  const empty = html`<p class="note empty">No run here yet. The list fills by itself when one begins.</p>`;
  return htmlDocument({
    title: `Runs in ${folder}`,
    styles: themeStyles() + STYLES,
    body: html`<main class="list">
<p class="brand">mutagree</p>
<h1>Runs in ${folder}</h1>
${runs.length > 0 ? table : empty}
</main>
`,
  }).markup;
}
