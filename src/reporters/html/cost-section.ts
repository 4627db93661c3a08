import { type CostAccount, type CostLine, type CostSum, costAccount } from '../../analysis/cost/cost-account.ts';
import type { Study } from '../../records/study.ts';
import { count, usdText } from '../figures.ts';
import { runNames } from '../run-names.ts';
import { costChart } from './cost-chart.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';

const usd = ({ usd: value, replies }: CostSum) =>
  replies === 0
    ? html`<span class="quiet">–</span>`
    : value === null
      ? html`<span class="quiet">price not known</span>`
      : html`${usdText(value)}`;

function line({ name, paid, cached }: CostLine): Markup {
  return html`<tr><th scope="row">${name}</th><td class="number">${count(paid.replies)}</td><td class="number">${count(paid.inputTokens)}</td><td class="number">${count(paid.outputTokens)}</td><td class="number">${usd(paid)}</td><td class="number">${count(cached.replies)}</td><td class="number">${count(cached.inputTokens + cached.outputTokens)}</td><td class="number">${usd(cached)}</td></tr>
`;
}

function accountTable(title: string, lines: readonly CostLine[]): Markup | null {
  if (lines.length === 0) return null;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Cost by ${title}"><table>
<thead><tr><th scope="col">${title}</th><th scope="col" class="number">replies paid</th><th scope="col" class="number">tokens in</th><th scope="col" class="number">tokens out</th><th scope="col" class="number">paid, USD</th><th scope="col" class="number">replayed</th><th scope="col" class="number">their tokens</th><th scope="col" class="number">would have cost, USD</th></tr></thead>
<tbody>
${lines.map(line)}</tbody></table></div>
`;
}

/** What was cheaper than its list price; nothing where all was dear. */
function savedNote({ inputTokens, cachedInputTokens = 0, batched = 0 }: CostSum): Markup | false {
  if (cachedInputTokens === 0 && batched === 0) return false;
  return html`<p class="note">${batched > 0 && html`${count(batched)} replies came by batch, at half the price. `}${cachedInputTokens > 0 && html`The endpoint had ${count(cachedInputTokens)} of ${count(inputTokens)} input tokens in its cache.`}</p>`;
}

function account({ total, lost, byStage, byArm, byMutator }: CostAccount, name: string | null): Markup {
  const uncounted = total.paid.uncounted + total.cached.uncounted;
  return html`${name && html`<h3>${name}</h3>`}
${accountTable('stage', [...byStage, total])}
${lost.calls > 0 && html`<p class="note">${count(lost.calls)} calls left no reply${lost.atMostUsd !== null && `, at most ${usdText(lost.atMostUsd)} USD`}.</p>`}
${uncounted > 0 && html`<p class="note">The endpoint gave no token count for ${count(uncounted)} replies; the sums leave them out.</p>`}
${savedNote(total.paid)}${accountTable('arm', byArm)}
<details class="card"><summary><strong>By mutator</strong></summary>${accountTable('mutator', byMutator)}</details>
`;
}

/** What the study spent: by stage, arm and mutator, replayed replies apart; null where nothing was asked. */
export function costSection(study: Study): PageSection | null {
  if (study.runs.every(({ replies }) => replies.length === 0)) return null;
  const names = runNames(study);
  const markup = html`<section id="cost" aria-labelledby="cost-title">
<h2 id="cost-title">Cost</h2>
<p>Replies that arms share count in each arm: an arm's line is what it would cost on its own.</p>
${study.runs.length === 1 && costChart(study.runs[0])}
${study.runs.map((record, at) => account(costAccount(record), study.runs.length === 1 ? null : (names[at] ?? null)))}</section>
`;
  return { id: 'cost', name: 'Cost', markup };
}
