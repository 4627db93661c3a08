import { cellGain, cellResult, hasWordings } from '../../analysis/crossed/gain.ts';
import { ONE, SPREAD } from '../../records/crossed.ts';
import type { Study } from '../../records/study.ts';
import { percent, plural, pointsWithInterval, pValueText } from '../figures.ts';
import { crossedTables } from '../tables/crossed-tables.ts';
import { dataTable } from './data-table.ts';
import { html, type Markup } from './markup.ts';
import { findingBadge } from './overview.ts';
import type { PageSection } from './page.ts';

/** What all runs together come to, in one line and a note. */
function headline({ runs }: Study): Markup | null {
  const own = runs.filter(hasWordings);
  const gain = cellGain(own, SPREAD, ONE);
  const [one, spread] = [cellResult(own, ONE), cellResult(own, SPREAD)];
  if (!gain || !one || !spread) return null;
  const { low, high } = gain.difference;
  const finding = (low > 0 || high < 0) && gain.pValue < 0.05;
  const over = own.length === 1 ? '' : `, mean over ${own.length} runs`;
  return html`<ul class="comparisons"><li class="comparison ${finding ? 'finding' : 'no-finding'}">
<h3>${plural(spread.size, 'sample')} of ${plural(spread.wordings, 'wording')} <span class="quiet">against as many of one</span></h3>
<p class="figure">${pointsWithInterval(gain.difference)}</p>
<p>${findingBadge(finding)} ${percent(one.value.value)} for one wording, ${percent(spread.value.value)} for several, over ${plural(gain.tasks, 'task')}${over}; sign flips ${pValueText(gain.pValue)}.</p>
</li></ul>`;
}

/** Arms from samples of several wordings; null for studies of another kind. */
export function crossedSection(study: Study): PageSection | null {
  if (!study.runs.some(hasWordings)) return null;
  const markup = html`<section id="wordings" aria-labelledby="wordings-title">
<h2 id="wordings-title">One wording against several</h2>
${headline(study)}
${crossedTables(study).map(dataTable)}</section>
`;
  return { id: 'wordings', name: 'Wordings', markup };
}
