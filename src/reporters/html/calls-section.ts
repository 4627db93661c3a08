import { type CallOutcomes, callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import type { Study } from '../../records/study.ts';
import { failureLines, lossRows, lossWarnings, notSentLine } from '../call-figures.ts';
import { count } from '../figures.ts';
import { runNames } from '../run-names.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';

function outcomes(calls: CallOutcomes, name: string | null): Markup | null {
  const rows = lossRows(calls);
  const notSent = notSentLine(calls.sent);
  if (rows.length === 0 && notSent === null) return null;
  return html`${name && html`<h3>${name}</h3>`}
${lossWarnings(calls).map(
  (warning) => html`<p class="note">${warning}</p>
`,
)}${
  notSent &&
  html`<p class="note">${notSent}.</p>
`
}${
  rows.length > 0 &&
  html`<dl class="facts">
<div><dt>calls</dt><dd>${count(calls.calls)}</dd></div>
${rows.map(
  ([, loss, figures]) => html`<div><dt>${loss}</dt><dd>${figures}</dd></div>
`,
)}</dl>
`
}${
  calls.reasons.length > 0 &&
  html`<ul>
${failureLines(calls).map(
  (line) => html`<li>${line}</li>
`,
)}</ul>
`
}`;
}

/** Calls that failed, and replies that were cut, refused, empty or unreadable; null where there are none. */
export function callsSection(study: Study): PageSection | null {
  const names = runNames(study);
  const parts = study.runs
    .map((record, at) => outcomes(callOutcomes(record), study.runs.length === 1 ? null : (names[at] ?? null)))
    .filter((part) => part !== null);
  if (parts.length === 0) return null;
  const markup = html`<section id="calls" aria-labelledby="calls-title">
<h2 id="calls-title">Calls</h2>
${parts}</section>
`;
  return { id: 'calls', name: 'Calls', markup };
}
