import { type ArmComparison, type ArmTokens, summariseArms } from '../../analysis/arms/arm-results.ts';
import { gainsOverRuns } from '../../analysis/arms/gains-over-runs.ts';
import { reportedK } from '../../analysis/arms/task-results.ts';
import { incidentsOf } from '../../analysis/calls/incidents.ts';
import { RIVAL_ARMS } from '../../core/arm.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { count, duration, pointsWithInterval, pValueText } from '../figures.ts';
import { runFacts } from '../run-facts.ts';
import { runNames } from '../run-names.ts';
import {
  coverageNote,
  discordance,
  generatedFigures,
  givenFigures,
  incidentSentence,
  lossAlarm,
  passFigures,
  passRateSentence,
  solvedFigures,
  strongSentence,
  unreadSentence,
} from '../sentences.ts';
import { armsChart } from './arms-chart.ts';
import { html, type Markup } from './markup.ts';

/** More runs are shown in the table alone. */
const MOST_CHARTED = 8;

interface NamedRun {
  /** null in a study of one run. */
  readonly name: string | null;
  readonly record: RunRecord;
  /** Where its own report is; null where it has none beside this one. */
  readonly href: string | null;
}

/** A path of a study as a link: no part of it is a scheme or a query. */
const linkTo = (folder: string) => `./${folder.split('/').map(encodeURIComponent).join('/')}/report.html`;

function namedRuns(study: Study): readonly NamedRun[] {
  const names = runNames(study);
  return study.runs.map((record, at) => {
    const folder = study.folders?.[at];
    const href = folder === undefined ? null : linkTo(folder);
    return { name: study.runs.length === 1 ? null : (names[at] ?? ''), record, href };
  });
}

function tokenCells({ inputTokens, outputTokens, replies, uncounted }: ArmTokens): Markup {
  if (uncounted === replies) return html`<td class="quiet number" colspan="2">not counted</td>`;
  return html`<td class="number">${count(inputTokens)}</td><td class="number">${count(outputTokens)}${uncounted > 0 && html` <span class="quiet">(${count(uncounted)} replies not counted)</span>`}</td>`;
}

function armsTable(runs: readonly NamedRun[], ks: readonly string[]): Markup {
  const isSingle = runs.length === 1;
  const rows = runs.flatMap(({ name, record, href }) =>
    summariseArms(record).arms.map(
      (
        arm,
        at,
      ) => html`<tr>${name !== null && (at === 0 ? html`<th scope="rowgroup" rowspan="${record.manifest.arms.length}">${href === null ? name : html`<a href="${href}">${name}</a>`}</th>` : null)}<th scope="row">${arm.arm}</th>${ks.map((k) => html`<td class="number">${passFigures(arm, k).replace(' %', '')}</td>`)}<td class="number">${solvedFigures(arm)}</td><td class="number">${count(arm.abstained)}</td>${tokenCells(arm.tokens)}</tr>
`,
    ),
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Arms in numbers"><table>
<thead><tr>${!isSingle && html`<th scope="col">run</th>`}<th scope="col">arm</th>${ks.map((k) => html`<th scope="col" class="number">pass@${k}, %</th>`)}<th scope="col" class="number">picks right</th><th scope="col" class="number">abstained</th><th scope="col" class="number">tokens in</th><th scope="col" class="number">tokens out</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

/** Whether a difference is a claim. */
export const findingBadge = (finding: boolean) =>
  html`<strong class="badge ${finding ? 'finding' : 'no-finding'}">${finding ? 'a finding' : 'not a finding'}</strong>`;

function comparisonCard(comparison: ArmComparison): Markup {
  const { arm, against, samplesPerArm, difference, pValue, test, finding } = comparison;
  return html`<li class="comparison ${finding ? 'finding' : 'no-finding'}">
<h3>${arm} <span class="quiet">against</span> ${against}</h3>
<p class="figure">${pointsWithInterval(difference)}</p>
<p>${findingBadge(finding)} ${test} ${pValueText(pValue)}, at ${count(samplesPerArm)} samples per task. ${discordance(comparison)}</p>
</li>
`;
}

/** The gains of each run side by side, where there are too many for cards. */
function comparisonTable(study: Study, runs: readonly NamedRun[]): Markup {
  const gains = gainsOverRuns(study);
  const rows = runs.flatMap(({ name }, at) =>
    (gains[at] ?? []).map(
      ({
        arm,
        against,
        difference,
        pValue,
        adjustedP,
        finding,
        onlyArm,
        onlyAgainst,
      }) => html`<tr><th scope="row">${name}</th><td>${arm} <span class="quiet">against</span> ${against}</td><td class="number">${pointsWithInterval(difference)}</td><td class="number">${count(onlyArm)} / ${count(onlyAgainst)}</td><td class="number">${pValueText(pValue)}</td><td class="number">${pValueText(adjustedP)}</td><td>${findingBadge(finding)}</td></tr>
`,
    ),
  );
  return html`<h3>What each step gains</h3>
<div class="scroll" tabindex="0" role="region" aria-label="What each step gains"><table>
<thead><tr><th scope="col">run</th><th scope="col">comparison</th><th scope="col" class="number">difference</th><th scope="col" class="number">tasks only by the first / second</th><th scope="col" class="number">${runs[0]?.record.manifest.given ? 'sign flips' : 'McNemar'}</th><th scope="col" class="number">Holm</th><th scope="col">at 5 %</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

/** What the arms are: of a model that was asked, or of samples that were given. */
function armsExplained({ manifest: { arms, samplesPerArm, given } }: RunRecord): Markup {
  const isAcross = arms.includes('mutation-ensemble');
  const isRivalled = arms.some((arm) => RIVAL_ARMS.some((rival) => rival === arm));
  return given
    ? html`baseline: one program taken blindly, the mean over all samples. self-agreement: one selected among ${count(samplesPerArm)} of one wording, the mean over the wordings. ${isAcross && 'mutation-ensemble: one selected among as many, spread over wordings, the mean over draws. '}Tests are those of the file. Intervals here and in the tables of wordings come from resamples of their own, so that a last digit may differ.`
    : html`baseline: the ${count(samplesPerArm)} programs of the original prompt, without selection; its pick is the first sample. self-agreement: one program selected among them with ${count(samplesPerArm)} test replies. ${isAcross && 'mutation-ensemble: as many programs and replies, spread over the variants of the prompt.'}${isRivalled && ' The other arms spend as many calls in other ways (docs/rivals.md).'}`;
}

/** The arms of every run, how they compare, and what the numbers rest on. */
export function overview(study: Study): Markup {
  const runs = namedRuns(study);
  const [first] = study.runs;
  const isSingle = runs.length === 1;
  const { samplesPerArm } = first.manifest;
  const ofRuns = runs.flatMap(({ name, record }) => {
    const note = coverageNote(summariseArms(record), record.manifest);
    const all = [
      ...(note ? [note] : []),
      ...(isSingle ? givenFigures(record) : []),
      ...[unreadSentence(record)].flatMap((text) => text ?? []),
      ...incidentsOf(record).map(incidentSentence),
    ];
    return all.map((text) => (name ? `${name}: ${text}` : text));
  });
  const rates = runs.flatMap(({ name, record }) => {
    const summary = summariseArms(record);
    const sentences = [passRateSentence(summary), strongSentence(summary)].flatMap((sentence) => sentence ?? []);
    return sentences.map((sentence) => (name ? `${name}: ${sentence}` : sentence));
  });
  const notes = [...(isSingle ? [] : givenFigures(first)), ...ofRuns];
  const charted = runs.slice(0, MOST_CHARTED).map(({ name, record }) => ({ name, arms: summariseArms(record).arms }));
  const hidden = runs.length - charted.length;
  const figure = html`<figure>${armsChart(charted)}<figcaption>Dot: mean over ${count(summariseArms(first).tasks)} tasks. Line: 95 % interval over tasks.${hidden > 0 && ` The other ${count(hidden)} runs are in the table.`}</figcaption></figure>`;
  const alarms = runs.flatMap(({ name, record }) => {
    const alarm = lossAlarm(record);
    return alarm ? [name ? `${name}: ${alarm}` : alarm] : [];
  });
  return html`<section id="overview" aria-labelledby="arms-title">
${alarms.map((alarm) => html`<p class="alarm" role="alert">${alarm}</p>`)}
<h2 id="arms-title">Expected pass@1 at ${count(samplesPerArm)} samples per task</h2>
${notes.map((note) => html`<p class="note">${note}</p>`)}
${
  isSingle
    ? html`<div class="arms-layout">
${figure}
<ul class="comparisons">
${summariseArms(first).comparisons.map(comparisonCard)}</ul>
</div>`
    : figure
}
${rates.map(
  (rate) => html`<p>${rate}.</p>
`,
)}${armsTable(runs, reportedK(first.manifest).map(String))}
${!isSingle && comparisonTable(study, runs)}
<p class="quiet">${armsExplained(first)} A finding needs both an interval without zero and p below 0.05${!isSingle && ', corrected over the runs (Holm)'}.</p>
</section>
`;
}

function factList({ name, record }: NamedRun): Markup {
  const stages = Object.entries(record.manifest.stageMs);
  return html`${name !== null && html`<h3>${name}</h3>`}
<p>${generatedFigures(record)}.</p>
<dl class="facts">
${runFacts(record).map(
  ([fact, value]) => html`<div><dt>${fact}</dt><dd>${value}</dd></div>
`,
)}${stages.map(
  ([stage, ms]) => html`<div><dt>time: ${stage}</dt><dd>${duration(ms)}</dd></div>
`,
)}</dl>
`;
}

/** Everything about the runs that is not a result. */
export function runSection(study: Study): Markup {
  return html`<section id="run" aria-labelledby="run-title">
<h2 id="run-title">${study.runs.length === 1 ? 'The run' : 'The runs'}</h2>
${namedRuns(study).map(factList)}</section>
`;
}
