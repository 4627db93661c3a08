import { type RepeatVariance, repeatVariance } from '../../analysis/arms/variance.ts';
import { type ComparedSide, modelComparisons, type SideComparison } from '../../analysis/comparison/compare-sides.ts';
import type { Study } from '../../records/study.ts';
import { count, percent, pointsWithInterval, pValueText } from '../figures.ts';
import { modelsTable, varianceRows } from '../tables/models-table.ts';
import { dataTable } from './data-table.ts';
import { armGainChart } from './gain-chart.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';
import { varianceChart } from './variance-chart.ts';

const nameOf = ({ model, temperature }: ComparedSide) => (temperature === null ? model : `${model}, T ${temperature}`);

function pairRows({ first, second, arms }: SideComparison): Markup[] {
  return arms.map(
    (
      row,
    ) => html`<tr><th scope="row">${nameOf(second)} <span class="quiet">against</span> ${nameOf(first)}</th><td>${row.arm}</td><td class="number">${percent(row.first)}</td><td class="number">${percent(row.second)}</td><td class="number">${pointsWithInterval(row.difference)}</td><td class="number">${count(row.onlySecond)} / ${count(row.onlyFirst)}</td><td class="number">${pValueText(row.adjustedP)}</td><td>${row.finding ? html`<strong class="badge finding">a finding</strong>` : html`<span class="badge no-finding">not a finding</span>`}</td></tr>
`,
  );
}

function pairsTable(comparisons: readonly SideComparison[]): Markup {
  return html`<h3>Models against each other</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Models in pairs"><table>
<thead><tr><th scope="col">models</th><th scope="col">arm</th><th scope="col" class="number">pass@1 of the second</th><th scope="col" class="number">of the first</th><th scope="col" class="number">first minus second</th><th scope="col" class="number">tasks only by the first / second</th><th scope="col" class="number">McNemar, Holm</th><th scope="col">verdict</th></tr></thead>
<tbody>
${comparisons.flatMap(pairRows)}</tbody></table></div>
<p class="quiet">Task by task over the same tasks; p by exact McNemar on the picks, corrected by Holm over all rows. Intervals: 95 %, paired bootstrap over tasks.</p>`;
}

function varianceTable(rows: readonly RepeatVariance[]): Markup {
  return html`<h3>From repeat to repeat</h3>
<div class="scroll" tabindex="0" role="region" aria-label="From repeat to repeat"><table>
<thead><tr><th scope="col">model</th><th scope="col">arm</th><th scope="col" class="number">k</th><th scope="col" class="number">repeats</th><th scope="col" class="number">mean pass@k</th><th scope="col" class="number">standard deviation, points</th><th scope="col">each repeat</th></tr></thead>
<tbody>
${rows.map(
  ({
    model,
    arm,
    k,
    values,
    mean,
    standardDeviation,
  }) => html`<tr><th scope="row">${model}</th><td>${arm}</td><td class="number">${k}</td><td class="number">${count(values.length)}</td><td class="number">${percent(mean)}</td><td class="number">${standardDeviation === null ? '–' : (100 * standardDeviation).toFixed(2)}</td><td class="quiet">${values.map(percent).join(', ')}</td></tr>
`,
)}</tbody></table></div>`;
}

/** Models against each other and runs against their repeats; null for a single run. */
export function modelsSection(study: Study): PageSection | null {
  const comparisons = modelComparisons(study);
  const sideBySide = modelsTable(study);
  const variance = varianceChart(varianceRows(study));
  const repeated = repeatVariance(study).filter(({ values }) => values.length > 1);
  if (comparisons.length === 0 && repeated.length === 0 && !variance) return null;
  const title = comparisons.length > 0 ? 'Models' : repeated.length > 0 ? 'Repeats' : 'Variance';
  const markup = html`<section id="models" aria-labelledby="models-title">
<h2 id="models-title">${title}</h2>
${sideBySide && dataTable(sideBySide)}
${comparisons.length > 0 && armGainChart(study)}
${variance}
${comparisons.length > 0 && pairsTable(comparisons)}
${repeated.length > 0 && varianceTable(repeated)}</section>
`;
  return { id: 'models', name: title, markup };
}
