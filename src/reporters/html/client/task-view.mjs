import { agreementSection } from './agreement.mjs';
import { append, byId, el, judged, percent, plural, quiet, switchOf } from './dom.mjs';
import { dataOf, hasData } from './packed-data.mjs';

/** @typedef {import('../task-page-data.ts').TaskPageData} Task */
/** @typedef {import('../task-page-data.ts').TaskRunData} Run */

/**
 * Steps as variantDiff writes them: keep n, drop -n, or new text.
 *
 * @param {string} original
 * @param {import('../variant-diff.ts').DiffSteps} steps
 */
function diffNodes(original, steps) {
  let at = 0;
  const nodes = steps.map((step) => {
    if (typeof step === 'string') return el('ins', step);
    const part = original.slice(at, at + Math.abs(step));
    at += Math.abs(step);
    return step > 0 ? part : el('del', part);
  });
  return [...nodes, original.slice(at)];
}

/** @param {readonly [number, number] | undefined} counts */
function sampleText(counts) {
  const [programs, right] = counts ?? [0, 0];
  return programs === 0 ? 'no program' : `${plural(programs, 'program')}, ${right} right`;
}

/** A task's prompt and its variants: a list, and the chosen one as a diff against the original. @param {Task} task @param {Run} run */
function variantSection(task, run) {
  const pane = el('div.variant-pane', { 'aria-live': 'polite' });
  /** @param {number} at */
  const show = (at) => {
    const variant = task.variants[at];
    pane.replaceChildren();
    if (!variant) return;
    const facts = [variant.family, variant.preserves].filter(Boolean).map((fact) => [el('span.chip', fact), ' ']);
    const renames = variant.renames.map(([from, to]) => `${from} to ${to}`).join(', ');
    append(
      pane,
      el('h4', variant.name, ' ', quiet(sampleText(run.perVariant[at]))),
      el('p', facts),
      renames && el('p', 'Renamed, and undone in programs and tests: ', el('code', renames)),
      el('pre.prompt', { tabindex: 0, 'aria-label': `Prompt: ${variant.name}` }, diffNodes(task.prompt, variant.diff)),
    );
  };
  const names = task.variants.map(({ name }, at) => [
    el('span.variant-name', name),
    quiet(sampleText(run.perVariant[at])),
  ]);
  const list = switchOf('div.variant-list', 'Variants', names, task.variants.length > 1 ? 1 : 0, show);
  const refusals = task.refusals.map(({ mutator, reasons }) =>
    el(
      'li',
      `${mutator}: ${reasons.map(([reason, count]) => (count > 1 ? `${reason} (${count} times)` : reason)).join(', ')}`,
    ),
  );
  return el(
    'section',
    el('h3', 'Prompt and variants ', quiet(plural(task.variants.length, 'prompt'))),
    task.variants.length === 0 ? el('pre.prompt', { tabindex: 0 }, task.prompt) : el('div.variants', list, pane),
    refusals.length > 0 && el('details.card', el('summary', el('strong', 'Places left alone')), el('ul', refusals)),
  );
}

/** What the model wrote, collapsed; built when it is opened. @param {Run} run */
function repliesSection({ replies: { shown, leftOut } }) {
  if (shown.length + leftOut === 0) return null;
  const body = el('div');
  const title = `Replies of the model as they came (${shown.length + leftOut})`;
  const section = /** @type {HTMLDetailsElement} */ (el('details.replies', el('summary', title), body));
  section.addEventListener('toggle', () => {
    if (!section.open || body.childElementCount > 0) return;
    const views = shown.map(({ from, purpose, text, cut, problem }) => {
      const notes = [purpose, problem, cut > 0 && `the last ${plural(cut, 'character')} left out`].filter(Boolean);
      return el('details', el('summary', `${from} `, quiet(notes.join(', '))), el('pre', text));
    });
    append(body, views, leftOut > 0 && el('p', quiet(`${leftOut} more in replies.jsonl of the run.`)));
  });
  return section;
}

/** @param {Run['arms'][number]} arm */
function outcomeItem({ arm, result, picked }) {
  const name = [el('strong', arm), ' '];
  if (!result) return el('li', name, quiet('not evaluated'));
  if (arm === 'baseline') {
    return el('li', name, percent(result.passAtK['1'] ?? 0), quiet(` of ${plural(result.samples, 'sample')} right`));
  }
  const verdict = picked === null ? 'no program' : result.pickPassed ? 'right program picked' : 'wrong program picked';
  return el('li', name, judged(result.pickPassed, verdict), result.abstained && quiet(' plain draw'));
}

/** @param {Task} task @param {Run} run */
function runView(task, run) {
  const problems = run.problems.map(([problem, count]) => `${problem} (${count})`).join(', ');
  return [
    el('ul.outcomes', run.arms.map(outcomeItem)),
    problems && el('p', quiet(`Replies without use: ${problems}`)),
    variantSection(task, run),
    agreementSection(run),
    repliesSection(run),
  ];
}

/** The run that was looked at last, kept from task to task. */
let chosenRun = 0;

/** @param {number} index @param {Task} task @param {string[]} runNames */
function showTask(index, task, runNames) {
  const view = byId('task');
  const body = el('div');
  /** @param {number} chosen */
  const show = (chosen) => {
    chosenRun = chosen;
    body.replaceChildren();
    append(body, runView(task, /** @type {Run} */ (task.runs[chosen])));
  };
  /** @param {number} target @param {string} text */
  const link = (target, text) => hasData(`task-data-${target}`) && el('a', { href: `#task/${target}` }, text);
  const all = el('a', { href: '#tasks' }, '← All tasks');
  view.replaceChildren();
  append(
    view,
    el('nav.task-nav', { 'aria-label': 'Between tasks' }, all, link(index - 1, 'Previous'), link(index + 1, 'Next')),
    el('h2', task.id),
    el(
      'p',
      task.labels.map((label) => [el('span.chip', label), ' ']),
    ),
    runNames.length > 1 && switchOf('div.switch', 'Run', runNames, Math.min(chosenRun, runNames.length - 1), show),
    body,
  );
  if (runNames.length === 1) show(0);
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
  if (lastTask === null) return;
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  const link = document.querySelector(`tr[data-task="${lastTask}"] a`);
  lastTask = null;
  if (target !== null && target.id !== 'tasks') target.scrollIntoView();
  else if (link instanceof HTMLElement) {
    link.scrollIntoView({ block: 'center' });
    link.focus({ preventScroll: true });
  }
}

/** `#task/3` is the fourth task, anything else the report. @param {string[]} runNames */
export async function route(runNames) {
  if (location.hash === '#main') return;
  const { hash } = location;
  const index = Number(/^#task\/(\d+)$/.exec(hash)?.[1] ?? Number.NaN);
  if (!hasData(`task-data-${index}`)) return showReport();
  if (typeof DecompressionStream === 'undefined') {
    byId('task-count').textContent = 'This browser cannot unpack the tasks: use one of 2023 or later.';
    return showReport();
  }
  const task = await dataOf(`task-data-${index}`);
  if (location.hash !== hash) return;
  lastTask = index;
  showTask(index, task, runNames);
}
