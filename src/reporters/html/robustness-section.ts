import type { TaskLabel } from '../../analysis/attribution/task-label.ts';
import { type RobustnessCell, type RobustnessResult, robustness } from '../../analysis/robustness/robustness.ts';
import { type TaxonomyCell, type TaxonomyResult, taxonomy } from '../../analysis/taxonomy/taxonomy.ts';
import type { Study } from '../../records/study.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { conditionNames } from '../axis-names.ts';
import { count, percent, percentInterval, plural, pointsWithInterval } from '../figures.ts';
import { type HeatCell, heatMap } from './heat-map.ts';
import { html, type Markup } from './markup.ts';
import type { PageSection } from './page.ts';
import { type Panel, panels } from './panels.ts';

/** Differences of so many points may have the full tint. */
const FULL_TINT = 0.2;
/** They have it where they are so many times half of their interval's width: a cell of two tasks is pale. */
const FULL_EVIDENCE = 2;

/** A share of so many tasks has its full tint. */
const FULL_TASKS = 20;

const evidenceOf = (tasks: number) => Math.min(1, Math.sqrt(tasks / FULL_TASKS));

/**
 * How deep a difference over so many tasks is tinted, from -1 to 1: by its size, as far as its interval bears it out. One
 * task has an interval without width, and bears out little.
 */
export function heatOf({ value, low, high }: Estimate, tasks: number): number {
  const width = (high - low) / 2;
  const borne = width === 0 ? 1 : Math.min(1, Math.abs(value) / width / FULL_EVIDENCE);
  return Math.max(-1, Math.min(1, value / FULL_TINT)) * Math.min(borne, evidenceOf(tasks));
}

const sameLabel = (a: TaskLabel, b: TaskLabel) => a.axis === b.axis && a.value === b.value;
const signedPoints = (fraction: number) =>
  (fraction > 0 ? '+' : '') + (100 * fraction).toFixed(1).replace('-0.0', '0.0');

function changeCell({ difference, applicable, effect, adjustedP }: TaxonomyCell): HeatCell | null {
  if (applicable === 0) return null;
  const test = adjustedP === null ? 'too few tasks to test' : `corrected p = ${adjustedP.toFixed(3)}`;
  return {
    text: signedPoints(difference.value),
    detail: `${pointsWithInterval(difference)}, ${plural(applicable, 'task')}, ${test}`,
    heat: heatOf(difference, applicable),
    certain: effect === 'helps' || effect === 'harms',
  };
}

function changeMap({ cells }: TaxonomyResult, title: string): Markup {
  const labels = cells.filter(({ mutator }) => mutator === cells[0]?.mutator).map(({ label }) => label);
  const byMutator = new Map(cells.map(({ mutator }) => [mutator, cells.filter((cell) => cell.mutator === mutator)]));
  const rows = [...byMutator]
    .map(([name, own]) => ({
      name,
      group: own[0]?.family ?? null,
      cells: labels.map((label) => {
        const cell = own.find((candidate) => sameLabel(candidate.label, label));
        return cell ? changeCell(cell) : null;
      }),
    }))
    .sort((a, b) => (a.group ?? '').localeCompare(b.group ?? '', 'en') || a.name.localeCompare(b.name, 'en'));
  return heatMap(labels, rows, `Change in the share of right programs, points: ${title}`);
}

interface Measure {
  readonly value: string;
  readonly name: string;
  readonly of: (cell: RobustnessCell) => Estimate | null;
  /** Whether more is better; colours go from neutral to one side. */
  readonly better: 1 | -1;
}

const MEASURES: readonly Measure[] = [
  { value: 'drop', name: 'RobustDrop₁@1, share of pass@1 lost, %', of: ({ robustDrop }) => robustDrop, better: -1 },
  { value: 'pass', name: 'RobustPass₁@1, %', of: ({ robustPass }) => robustPass, better: 1 },
  { value: 'relative', name: 'RobustRelative₁@1, flips either way, %', of: (cell) => cell.robustRelative, better: -1 },
];

function measureMap({ cells }: RobustnessResult, { of, name, better }: Measure, title: string): Markup {
  const single = cells.filter(({ s, k, group }) => s === 1 && k === 1 && group.kind !== 'family');
  const labels = single.filter(({ group }) => group.name === single[0]?.group.name).map(({ label }) => label);
  const names = [...new Map(single.map(({ group }) => [`${group.kind} ${group.name}`, group])).values()];
  const rows = names
    .map((group) => ({
      name: group.name,
      group: group.family ?? (group.kind === 'all' ? '' : null),
      cells: labels.map((label): HeatCell | null => {
        const cell = single.find(
          (one) => one.group.kind === group.kind && one.group.name === group.name && sameLabel(one.label, label),
        );
        const value = cell && cell.tasks > 0 ? of(cell) : null;
        if (!cell || !value) return null;
        return {
          text: (100 * value.value).toFixed(1),
          detail: `${percent(value.value)} ${percentInterval(value)}, ${plural(cell.tasks, 'task')}`,
          heat: better * Math.min(1, value.value) * evidenceOf(cell.tasks),
        };
      }),
    }))
    .sort((a, b) => (a.group ?? '').localeCompare(b.group ?? '', 'en') || a.name.localeCompare(b.name, 'en'));
  return heatMap(labels, rows, `${name}: ${title}`);
}

/** ReCode's table: all variants and each family, the worst case over s variants. */
function worstCaseTable({ cells }: RobustnessResult): Markup {
  const shown = cells.filter(
    ({ label, group, tasks }) => label.axis === 'all' && group.kind !== 'mutator' && tasks > 0,
  );
  const figure = (value: Estimate) =>
    html`<td class="number">${percent(value.value)} <br><span class="quiet">${percentInterval(value)}</span></td>`;
  const rows = shown.map(
    (
      cell,
    ) => html`<tr><th scope="row">${cell.group.name}</th><td class="number">${cell.s}</td><td class="number">${cell.k}</td><td class="number">${count(cell.tasks)}</td>${figure(cell.nominal)}${figure(cell.robustPass)}<td class="number">${cell.resampled === null ? html`<span class="quiet">–</span>` : percent(cell.resampled)}</td>${cell.robustDrop ? figure(cell.robustDrop) : html`<td class="number quiet">–</td>`}${figure(cell.robustRelative)}<td class="number">${count(cell.flips.passToFail)} / ${count(cell.flips.failToPass)} <span class="quiet">of ${count(cell.flips.pairs)}</span></td></tr>
`,
  );
  return html`<h4>Worst case over s variants</h4>
<div class="scroll" tabindex="0" role="region" aria-label="Worst case over s variants"><table>
<thead><tr><th scope="col">variants</th><th scope="col" class="number">s</th><th scope="col" class="number">k</th><th scope="col" class="number">tasks</th><th scope="col" class="number">original pass@k</th><th scope="col" class="number">RobustPass</th><th scope="col" class="number">if nothing changed</th><th scope="col" class="number">RobustDrop</th><th scope="col" class="number">RobustRelative</th><th scope="col" class="number">right→wrong / wrong→right</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

/** Mutator by label as a heat map, and ReCode's robustness figures; null where no variant was sampled. */
export function robustnessSection(study: Study): PageSection | null {
  const results = robustness(study).filter(({ cells }) => cells.length > 0);
  const effects = taxonomy(study);
  if (results.length === 0) return null;
  const names = conditionNames(results);
  const measures = [{ value: 'change', name: 'change against the original prompt, points' }, ...MEASURES];
  const all = results.flatMap((result, at): Panel[] => {
    const name = names[at] ?? '';
    const title = results.length === 1 ? '' : `${name}: `;
    const effect = effects.find(
      ({ model, temperature }) => model === result.model && temperature === result.temperature,
    );
    return [
      ...(effect
        ? [
            {
              values: [String(at), 'change'],
              title: `${title}change in the share of right programs`,
              markup: changeMap(effect, name),
            },
          ]
        : []),
      ...MEASURES.map((measure) => ({
        values: [String(at), measure.value],
        title: `${title}${measure.name}`,
        markup: measureMap(result, measure, name),
      })),
    ];
  });
  const worst = results.map(
    (result, at) => html`${results.length > 1 && html`<h3>${names[at] ?? ''}</h3>`}${worstCaseTable(result)}`,
  );
  const markup = html`<section id="robustness" class="heat-holder" aria-labelledby="robustness-title">
<h2 id="robustness-title">Robustness</h2>
<p>How a reworded prompt changes what the model gets right, by rewrite and kind of task. ${plural(results[0]?.tasks ?? 0, 'task')} with official verdicts.</p>
<label class="panel-choice"><input type="checkbox" class="show-detail"> show intervals and tasks</label>
${panels(
  'robustness',
  [
    { label: 'Model', options: names.map((name, at) => ({ value: String(at), name })) },
    { label: 'Measure', options: measures },
  ],
  all,
)}<p class="scale"><span><i style="background:color-mix(in oklab, var(--helps) 42%, var(--panel))"></i>better</span><span><i style="background:color-mix(in oklab, var(--harms) 42%, var(--panel))"></i>worse; full colour from 20 points over 20 tasks that are twice half of their interval, for shares from 100 % of 20 tasks</span><span><i style="box-shadow:inset 0 0 0 1.5px currentColor"></i>holds after Holm's correction over all cells of the study</span></p>
${worst}
<p class="quiet">RobustPass_s@k: right under each of s variants, the worst case; RobustDrop: the share of the original's pass@k that is lost; RobustRelative: flips in either direction (ReCode, Wang et al. 2022, arXiv 2212.10264). “If nothing changed”: RobustPass of s fresh samples of the original prompt, which is what sampling alone costs. Intervals: 95 % over tasks.</p>
</section>
`;
  return { id: 'robustness', name: 'Robustness', markup };
}
