import type { VarianceRow, VarianceShares } from '../../analysis/robustness/variance-by-source.ts';
import { percent, plural } from '../figures.ts';
import { html, type Markup } from './markup.ts';

/** Sources in the order of the bars, from what nobody can change to chance. */
const SOURCES: readonly (readonly [source: keyof VarianceShares, name: string])[] = [
  ['task', 'task'],
  ['model', 'model'],
  ['modelOnTask', 'model on task'],
  ['wording', 'wording'],
  ['sampling', 'sampling'],
];

const WIDTH = 640;
const ROW = 46;
const BAR = 18;
/** Room for the percentage inside a bar. */
const LEAST_LABELLED = 0.07;

const nameOf = ({ name, tasks }: VarianceRow) => `${name ?? 'all models'}, ${plural(tasks, 'task')}`;

function bar(row: VarianceRow, at: number): Markup {
  let from = 0;
  const parts = SOURCES.map(([source, name]) => {
    const share = row.shares[source];
    const x = from * WIDTH;
    from += share;
    const label = `${nameOf(row)}: ${name} ${percent(share)}`;
    return html`<g class="source ${source}"><title>${label}</title><rect x="${x.toFixed(1)}" y="${at * ROW + 22}" width="${(share * WIDTH).toFixed(1)}" height="${BAR}"/><text class="share" x="${(x + (share * WIDTH) / 2).toFixed(1)}" y="${at * ROW + 22 + BAR / 2}" text-anchor="middle" dominant-baseline="central">${share >= LEAST_LABELLED && (100 * share).toFixed(0)}</text></g>`;
  });
  return html`<text class="name" x="0" y="${at * ROW + 15}">${nameOf(row)}</text>${parts}`;
}

/** Stacked bars, one per model and one over all, of where the variance of a sample's being right comes from. */
export function varianceChart(rows: readonly VarianceRow[]): Markup | null {
  if (rows.length === 0) return null;
  const said = rows.map(
    (row) => `${nameOf(row)}: ${SOURCES.map(([source, name]) => `${name} ${percent(row.shares[source])}`).join(', ')}`,
  );
  const isOverModels = rows.some(({ name }) => name === null);
  const shown = SOURCES.filter(([source]) => isOverModels || (source !== 'model' && source !== 'modelOnTask'));
  return html`<figure tabindex="0"><svg class="variance" viewBox="0 0 ${WIDTH} ${rows.length * ROW}" role="img" aria-label="Variance by source, in percent. ${said.join('; ')}">
${rows.map(bar)}
</svg><figcaption>Where the variance of whether a sample is right comes from, percent: ${shown.map(
    ([source, name], at) =>
      html`${at > 0 && ', '}<span class="key"><span class="swatch ${source}"></span>${name}</span>`,
  )}. Nested analysis of variance over prompts with two samples or more.</figcaption></figure>`;
}
