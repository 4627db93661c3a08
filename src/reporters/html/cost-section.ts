import { type CostSum, costAccount } from '../../analysis/cost/cost-account.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { count, usdText } from '../figures.ts';
import { runNames } from '../run-names.ts';
import { costTables } from '../tables/cost-tables.ts';
import { dataTable } from './data-table.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';

/** What was cheaper than its list price; nothing if all was dear. */
function savedNote({ inputTokens, cachedInputTokens = 0, batched = 0 }: CostSum): Markup | false {
  if (cachedInputTokens === 0 && batched === 0) return false;
  return html`<p class="note">${batched > 0 && html`${count(batched)} replies came by batch, at half the price. `}${cachedInputTokens > 0 && html`The endpoint had ${count(cachedInputTokens)} of ${count(inputTokens)} input tokens in its cache.`}</p>`;
}

function account(record: RunRecord, name: string | null): Markup {
  const { total, lost } = costAccount(record);
  const uncounted = total.paid.uncounted + total.cached.uncounted;
  return html`${name && html`<h3>${name}</h3>`}
${lost.calls > 0 && html`<p class="note">${count(lost.calls)} calls left no reply${lost.atMostUsd !== null && `, at most ${usdText(lost.atMostUsd)} USD`}.</p>`}
${uncounted > 0 && html`<p class="note">The endpoint gave no token count for ${count(uncounted)} replies; the sums leave them out.</p>`}
${savedNote(total.paid)}${costTables(record).map(dataTable)}
`;
}

/** What the study spent; null if nothing was asked. */
export function costSection(study: Study): PageSection | null {
  if (study.runs.every(({ replies }) => replies.length === 0)) return null;
  const names = runNames(study);
  const markup = html`<section id="cost" aria-labelledby="cost-title">
<h2 id="cost-title">Cost</h2>
<p>Replies that arms share count in each arm: an arm's line is what it would cost on its own.</p>
${study.runs.map((record, at) => account(record, study.runs.length === 1 ? null : (names[at] ?? null)))}</section>
`;
  return { id: 'cost', name: 'Cost', markup };
}
