import type { Study } from '../../records/study.ts';
import { taxonomyTables } from '../tables/mutation-tables.ts';
import { dataTable } from './data-table.ts';
import { exampleCards } from './example-cards.ts';
import { html } from './markup.ts';
import type { PageSection } from './page.ts';

/** What each mutator does, with real examples; null if no variant was sampled. */
export function taxonomySection(study: Study): PageSection | null {
  const tables = taxonomyTables(study);
  if (tables.length === 0) return null;
  const markup = html`<section id="mutations" aria-labelledby="mutations-title">
<h2 id="mutations-title">What mutations do</h2>
${tables.map(dataTable)}${exampleCards(study)}</section>
`;
  return { id: 'mutations', name: 'Mutations', markup };
}
