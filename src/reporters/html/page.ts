import { createHash } from 'node:crypto';
import type { RunManifest } from '../../core/run-record.ts';
import { count, dateText } from '../figures.ts';
import { CLIENT_SCRIPT } from './client/index.ts';
import { html, jsonForScript, type Markup, trusted } from './markup.ts';
import { STYLES } from './styles.ts';
import type { TaskPageData } from './task-page-data.ts';

interface PageParts {
  readonly manifest: RunManifest;
  readonly sections: readonly Markup[];
  readonly tasks: readonly TaskPageData[];
}

/** Only our own script may run, and nothing may be fetched, whatever a model managed to get into the page. */
function contentPolicy(): string {
  const digest = createHash('sha256').update(CLIENT_SCRIPT).digest('base64');
  return `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
}

/** The whole document. */
export function page({ manifest, sections, tasks }: PageParts): Markup {
  const title = `${manifest.dataset.name} on ${manifest.model.id}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="mutagree">
<title>${title}: mutagree</title>
<style>${trusted(STYLES)}</style>
</head>
<body>
<a class="skip" href="#main">To the results</a>
<header>
<p class="brand">mutagree</p>
<h1>${title}</h1>
<p class="quiet">${count(manifest.dataset.tasks)} tasks, ${count(manifest.samplesPerArm)} samples a task and arm, scorer ${manifest.scorer}, seed ${manifest.seed}, ${dateText(manifest.updatedAt)}</p>
</header>
<main id="main" tabindex="-1">
<div id="overview">
${sections}</div>
<article id="task" tabindex="-1" hidden></article>
<noscript><p class="note">Search, sorting and the views of single tasks need JavaScript.</p></noscript>
</main>
${tasks.map(
  (task, index) => html`<script type="application/json" id="task-data-${index}">${jsonForScript(task)}</script>
`,
)}<script>${trusted(CLIENT_SCRIPT)}</script>
</body>
</html>
`;
}
