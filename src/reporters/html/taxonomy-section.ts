import type { MutatorContribution } from '../../analysis/attribution/mutator-contribution.ts';
import {
  type MutationEffect,
  type TaxonomyCell,
  type TaxonomyResult,
  taxonomy,
} from '../../analysis/taxonomy/taxonomy.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames } from '../axis-names.ts';
import { count, plural, pointsWithInterval, pValueText } from '../figures.ts';
import { exampleCards } from './example-cards.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';
import { type Panel, panels } from './panels.ts';

const EFFECT_NAMES: Readonly<Record<MutationEffect, string>> = {
  helps: 'helps',
  harms: 'harms',
  neutral: 'no effect shown',
  'too-few-tasks': 'too few tasks',
};

const badge = (effect: MutationEffect) =>
  html`<strong class="badge ${effect === 'too-few-tasks' ? 'neutral' : effect}">${EFFECT_NAMES[effect]}</strong>`;

/** Labels on which a mutator does something that it does not do on all tasks. */
function labelNotes(cells: readonly TaxonomyCell[], overall: MutationEffect): Markup | null {
  const notable = cells.filter(
    ({ label, effect }) => label.axis !== 'all' && (effect === 'helps' || effect === 'harms') && effect !== overall,
  );
  if (notable.length === 0) return null;
  return html`<br><span class="quiet">${notable.map(({ label, effect }) => `${effect} on ${label.value}`).join('; ')}</span>`;
}

function mutatorRow(cells: readonly TaxonomyCell[], contribution: MutatorContribution | undefined): Markup | null {
  const overall = cells.find(({ label }) => label.axis === 'all');
  if (!overall) return null;
  const { mutator, family, difference, effectSize, adjustedP, better, worse, applicable, tasks, effect } = overall;
  const part = (value: number, of: number) => html`${count(value)}<span class="quiet">/${count(of)}</span>`;
  return html`<tr><th scope="row"><span class="id">${mutator}</span><br><span class="quiet">${family}</span></th><td>${badge(effect)}${labelNotes(cells, effect)}</td><td class="number">${applicable === 0 ? '–' : pointsWithInterval(difference)}</td><td class="number">${effectSize === null ? '–' : effectSize.toFixed(2)}</td><td class="number">${count(better)} / ${count(worse)}</td><td class="number">${adjustedP === null ? '–' : pValueText(adjustedP)}</td><td class="number">${part(applicable, tasks)}</td>${
    contribution
      ? html`<td class="number">${part(contribution.contributed, contribution.consensusSets)}</td><td class="number">${count(contribution.uniqueSolves)}<span class="quiet"> of ${count(contribution.solved)}</span></td><td class="number">${contribution.tokensPerSolve === null ? '–' : count(contribution.tokensPerSolve)}</td>`
      : html`<td></td><td></td><td></td>`
  }</tr>
`;
}

function effectTable({ cells, contributions, tested }: TaxonomyResult, title: string): Markup {
  const mutators = [...new Set(cells.map(({ mutator }) => mutator))];
  const overall = (mutator: string) =>
    cells.find((cell) => cell.mutator === mutator && cell.label.axis === 'all')?.difference.value ?? 0;
  const rows = mutators
    .sort((a, b) => overall(b) - overall(a))
    .map((mutator) =>
      mutatorRow(
        cells.filter((cell) => cell.mutator === mutator),
        contributions.find((one) => one.mutator === mutator),
      ),
    )
    .filter((row) => row !== null);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Mutations: ${title}"><table>
<thead><tr><th scope="col">mutator</th><th scope="col">verdict</th><th scope="col" class="number">change in right programs</th><th scope="col" class="number">effect size d</th><th scope="col" class="number">tasks better / worse</th><th scope="col" class="number">p, corrected</th><th scope="col" class="number">applies to tasks</th><th scope="col" class="number">wrote the pick</th><th scope="col" class="number">solved by it alone</th><th scope="col" class="number">tokens per solve</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
<p class="quiet">${plural(tested, 'test')} share Holm's correction. “No effect shown” is not “no effect”.</p>`;
}

/** What each mutator does, with real examples; null where no variant was sampled. */
export function taxonomySection(study: Study): PageSection | null {
  const results = taxonomy(study).filter(({ cells }) => cells.length > 0);
  if (results.length === 0) return null;
  const names = conditionNames(results);
  const all = results.map(
    (result, at): Panel => ({
      values: [String(at)],
      title: results.length === 1 ? '' : (names[at] ?? ''),
      markup: effectTable(result, names[at] ?? ''),
    }),
  );
  const markup = html`<section id="mutations" aria-labelledby="mutations-title">
<h2 id="mutations-title">What mutations do</h2>
<p>Each mutator's variants against the original prompt of the same tasks: a paired exact test over tasks, never the sign alone. “Wrote the pick”: of the tasks in whose ensemble it took part and agreement picked, those whose picked program was written for one of its variants. “Solved by it alone”: tasks with no right program under any other prompt.</p>
${panels('mutations', [{ label: 'Model', options: names.map((name, at) => ({ value: String(at), name })) }], all)}${exampleCards(study)}</section>
`;
  return { id: 'mutations', name: 'Mutations', markup };
}
