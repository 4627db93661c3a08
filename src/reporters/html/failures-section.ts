import { failureExamples } from '../../analysis/failures/failure-examples.ts';
import { failureKinds } from '../../analysis/failures/failure-kinds.ts';
import { type SharedMisreading, sharedMisreadings } from '../../analysis/failures/shared-misreadings.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames } from '../axis-names.ts';
import {
  exampleParts,
  exampleTitle,
  hangsOnText,
  kindsNote,
  misreadingParts,
  misreadingTitle,
  SHOWN,
  type TextPart,
  wordingText,
} from '../failures/failure-texts.ts';
import { groupTables, kindTable, type TextTable } from '../failures/kind-rows.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';
import { panels } from './panels.ts';

function tableMarkup({ title, head, rows }: TextTable): Markup {
  const [first, ...others] = head;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr><th scope="col">${first ?? ''}</th>${others.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([
    name,
    ...cells
  ]) => html`<tr><th scope="row">${name ?? ''}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`,
)}</tbody></table></div>
`;
}

const textPart = ({ title, text }: TextPart): Markup => html`<div><h5>${title}</h5>
<pre tabindex="0" aria-label="${title}">${text}</pre></div>
`;

function exampleCards(study: Study): Markup | null {
  const examples = failureExamples(study);
  if (examples.length === 0) return null;
  return html`<h3>Failures to read</h3>
${examples.map(
  (example) => html`<details class="card">
<summary><strong>${exampleTitle(example)}</strong></summary>
${example.sample.explained.evidence.length > 0 && html`<p class="quiet">Seen: ${example.sample.explained.evidence.join('; ')}</p>`}
<div class="beside">${exampleParts(example).map(textPart)}</div>
</details>
`,
)}`;
}

function misreadingCard(misreading: SharedMisreading): Markup {
  return html`<details class="card">
<summary><strong>${misreadingTitle(misreading)}</strong></summary>
<p>${hangsOnText(misreading)}</p>
<ul>${misreading.wordings.slice(0, SHOWN.wordings).map((wording) => html`<li>${wordingText(wording)}</li>`)}</ul>
<div class="beside">${misreadingParts(misreading).map(textPart)}</div>
</details>
`;
}

function misreadingCards(study: Study): Markup | null {
  const shared = sharedMisreadings(study);
  if (shared.length === 0) return null;
  return html`<h3>Shared misreadings</h3>
<p>Distinct programs of one task that return the same wrong values on the same official tests. Under each wording: samples that do so, of those that gave a program. These are counts, not a test; ${shared.length > SHOWN.misreadings ? `the first ${SHOWN.misreadings} of ${shared.length}` : `all ${shared.length}`} are shown.</p>
${shared.slice(0, SHOWN.misreadings).map(misreadingCard)}`;
}

/** What goes wrong: kinds of bug by model, arm, mutator and stage, shared misreadings, examples; null where no failure was kept. */
export function failuresSection(study: Study): PageSection | null {
  const results = failureKinds(study);
  if (results.length === 0) return null;
  const names = conditionNames(results);
  const byModel = results.map((result, at) => ({
    values: [String(at)],
    title: results.length === 1 ? '' : (names[at] ?? ''),
    markup: html`${groupTables(result).map((table) => html`<h4>${table.title}</h4>${tableMarkup(table)}`)}`,
  }));
  const options = names.map((name, at) => ({ value: String(at), name }));
  const markup = html`<section id="failures" aria-labelledby="failures-title">
<h2 id="failures-title">What goes wrong</h2>
<p>${kindsNote(results)}</p>
${tableMarkup(kindTable(results))}${panels('failures', [{ label: 'Model', options }], byModel)}${misreadingCards(study)}${exampleCards(study)}</section>
`;
  return { id: 'failures', name: 'What goes wrong', markup };
}
