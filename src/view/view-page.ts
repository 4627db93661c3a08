import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { htmlDocument } from '../reporters/html/html-document.ts';
import { html, jsonForScript, trusted } from '../reporters/html/markup.ts';
import { clientModule, joinModules, themeStyles } from '../reporters/html/page-assets.ts';
import { pagePolicy } from './page-policy.ts';
import type { ListedRun } from './run-folder.ts';

const STYLES = `
.list { max-width: 1120px; margin: 0 auto; padding: 28px clamp(16px, 3vw, 40px) 64px; }
.bars { display: grid; gap: 3px; min-width: 220px; }
.bars div { display: grid; grid-template-columns: 5.2em minmax(60px, 1fr) auto; gap: 8px; align-items: center; font-size: 0.82rem; color: var(--quiet); }
progress { width: 100%; height: 8px; accent-color: var(--accent); }
.workers { margin-top: 6px; font-size: 0.82rem; color: var(--quiet); }
.workers ul { margin: 4px 0 0; padding-left: 1.2em; }
.workers .gone { text-decoration: line-through; }
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

/** The list's script: how elements are built is shared with the report. */
function listScript(): string {
  const own = readFileSync(join(packageRoot(), 'src/view/client/run-list.mjs'), 'utf8');
  return joinModules([clientModule('dom'), own]);
}

export interface ViewPage {
  readonly text: string;
  /** Content-Security-Policy of the response. */
  readonly policy: string;
}

/** The list of runs; it draws itself and follows the server's events. */
export function viewPage(folder: string, runs: readonly ListedRun[]): ViewPage {
  const script = listScript();
  const { markup } = htmlDocument({
    title: `Runs in ${folder}`,
    styles: themeStyles() + STYLES,
    body: html`<main class="list">
<p class="brand">mutagree</p>
<h1>Runs in ${folder}</h1>
<p class="quiet" id="connection" role="status">Connecting …</p>
<div id="runs"></div>
<noscript><p class="note">The list needs JavaScript.</p></noscript>
</main>
<script type="application/json" id="run-data">${jsonForScript(runs)}</script>
<script>${trusted(script)}</script>
`,
  });
  return {
    text: markup,
    policy: pagePolicy(script),
  };
}
