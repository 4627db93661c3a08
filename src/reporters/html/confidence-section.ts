import { adaptiveSaving } from '../../analysis/arms/adaptive-saving.ts';
import { type ArmConfidence, armConfidence } from '../../analysis/calibration/confidence-results.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { answeredFigures, calibrationFigures, curvePoints, savingFigures } from '../confidence-figures.ts';
import { count, percent, plural } from '../figures.ts';
import { runNames } from '../run-names.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 52;
const BOTTOM = 40;
const TOP = 10;
const RIGHT = 12;

/** Share of right picks among the tasks answered, from the most confident on, one line per arm. */
function curveChart(arms: readonly ArmConfidence[]): Markup {
  const x = (coverage: number) => (LEFT + coverage * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (precision: number) => (TOP + (1 - precision) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Share of right picks by share of tasks answered">
${ticks.map(
  (tick) => html`<line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}"/>
<text class="tick" x="${LEFT - 6}" y="${y(tick)}" text-anchor="end">${Math.round(100 * tick)} %</text>
<text class="tick" x="${x(tick)}" y="${HEIGHT - 22}" text-anchor="${tick === 1 ? 'end' : 'middle'}">${Math.round(100 * tick)} %</text>
`,
)}<text class="tick" x="${x(0.5)}" y="${HEIGHT - 4}" text-anchor="middle">tasks answered, most confident first; upwards: picks right</text>
${arms.map(
  ({ arm, curve }) =>
    html`<g class="arm ${arm}"><title>${arm}</title><polyline fill="none" stroke-width="2.5" points="${curve.map(({ coverage, precision }) => `${x(coverage)},${y(precision)}`).join(' ')}"/></g>
`,
)}</svg>`;
}

function armBlock(confidence: ArmConfidence): Markup {
  const answered = answeredFigures(confidence);
  return html`<h4>${confidence.arm}</h4>
<p>${calibrationFigures(confidence)}.</p>
${answered && html`<p>${answered}.</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="Coverage of ${confidence.arm}"><table>
<thead><tr><th scope="col" class="number">tasks answered</th><th scope="col" class="number">tasks</th><th scope="col" class="number">picks right</th><th scope="col" class="number">confidence from</th></tr></thead>
<tbody>
${curvePoints(confidence.curve).map(
  ({ coverage, precision, threshold }) =>
    html`<tr><td class="number">${percent(coverage)}</td><td class="number">${count(Math.round(coverage * confidence.picks))}/${count(confidence.picks)}</td><td class="number">${percent(precision)}</td><td class="number">${threshold.toFixed(2)}</td></tr>
`,
)}</tbody></table></div>
`;
}

function runBlock(record: RunRecord, name: string | null): Markup | null {
  const arms = armConfidence(record);
  const saving = adaptiveSaving(record);
  if (arms.length === 0 && saving === null) return null;
  return html`${name && html`<h3>${name}</h3>`}${saving && html`<p>${savingFigures(saving)}.</p>`}
${arms.length > 0 && html`<figure tabindex="0">${curveChart(arms)}<figcaption>Share of right picks among the tasks with the most confident ones: ${arms.map(({ arm, picks }, at) => html`${at > 0 && ', '}<span class="key"><span class="swatch ${arm}"></span>${arm} (${plural(picks, 'pick')})</span>`)}.</figcaption></figure>`}
${arms.map(armBlock)}`;
}

/** How far the confidence of picks can be relied on, and what asking in rounds saved; null where neither is known. */
export function confidenceSection(study: Study): PageSection | null {
  const names = runNames(study);
  const blocks = study.runs
    .map((record, at) => runBlock(record, study.runs.length === 1 ? null : (names[at] ?? null)))
    .filter((block) => block !== null);
  if (blocks.length === 0) return null;
  const markup = html`<section id="confidence" aria-labelledby="confidence-title">
<h2 id="confidence-title">Confidence</h2>
<p class="quiet">The probability that a pick is right, from agreement alone; its level was fitted on other models, so that here it is checked.</p>
${blocks}</section>
`;
  return { id: 'confidence', name: 'Confidence', markup };
}
