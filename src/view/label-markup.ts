import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { htmlDocument } from '../reporters/html/html-document.ts';
import { html, jsonForScript, trusted } from '../reporters/html/markup.ts';
import { clientModule, joinModules, themeStyles } from '../reporters/html/page-assets.ts';
import type { LabelDesk } from './label-desk.ts';
import { pagePolicy } from './page-policy.ts';
import type { ViewPage } from './view-page.ts';

const STYLES = `
.desk { max-width: 1280px; margin: 0 auto; padding: 20px clamp(16px, 3vw, 40px) 64px; display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 24px; align-items: start; }
.desk header { grid-column: 1 / -1; }
.desk header h1 { margin: 4px 0 8px; }
.desk progress { width: 100%; height: 8px; accent-color: var(--accent); }
.item pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 60vh; overflow: auto; border: 1px solid var(--line); border-radius: 8px; padding: 12px; margin: 4px 0 16px; }
.item h3 { margin: 8px 0 0; }
.choices { position: sticky; top: 16px; display: grid; gap: 6px; max-height: calc(100vh - 32px); overflow: auto; }
.choices button { text-align: left; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
.choices button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
.choices button small { display: block; color: var(--quiet); font-weight: 400; }
.choices kbd { display: inline-block; min-width: 1.6em; text-align: center; border: 1px solid var(--line); border-radius: 4px; margin-right: 6px; font-size: 0.85em; }
.choices textarea { width: 100%; box-sizing: border-box; min-height: 4em; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 8px; padding: 6px; }
.steps { display: flex; gap: 6px; flex-wrap: wrap; }
#kept[data-state="failed"] { color: var(--wrong); font-weight: 600; }
@media (max-width: 900px) { .desk { grid-template-columns: minmax(0, 1fr); } .choices { position: static; max-height: none; } }
`;

function script(): string {
  const own = ['label-keys', 'label-desk'].map((name) =>
    readFileSync(join(packageRoot(), `src/view/client/${name}.mjs`), 'utf8'),
  );
  return joinModules([clientModule('dom'), ...own]);
}

/** The page on which one rater labels; it draws itself. */
export function labelMarkup(desk: LabelDesk): ViewPage {
  const client = script();
  const { title, question } = desk;
  const { markup } = htmlDocument({
    title: title,
    styles: themeStyles() + STYLES,
    body: html`<main class="desk">
<header>
<p class="brand">mutagree</p>
<h1>${question}</h1>
<progress id="progress" aria-label="items labelled" max="1" value="0"></progress>
<p class="quiet"><span id="count"></span> <span id="kept" role="status"></span></p>
<div id="suggestion" role="status" aria-label="suggestion"></div>
</header>
<section class="item" id="item" aria-label="item"></section>
<section class="choices" id="choices" aria-label="labels"></section>
<noscript><p class="note">Labelling needs JavaScript.</p></noscript>
</main>
<script type="application/json" id="desk-data">${jsonForScript(desk)}</script>
<script>${trusted(client)}</script>
`,
  });
  return {
    text: markup,
    policy: pagePolicy(client),
  };
}
