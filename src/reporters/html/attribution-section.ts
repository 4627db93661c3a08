import type { Study } from '../../records/study.ts';
import { attributionTables } from '../tables/attribution-tables.ts';
import { dataTable } from './data-table.ts';
import { html } from './markup.ts';
import type { PageSection } from './page.ts';

/** Ablation, generated tests by prompt, and what passing programs cost; null if none is known. */
export function attributionSection(study: Study): PageSection | null {
  const tables = attributionTables(study);
  if (tables.length === 0) return null;
  const markup = html`<section id="attribution" aria-labelledby="attribution-title">
<h2 id="attribution-title">Where a gain comes from</h2>
${tables.map(dataTable)}</section>
`;
  return { id: 'attribution', name: 'Attribution', markup };
}
