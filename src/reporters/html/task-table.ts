import type { Arm, RunRecord, TaskRecord } from '../../core/run-record.ts';
import { groupByTask, type TaskResult } from '../../core/task-results.ts';
import { count, percent } from '../figures.ts';
import { html, type Markup } from './markup.ts';

/** A task's labels as text, in the order stage, ML task, data type. */
export function labelsOf({ labels }: Pick<TaskRecord, 'labels'>): string[] {
  return [labels.stage, labels.mlTask, labels.dataType].filter((label) => label !== undefined);
}

/** What the outcome filter sorts tasks into, as space-separated words. */
function outcomeWords(results: readonly TaskResult[]): string {
  const of = (arm: Arm) => results.find((result) => result.arm === arm);
  const self = of('self-agreement');
  const ensemble = of('mutation-ensemble');
  const anyRight = results.some(({ correct }) => correct > 0);
  const words: (string | false)[] = [
    results.length === 0 ? 'open' : 'evaluated',
    Boolean(ensemble?.pickPassed && self && !self.pickPassed) && 'gained',
    Boolean(self?.pickPassed && ensemble && !ensemble.pickPassed) && 'lost',
    anyRight && Boolean(ensemble) && !ensemble?.pickPassed && 'missed',
    results.length > 0 && !anyRight && 'unsolved',
    results.some(({ abstained }) => abstained) && 'abstained',
  ];
  return words.filter(Boolean).join(' ');
}

function resultCell(result: TaskResult | undefined): Markup {
  if (!result) return html`<td data-sort="-1"><span class="quiet">open</span></td>`;
  const expected = result.passAtK['1'] ?? 0;
  if (result.arm === 'baseline') return html`<td data-sort="${expected}">${percent(expected)}</td>`;
  if (result.pickedId === null) return html`<td data-sort="-0.5"><span class="wrong">no program</span></td>`;
  const sort = (result.pickPassed ? 1 : 0) + expected / 10;
  const verdict = result.pickPassed
    ? html`<span class="right"><span aria-hidden="true">✓</span> right</span>`
    : html`<span class="wrong"><span aria-hidden="true">✗</span> wrong</span>`;
  const footing = result.abstained
    ? 'plain draw'
    : expected > 0 && expected < 1
      ? `${percent(expected)} of the tie`
      : null;
  return html`<td data-sort="${sort}">${verdict}${footing && html` <span class="quiet">${footing}</span>`}</td>`;
}

const OUTCOMES: readonly (readonly [word: string, text: string])[] = [
  ['', 'all outcomes'],
  ['gained', 'solved only by mutation-ensemble'],
  ['lost', 'solved only by self-agreement'],
  ['missed', 'a right program was there, not picked'],
  ['unsolved', 'no right program'],
  ['abstained', 'no test passed in an arm'],
];

/** The table of tasks with its filters; rows link to the task's own view. */
export function taskSection(record: RunRecord, results: readonly TaskResult[]): Markup {
  const { arms } = record.manifest;
  const byTask = groupByTask(results);
  const programs = new Map([...groupByTask(record.candidates)].map(([taskId, items]) => [taskId, items.length]));
  const labels = [...new Set(record.tasks.flatMap(labelsOf))].sort();
  const head = (text: string, extra: string) =>
    html`<th scope="col" class="${extra}"><button type="button" class="sort">${text}</button></th>`;
  return html`<section aria-labelledby="tasks-title">
<h2 id="tasks-title">Tasks</h2>
<form class="filters" id="task-filters">
<label>Search <input type="search" name="text" placeholder="task id or prompt" autocomplete="off"></label>
<label>Outcome <select name="outcome">${OUTCOMES.map(([word, text]) => html`<option value="${word}">${text}</option>`)}</select></label>
${labels.length > 0 && html`<label>Label <select name="label"><option value="">all labels</option>${labels.map((label) => html`<option>${label}</option>`)}</select></label>`}
<output id="task-count" aria-live="polite">${count(record.tasks.length)} of ${count(record.tasks.length)} tasks</output>
</form>
<div class="scroll" tabindex="0" role="region" aria-label="Tasks"><table id="tasks">
<thead><tr>${head('task', '')}${arms.map((arm) => head(arm, ''))}${head('programs', 'number wide')}<th scope="col" class="wide">labels</th></tr></thead>
<tbody>
${record.tasks.map((task, index) => {
  const own = byTask.get(task.taskId) ?? [];
  const distinct = programs.get(task.taskId) ?? 0;
  return html`<tr data-task="${index}" data-outcome="${outcomeWords(own)}" data-labels="${JSON.stringify(labelsOf(task))}" data-text="${task.promptText}"><th scope="row" data-sort="${index}"><a href="#task/${index}">${task.taskId}</a></th>${arms.map((arm) => resultCell(own.find((result) => result.arm === arm)))}<td class="number wide" data-sort="${distinct}">${count(distinct)}</td><td class="wide labels">${labelsOf(task).map((label) => html`<span class="chip">${label}</span> `)}</td></tr>
`;
})}</tbody></table></div>
</section>
`;
}
