import type { Study } from '../../records/study.ts';
import { modelPairsTable, modelsTable, varianceTable } from '../tables/models-table.ts';
import { varianceTables } from '../tables/pass-rate-tables.ts';
import { dataTable } from './data-table.ts';
import { html } from './markup.ts';
import type { PageSection } from './page.ts';

/** Models against each other, runs against their repeats; null for a single run. */
export function modelsSection(study: Study): PageSection | null {
  const pairs = modelPairsTable(study);
  const repeats = varianceTables(study);
  const tables = [modelsTable(study), varianceTable(study), pairs, ...repeats].filter((table) => table !== null);
  if (pairs === null && repeats.length === 0 && varianceTable(study) === null) return null;
  const title = pairs ? 'Models' : repeats.length > 0 ? 'Repeats' : 'Variance';
  const markup = html`<section id="models" aria-labelledby="models-title">
<h2 id="models-title">${title}</h2>
${tables.map(dataTable)}</section>
`;
  return { id: 'models', name: title, markup };
}
