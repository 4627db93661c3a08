import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Study } from '../../records/study.ts';
import { count, dateText } from '../figures.ts';
import { ruleName, studyTitle } from '../names.ts';
import { studyAlarms } from '../sentences.ts';
import { clientScript, htmlDocument } from './html-document.ts';
import { html, type Markup, trusted } from './markup.ts';
import type { PageSection } from './section-markup.ts';

/** Only our own script may run, and nothing may be fetched, whatever a model managed to get into the page. */
function contentPolicy(script: string): string {
  const digest = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
}

/**
 * A script element with the packed view of a task (raw deflate, base64), which the page unpacks on demand. A task of 30
 * variants and 20 programs takes about a tenth of its plain text, and no text of a model is in the page's source.
 */
function packedTask({ markup }: Markup, index: number): Markup {
  const packed = deflateRawSync(markup, { level: 6 }).toString('base64');
  return html`<script type="application/octet-stream" id="task/${index}">${trusted(packed)}</script>
`;
}

/** The whole document; the view of each task is made one at a time: those of a large study are never in memory at once. */
export function page(study: Study, sections: readonly PageSection[], tasks: Iterable<Markup>): Markup {
  const { manifest } = study.runs[0];
  const title = studyTitle(study);
  const script = clientScript();
  return htmlDocument({
    title,
    policy: contentPolicy(script),
    body: html`<a class="skip" href="#main">To the results</a>
<header class="page">
<div>
<p class="brand">mutagree</p>
<h1>${title}</h1>
<p class="quiet">${count(manifest.dataset.tasks)} tasks, ${count(manifest.samplesPerArm)} samples per task and arm, scorer ${ruleName(manifest)}, seed ${manifest.seed}, ${dateText(manifest.updatedAt)}</p>
</div>
</header>
<div class="layout">
<nav class="sections" aria-label="Sections"><ul>
${sections.map(
  ({ id, name }) => html`<li><a href="#${id}">${name}</a></li>
`,
)}</ul></nav>
<main id="main" tabindex="-1">
<div id="report">
${studyAlarms(study).map((alarm) => html`<p class="alarm" role="alert">${alarm}</p>`)}
${sections.map(({ markup }) => markup)}</div>
<article id="task" tabindex="-1" hidden></article>
<noscript><p class="note">The views of single tasks need JavaScript.</p></noscript>
</main>
</div>
${Array.from(tasks, packedTask)}<script>${trusted(script)}</script>
`,
  });
}
