/** The view of one task and the way to it: `#task/3` is the fourth task, anything else the overview. */
export const TASK_VIEW = String.raw`
const tasks = new Map();
function taskData(index) {
  const element = byId('task-data-' + index);
  if (element && !tasks.has(index)) tasks.set(index, JSON.parse(element.textContent));
  return tasks.get(index);
}

function outcomeList(task) {
  return el('ul', { class: 'outcomes' }, task.arms.map((arm) => {
    const { result } = arm;
    if (!result) return el('li', {}, el('strong', {}, arm.arm), ' ', quiet('not evaluated'));
    if (arm.arm === 'baseline') {
      return el('li', {}, el('strong', {}, arm.arm), ' ', percent(result.passAtK['1']), ' ',
        quiet('of ' + plural(result.samples, 'sample') + ' right'));
    }
    const verdict = arm.picked === null ? 'no program' : result.pickPassed ? '✓ right program picked' : '✗ wrong program picked';
    return el('li', {}, el('strong', {}, arm.arm), ' ', el('span', { class: result.pickPassed ? 'right' : 'wrong' }, verdict),
      result.abstained && [' ', quiet('plain draw')]);
  }));
}

function taskNav(index) {
  const link = (target, text) => byId('task-data-' + target) && el('a', { href: '#task/' + target }, text);
  return el('nav', { class: 'task-nav', 'aria-label': 'Tasks' },
    el('a', { href: '#tasks' }, 'All tasks'), link(index - 1, 'Previous'), link(index + 1, 'Next'));
}

function showTask(index, task) {
  const view = byId('task');
  pictures = [];
  view.replaceChildren();
  append(view, [
    taskNav(index),
    el('h2', {}, task.id),
    el('p', {}, task.labels.map((label) => [chip(label), ' '])),
    outcomeList(task),
    task.problems.length > 0 && el('p', {}, quiet('Replies without use: ' +
      task.problems.map(([problem, count]) => problem + ' (' + count + ')').join(', '))),
    promptSection(task),
    agreementSection(task),
  ]);
  byId('overview').hidden = true;
  view.hidden = false;
  window.scrollTo(0, 0);
  view.focus({ preventScroll: true });
  requestAnimationFrame(redraw);
}

let lastTask = null;
function showOverview() {
  byId('task').hidden = true;
  byId('overview').hidden = false;
  if (lastTask === null) return;
  const link = document.querySelector('tr[data-task="' + lastTask + '"] a');
  lastTask = null;
  if (link) { link.scrollIntoView({ block: 'center' }); link.focus({ preventScroll: true }); }
}

function route() {
  if (location.hash === '#main') return;
  const match = /^#task\/(\d+)$/.exec(location.hash);
  const task = match && taskData(Number(match[1]));
  if (!task) return showOverview();
  lastTask = Number(match[1]);
  showTask(lastTask, task);
}

setUpTaskList();
window.addEventListener('hashchange', route);
window.addEventListener('resize', redraw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
route();
`;
