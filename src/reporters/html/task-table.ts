import { type TaskResult, taskResults } from '../../analysis/arms/task-results.ts';
import type { Arm } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { RunRecord, TaskRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { count, percent } from '../figures.ts';
import { runNames } from '../run-names.ts';
import { html, type Markup } from './markup.ts';

/** A task's labels as text, in the order stage, ML task, data type. */
export function labelTexts({ labels }: Pick<TaskRecord, 'labels'>): string[] {
  return [labels.stage, labels.mlTask, labels.dataType].filter((label) => label !== undefined);
}

/** The words of the outcome filter for a task. */
function outcomeWords(results: readonly TaskResult[]): string[] {
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
  return words.filter((word) => word !== false);
}

/** The sort key of a column: right before wrong, then expected pass@1, then tasks without a result. */
function sortKey(result: TaskResult | undefined): number {
  if (!result) return -1;
  const expected = result.passAtK['1'] ?? 0;
  if (result.arm === 'baseline') return expected;
  return result.pickedId === null ? -0.5 : (result.pickPassed ? 1 : 0) + expected / 10;
}

/** Longer ids may break into lines. */
const LONG_ID = 28;

const sign = (isRight: boolean) => html`<span aria-hidden="true">${isRight ? '✓' : '✗'}</span>`;

function resultCell(result: TaskResult | undefined): Markup {
  const sort = sortKey(result);
  if (!result) return html`<td data-sort="${sort}"><span class="quiet">open</span></td>`;
  const expected = result.passAtK['1'] ?? 0;
  if (result.arm === 'baseline') return html`<td data-sort="${sort}">${percent(expected)}</td>`;
  if (result.pickedId === null) return html`<td data-sort="${sort}"><span class="wrong">no program</span></td>`;
  const verdict = html`<span class="${result.pickPassed ? 'right' : 'wrong'}">${sign(result.pickPassed)} ${result.pickPassed ? 'right' : 'wrong'}</span>`;
  const footing = result.abstained
    ? 'plain draw'
    : expected > 0 && expected < 1
      ? `${percent(expected)} of ${result.overDraws ? 'all draws' : 'the tie'}`
      : null;
  return html`<td data-sort="${sort}">${verdict}${footing && html` <span class="quiet">${footing}</span>`}</td>`;
}

/** One run's arms in one cell, where a study has several runs. */
function marksCell(arms: readonly Arm[], results: readonly TaskResult[]): Markup {
  const of = (arm: Arm) => results.find((result) => result.arm === arm);
  const sort = sortKey(of(arms.at(-1) ?? 'baseline'));
  if (results.length === 0) return html`<td data-sort="${sort}"><span class="quiet">open</span></td>`;
  const marks = arms.map((arm, at) => {
    const result = of(arm);
    const text =
      arm === 'baseline' || !result
        ? html`${percent(result?.passAtK['1'] ?? 0)}`
        : html`<span class="${result.pickPassed ? 'right' : 'wrong'}">${sign(result.pickPassed)}<span class="sr-only">${result.pickPassed ? 'right' : 'wrong'}</span></span>`;
    return html`${at > 0 && html`<span class="quiet"> · </span>`}<span class="sr-only">${arm} </span>${text}`;
  });
  return html`<td class="marks" data-sort="${sort}">${marks}</td>`;
}

const OUTCOMES: readonly (readonly [word: string, text: string])[] = [
  ['', 'all outcomes'],
  ['gained', 'solved only by mutation-ensemble'],
  ['lost', 'solved only by self-agreement'],
  ['missed', 'a right program was there, not picked'],
  ['unsolved', 'no right program'],
  ['abstained', 'no test passed in an arm'],
];

/** Every task of the study once: runs may be unfinished, so that one run alone may not have all of them. */
export function studyTasks({ runs }: Study): readonly TaskRecord[] {
  return [...new Map(runs.flatMap(({ tasks }) => tasks.map((task) => [task.taskId, task]))).values()];
}

const header = (text: string, extra: string, note: string | null = null) =>
  html`<th scope="col" class="${extra}"><button type="button" class="sort">${text}</button>${note && html`<br><span class="quiet">${note}</span>`}</th>`;

const distinctPrograms = (record: RunRecord) =>
  new Map([...groupByTask(record.candidates)].map(([taskId, items]) => [taskId, items.length]));

/** The table of tasks with its filters; rows link to the task's own view. */
export function taskSection(study: Study): Markup {
  const { runs } = study;
  const [first] = runs;
  const tasks = studyTasks(study);
  const names = runNames(study);
  const byRun = runs.map((record) => groupByTask(taskResults(record)));
  const programs = distinctPrograms(first);
  const labels = [...new Set(tasks.flatMap(labelTexts))].sort();
  const isSingle = runs.length === 1;
  const { arms } = first.manifest;
  const resultHeads = isSingle
    ? arms.map((arm) => header(arm, ''))
    : names.map((name, at) => header(name, '', runs[at]?.manifest.arms.join(' · ') ?? null));
  const row = (task: TaskRecord, index: number): Markup => {
    const own = byRun.map((results) => results.get(task.taskId) ?? []);
    const words = [...new Set(own.flatMap(outcomeWords))].join(' ');
    const cells = isSingle
      ? arms.map((arm) => resultCell(own[0]?.find((result) => result.arm === arm)))
      : runs.map(({ manifest }, at) => marksCell(manifest.arms, own[at] ?? []));
    const distinct = programs.get(task.taskId) ?? 0;
    return html`<tr data-task="${index}" data-outcome="${words}" data-labels="${JSON.stringify(labelTexts(task))}"><th scope="row" data-sort="${index}"><a${task.taskId.length > LONG_ID && html` class="long"`} href="#task/${index}">${task.taskId}</a></th>${cells}${isSingle && html`<td class="number wide" data-sort="${distinct}">${count(distinct)}</td>`}<td class="wide labels quiet">${labelTexts(task).join(' · ')}</td></tr>
`;
  };
  return html`<section id="tasks" aria-labelledby="tasks-title">
<h2 id="tasks-title">Tasks</h2>
<form class="filters" id="task-filters">
<label>Search <input type="search" name="text" placeholder="task id or prompt" autocomplete="off"></label>
<label>Outcome <select name="outcome">${OUTCOMES.map(([word, text]) => html`<option value="${word}">${text}</option>`)}</select></label>
${labels.length > 0 && html`<label>Label <select name="label"><option value="">all labels</option>${labels.map((label) => html`<option>${label}</option>`)}</select></label>`}
<output id="task-count" aria-live="polite">${count(tasks.length)} of ${count(tasks.length)} tasks</output>
</form>
<div class="scroll" tabindex="0" role="region" aria-label="Tasks"><table id="task-table">
<thead><tr>${header('task', '')}${resultHeads}${isSingle && header('programs', 'number wide')}<th scope="col" class="wide">labels</th></tr></thead>
<tbody>
${tasks.map(row)}</tbody></table></div>
</section>
`;
}
