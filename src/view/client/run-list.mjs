import { append, byId, el, percent, quiet } from '../../reporters/html/client/dom.mjs';

/** @typedef {import('../run-folder.ts').ListedRun} ListedRun */

/** @param {ListedRun['stages'][number]} stage */
function stageBar({ stage, done, total }) {
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const bar = el('progress', { max: 1, value: share, 'aria-label': stage });
  return el('div', {}, el('span', {}, stage), bar, el('span', {}, total === null ? `${done}` : `${done}/${total}`));
}

/** @param {ListedRun['workers'][number]} worker */
function workerLine({ id, isThere, runners, active, programs, replies }) {
  const done = [programs > 0 && `${programs} programs`, replies > 0 && `${replies} replies`].filter(Boolean);
  /** @type {(count: number, noun: string) => string} */
  const named = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const now = isThere ? `${named(active, 'job')} now${runners > 0 ? `, ${named(runners, 'runner')}` : ''}` : 'gone';
  return el('li', isThere ? {} : { class: 'gone' }, `${id}: ${[...done, now].join(', ')}`);
}

/** @param {ListedRun} run */
function progress({ stages, workers }) {
  const bars = el('div', { class: 'bars' }, stages.map(stageBar));
  if (workers.length === 0) return bars;
  const there = workers.filter(({ isThere }) => isThere).length;
  const head = el('summary', {}, `${there} ${there === 1 ? 'worker' : 'workers'} of the queue`);
  return el(
    'div',
    {},
    bars,
    el('details', { class: 'workers', open: workers.length <= 8 }, head, el('ul', {}, workers.map(workerLine))),
  );
}

/** @param {ListedRun} run */
function outcome(run) {
  if (run.problem) return quiet(run.problem);
  if (run.stages.length > 0) return progress(run);
  if (run.arms.length === 0) return quiet(run.hasReport ? 'in its report' : 'no report yet');
  return el(
    'div',
    {},
    run.arms.map(({ arm, passAt1 }, at) => [at > 0 && ', ', `${arm} `, el('strong', {}, percent(passAt1))]),
  );
}

/** @param {ListedRun} run */
function row(run) {
  const link = el('a', {}, run.id);
  // The one place with links that leave the page: to the report of a run, by its encoded id.
  link.setAttribute('href', `/runs/${encodeURIComponent(run.id)}/report.html`);
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      run.status === 'unreadable' ? run.id : link,
      el('br'),
      quiet(`${run.dataset}${run.kind === 'study' ? ', study' : ''}`),
    ),
    el('td', {}, run.models.join(', ')),
    el('td', {}, el('span', { class: `status ${run.status}` }, run.status)),
    el('td', {}, outcome(run)),
    el('td', { class: 'quiet' }, run.updatedAt ? `${run.updatedAt.slice(0, 16).replace('T', ' ')} UTC` : ''),
  );
}

/** @param {ListedRun[]} runs */
function draw(runs) {
  const place = byId('runs');
  const focused = document.activeElement?.getAttribute('href');
  place.replaceChildren();
  if (runs.length === 0) {
    append(place, [el('p', { class: 'note empty' }, 'No run here yet. The list fills by itself when one begins.')]);
    return;
  }
  const heads = ['run', 'model', 'status', 'outcome, expected pass@1', 'last written'];
  append(place, [
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          heads.map((head) => el('th', { scope: 'col' }, head)),
        ),
      ),
      el('tbody', {}, runs.map(row)),
    ),
  ]);
  for (const link of place.querySelectorAll('a')) if (link.getAttribute('href') === focused) link.focus();
}

draw(JSON.parse(byId('run-data').textContent ?? '[]'));
const events = new EventSource('/events');
events.addEventListener('open', () => {
  byId('connection').textContent = 'Live: the list follows the folder.';
});
events.addEventListener('message', ({ data }) => draw(JSON.parse(data)));
events.addEventListener('error', () => {
  byId('connection').textContent = 'Not connected: “mutagree view” has ended, or is being asked again.';
});
