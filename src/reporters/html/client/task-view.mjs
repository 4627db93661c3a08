import { agreementSection, redrawPictures } from './agreement.mjs';
import { append, byId, chip, el, judged, percent, plural, quiet, switchOf } from './dom.mjs';
import { dataOf, hasData } from './packed-data.mjs';
import { repliesSection } from './replies.mjs';
import { variantSection } from './variants.mjs';

/** @typedef {import('../task-page-data.ts').TaskPageData} Task */
/** @typedef {import('../task-page-data.ts').TaskRunData} Run */

/** @param {Run['arms'][number]} arm */
function outcomeItem(arm) {
  const { result } = arm;
  const name = [el('strong', {}, arm.arm), ' '];
  if (!result) return el('li', {}, name, quiet('not evaluated'));
  if (arm.arm === 'baseline') {
    return el(
      'li',
      {},
      name,
      percent(result.passAtK['1'] ?? 0),
      ' ',
      quiet(`of ${plural(result.samples, 'sample')} right`),
    );
  }
  const verdict =
    arm.picked === null ? 'no program' : result.pickPassed ? 'right program picked' : 'wrong program picked';
  return el('li', {}, name, judged(result.pickPassed, verdict), result.abstained && [' ', quiet('plain draw')]);
}

/** @param {Task} task @param {number} chosen */
function runView(task, chosen) {
  const run = task.runs[chosen];
  if (!run) return [];
  return [
    el('ul', { class: 'outcomes' }, run.arms.map(outcomeItem)),
    run.problems.length > 0 &&
      el(
        'p',
        {},
        quiet(`Replies without use: ${run.problems.map(([problem, count]) => `${problem} (${count})`).join(', ')}`),
      ),
    variantSection(task, run),
    agreementSection(run),
    repliesSection(run),
  ];
}

/** @param {number} index */
function taskNav(index) {
  /** @param {number} target @param {string} text */
  const link = (target, text) => hasData(`task-data-${target}`) && el('a', { href: `#task/${target}` }, text);
  return el(
    'nav',
    { class: 'task-nav', 'aria-label': 'Between tasks' },
    el('a', { href: '#tasks' }, '← All tasks'),
    link(index - 1, 'Previous'),
    link(index + 1, 'Next'),
  );
}

/** The run that was looked at last, kept from task to task. */
let chosenRun = 0;

/** @param {number} index @param {Task} task @param {string[]} runNames */
function showTask(index, task, runNames) {
  const view = byId('task');
  const body = el('div', {});
  /** @param {number} chosen */
  const show = (chosen) => {
    chosenRun = chosen;
    body.replaceChildren();
    append(body, runView(task, chosen));
    requestAnimationFrame(redrawPictures);
  };
  view.replaceChildren();
  append(view, [
    taskNav(index),
    el('h2', {}, task.id),
    task.labels.length > 0 &&
      el(
        'p',
        {},
        task.labels.map((label) => [chip(label), ' ']),
      ),
  ]);
  if (runNames.length > 1) append(view, [switchOf('Run', runNames, Math.min(chosenRun, runNames.length - 1), show)]);
  else show(0);
  append(view, [body]);
  byId('report').hidden = true;
  view.hidden = false;
  scrollTo(0, 0);
  view.focus({ preventScroll: true });
}

/** @type {number | null} */
let lastTask = null;

function showReport() {
  byId('task').hidden = true;
  byId('report').hidden = false;
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (lastTask === null) return;
  if (target !== null && target.id !== 'tasks') {
    lastTask = null;
    target.scrollIntoView();
    return;
  }
  const link = document.querySelector(`tr[data-task="${lastTask}"] a`);
  lastTask = null;
  if (link instanceof HTMLElement) {
    link.scrollIntoView({ block: 'center' });
    link.focus({ preventScroll: true });
  }
}

/** `#task/3` is the fourth task, anything else the report. @param {string[]} runNames */
export async function route(runNames) {
  if (location.hash === '#main') return;
  const { hash } = location;
  const index = Number(/^#task\/(\d+)$/.exec(hash)?.[1] ?? Number.NaN);
  if (!hasData(`task-data-${index}`)) {
    showReport();
    return;
  }
  if (typeof DecompressionStream === 'undefined') {
    showReport();
    byId('task-count').textContent = 'This browser cannot unpack the tasks: use one of 2023 or later.';
    return;
  }
  const task = await dataOf(`task-data-${index}`);
  if (location.hash !== hash) return;
  lastTask = index;
  showTask(index, task, runNames);
}
