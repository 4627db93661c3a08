import { efficiencyOf } from '../../analysis/arms/efficiency.ts';
import { type TestQuality, type TestShare, testQuality } from '../../analysis/arms/test-quality.ts';
import { type AblationEffect, type AblationResult, ablationOf } from '../../analysis/attribution/ablation.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { count, percent, percentInterval, plural, pointsWithInterval, pValueText } from '../figures.ts';
import { MEASURE_NAMES } from '../measure-names.ts';
import { runNames } from '../run-names.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';

const EFFECT_NAMES: Readonly<Record<AblationEffect['of'], string>> = {
  programs: 'mutated prompts for programs',
  tests: 'mutated prompts for tests',
  interaction: 'what both do beyond their sum',
  both: 'both together',
};

function ablationBlock({ cells, effects, tasks, samplesPerCell }: AblationResult): Markup {
  const cell = (programs: string, tests: string) => {
    const found = cells.find((one) => one.programs === programs && one.tests === tests);
    if (!found) return html`<td class="number quiet">–</td>`;
    const { passAt1, solved } = found;
    return html`<td class="number">${percent(passAt1.value)} <span class="quiet">${percentInterval(passAt1)}, ${count(solved)}/${plural(tasks, 'task')}</span></td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Programs and tests crossed"><table>
<thead><tr><th scope="col">expected pass@1</th><th scope="col" class="number">tests of the original prompt</th><th scope="col" class="number">tests of mutated prompts</th></tr></thead>
<tbody>
${(['original', 'mutated'] as const).map(
  (
    programs,
  ) => html`<tr><th scope="row">programs of ${programs === 'original' ? 'the original prompt' : 'mutated prompts'}</th>${cell(programs, 'original')}${cell(programs, 'mutated')}</tr>
`,
)}</tbody></table></div>
<ul>${effects.map(({ of, difference, pValue }) => html`<li>${EFFECT_NAMES[of]}: <strong>${pointsWithInterval(difference)}</strong>${pValue !== null && html` <span class="quiet">McNemar ${pValueText(pValue)}</span>`}</li>`)}</ul>
<p class="quiet">${plural(samplesPerCell, 'program')} and as many test replies per task and cell, over ${plural(tasks, 'task')}.</p>
`;
}

function qualityTable(rows: readonly TestQuality[]): Markup {
  const share = (value: TestShare | null) =>
    value === null
      ? html`<td class="number quiet">–</td>`
      : html`<td class="number">${percent(value.value)} <span class="quiet">${percentInterval(value)}, ${count(value.count)}/${count(value.of)}</span></td>`;
  return html`<h4>Generated tests</h4>
<div class="scroll" tabindex="0" role="region" aria-label="Quality of generated tests"><table>
<thead><tr><th scope="col">prompt</th><th scope="col" class="number">tests</th><th scope="col" class="number">the reference passes</th><th scope="col" class="number">tell programs apart</th><th scope="col" class="number">both</th></tr></thead>
<tbody>
${rows.map(
  ({
    mutator,
    tests,
    valid,
    separating,
    validAndSeparating,
  }) => html`<tr><th scope="row">${mutator}</th><td class="number">${count(tests)}</td>${share(valid)}${share(separating)}${share(validAndSeparating)}</tr>
`,
)}</tbody></table></div>`;
}

function efficiencyTable(rows: ReturnType<typeof efficiencyOf>): Markup {
  return html`<h4>Passing programs beside the reference</h4>
<div class="scroll" tabindex="0" role="region" aria-label="Passing programs beside the reference"><table>
<thead><tr><th scope="col">mean over tasks</th><th scope="col" class="number">tasks</th><th scope="col" class="number">programs</th><th scope="col" class="number">reference</th><th scope="col" class="number">median ratio</th></tr></thead>
<tbody>
${rows.map(
  ({ measure, tasks, programs, reference, medianRatio }) =>
    html`<tr><th scope="row">${MEASURE_NAMES[measure]}</th><td class="number">${count(tasks)}</td><td class="number">${programs.toFixed(2)}</td><td class="number">${reference.toFixed(2)}</td><td class="number">${medianRatio === null ? '–' : medianRatio.toFixed(2)}</td></tr>
`,
)}</tbody></table></div>`;
}

function block(record: RunRecord, name: string | null): Markup | null {
  const ablation = ablationOf(record);
  const quality = testQuality(record);
  const efficiency = efficiencyOf(record);
  if (ablation === null && quality.length === 0 && efficiency.length === 0) return null;
  return html`${name && html`<h3>${name}</h3>`}${ablation && ablationBlock(ablation)}${quality.length > 0 && qualityTable(quality)}${efficiency.length > 0 && efficiencyTable(efficiency)}`;
}

/** Where a gain comes from: programs crossed with tests, how good the tests of each prompt are, what passing programs cost; null where none is known. */
export function attributionSection(study: Study): PageSection | null {
  const names = runNames(study);
  const blocks = study.runs
    .map((record, at) => block(record, study.runs.length === 1 ? null : (names[at] ?? null)))
    .filter((one) => one !== null);
  if (blocks.length === 0) return null;
  const markup = html`<section id="attribution" aria-labelledby="attribution-title">
<h2 id="attribution-title">Where a gain comes from</h2>
${blocks}</section>
`;
  return { id: 'attribution', name: 'Attribution', markup };
}
