import { el, plural, quiet } from './dom.mjs';

/** @typedef {import('../task-page-data.ts').TaskRunData} Run */

/** @param {Run['replies']['shown'][number]} reply */
function replyView({ from, purpose, text, cut, problem }) {
  const notes = [purpose, problem, cut > 0 && `the last ${plural(cut, 'character')} left out`].filter(Boolean);
  return el('details', {}, el('summary', {}, `${from} `, quiet(notes.join(', '))), el('pre', {}, text));
}

/** What the model wrote, collapsed; built when it is opened. @param {Run} run */
export function repliesSection({ replies: { shown, leftOut } }) {
  if (shown.length + leftOut === 0) return null;
  const body = el('div', {});
  const section = el(
    'details',
    { class: 'replies' },
    el('summary', {}, `Replies of the model as they came (${shown.length + leftOut})`),
    body,
  );
  section.addEventListener('toggle', () => {
    if (!section.open || body.childElementCount > 0) return;
    body.append(...shown.map(replyView));
    if (leftOut > 0) body.append(el('p', {}, quiet(`${leftOut} more in replies.jsonl of the run.`)));
  });
  return section;
}
