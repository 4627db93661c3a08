import type { ArmComparison, StudySummary } from '../../core/arm-results.ts';
import type { RunRecord } from '../../core/run-record.ts';
import { reportedK } from '../../core/task-results.ts';
import { count, duration, pointsWithInterval, pValueText } from '../figures.ts';
import { runFacts } from '../run-facts.ts';
import { coverageNote, discordance, generatedFigures, passFigures, solvedFigures } from '../sentences.ts';
import { armsChart } from './arms-chart.ts';
import { html, type Markup } from './markup.ts';

function armsTable({ arms }: StudySummary, ks: readonly string[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Arms in numbers"><table>
<thead><tr><th scope="col">arm</th>${ks.map((k) => html`<th scope="col" class="number">pass@${k}, %</th>`)}<th scope="col" class="number">picks right</th><th scope="col" class="number">abstained</th><th scope="col" class="number">tokens in</th><th scope="col" class="number">tokens out</th></tr></thead>
<tbody>
${arms.map(
  (
    arm,
  ) => html`<tr><th scope="row">${arm.arm}</th>${ks.map((k) => html`<td class="number">${passFigures(arm, k).replace(' %', '')}</td>`)}<td class="number">${solvedFigures(arm)}</td><td class="number">${count(arm.abstained)}</td><td class="number">${count(arm.tokens.inputTokens)}</td><td class="number">${count(arm.tokens.outputTokens)}${arm.tokens.uncounted > 0 && html` <span class="quiet">(${count(arm.tokens.uncounted)} replies not counted)</span>`}</td></tr>
`,
)}</tbody></table></div>`;
}

function comparisonCard(comparison: ArmComparison): Markup {
  const { arm, against, samplesPerArm, difference, pValue, finding } = comparison;
  return html`<li class="comparison ${finding ? 'finding' : 'no-finding'}">
<h3>${arm} <span class="quiet">against</span> ${against}</h3>
<p class="figure">${pointsWithInterval(difference)}</p>
<p><strong class="badge">${finding ? 'a finding' : 'not a finding'}</strong> exact McNemar ${pValueText(pValue)}, at ${count(samplesPerArm)} samples a task. ${discordance(comparison)}</p>
</li>
`;
}

/** The three arms, how they compare, and what the numbers rest on. */
export function overview(summary: StudySummary, record: RunRecord): Markup {
  const note = coverageNote(summary, record.manifest);
  return html`<section aria-labelledby="arms-title">
<h2 id="arms-title">Expected pass@1 at ${count(summary.samplesPerArm)} samples a task</h2>
${note && html`<p class="note">${note}</p>`}
<div class="arms-layout">
<figure>${armsChart(summary.arms)}<figcaption>Dot: mean over ${count(summary.tasks)} tasks. Line: 95 % interval over tasks.</figcaption></figure>
<ul class="comparisons">
${summary.comparisons.map(comparisonCard)}</ul>
</div>
${armsTable(summary, reportedK(record.manifest).map(String))}
<p class="quiet">baseline: the ${count(summary.samplesPerArm)} programs of the original prompt, without selection; its pick is the first sample. self-agreement: one program selected among them with ${count(summary.samplesPerArm)} test replies. mutation-ensemble: as many programs and replies, spread over the variants of the prompt. A finding needs both an interval without zero and p below 0.05.</p>
</section>
`;
}

/** Everything about the run that is not a result. */
export function runSection(record: RunRecord): Markup {
  const stages = Object.entries(record.manifest.stageMs);
  return html`<section aria-labelledby="run-title">
<h2 id="run-title">The run</h2>
<p>${generatedFigures(record)}.</p>
<dl class="facts">
${runFacts(record).map(
  ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}${stages.map(
  ([stage, ms]) => html`<div><dt>time: ${stage}</dt><dd>${duration(ms)}</dd></div>
`,
)}</dl>
</section>
`;
}
