import { append, byId, el, percent, quiet } from '../../reporters/html/client/dom.mjs';
import { LABEL_KEYS, toggled } from './label-keys.mjs';

/** @typedef {import('../label-desk.ts').LabelDesk} LabelDesk */
/** @typedef {import('../label-desk.ts').DeskRating} DeskRating */
/** @typedef {import('../label-desk.ts').DeskSuggestion} DeskSuggestion */

const desk = /** @type {Omit<LabelDesk, 'save'>} */ (JSON.parse(byId('desk-data').textContent ?? '{}'));
/** @type {Map<string, DeskRating>} */
const ratings = new Map(desk.ratings.map((rating) => [rating.id, rating]));
/** @type {Map<string, DeskSuggestion>} */
const suggestions = new Map(Object.entries(desk.shown));
/** @type {DeskRating[]} */
const undone = [];
/** Ratings that are not kept yet, the last one of each item. @type {Map<string, DeskRating>} */
const pending = new Map();
let at = 0;
/** One after the other, so that the last one kept is the last one made. */
let queue = Promise.resolve();

/** @param {string} id @returns {DeskRating} */
const ratingOf = (id) => ratings.get(id) ?? { id, labels: [], note: '' };
const current = () => desk.items[at] ?? { id: '', parts: [] };
const isLabelled = (/** @type {string} */ id) => ratingOf(id).labels.length > 0;

/** @param {string} text @param {string} state */
function tell(text, state) {
  byId('kept').textContent = text;
  byId('kept').setAttribute('data-state', state);
}

/** @param {DeskRating} rating */
async function send(rating) {
  const response = await fetch('/rating', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rating),
  });
  if (!response.ok) throw new Error(await response.text());
  const { suggestion } = await response.json();
  if (suggestion) suggestions.set(rating.id, suggestion);
}

/** Sends all that is not kept; what fails is sent again with the next choice. */
async function flush() {
  for (const rating of [...pending.values()]) {
    try {
      await send(rating);
    } catch (error) {
      tell(`NOT kept: ${/** @type {Error} */ (error).message.trim()} It is sent again with the next choice.`, 'failed');
      return;
    }
    if (pending.get(rating.id) === rating) pending.delete(rating.id);
  }
  tell(pending.size === 0 ? 'All labels are kept.' : 'Keeping …', 'kept');
  drawSuggestion();
}

/** @param {DeskRating} rating */
function keep(rating) {
  ratings.set(rating.id, rating);
  pending.set(rating.id, rating);
  tell('Keeping …', 'waiting');
  queue = queue.then(flush);
}

/** @param {DeskRating} rating */
function change(rating) {
  undone.push(ratingOf(rating.id));
  keep(rating);
  draw();
}

function undo() {
  const before = undone.pop();
  if (!before) return;
  at = desk.items.findIndex(({ id }) => id === before.id);
  keep(before);
  draw();
}

/** @param {number} to */
function go(to) {
  at = Math.max(0, Math.min(desk.items.length - 1, to));
  draw();
  window.scrollTo(0, 0);
}

/** To the next item without a label, after this one and then from the beginning. */
function goOn() {
  const places = desk.items.map((_, place) => (at + 1 + place) % desk.items.length);
  go(places.find((place) => !isLabelled(desk.items[place]?.id ?? '')) ?? at + 1);
}

/** @param {string} name */
function choose(name) {
  const rating = ratingOf(current().id);
  change({ ...rating, labels: toggled(rating.labels, name, desk.several) });
}

function drawSuggestion() {
  const place = byId('suggestion');
  const { id } = current();
  const found = suggestions.get(id);
  place.replaceChildren();
  const early = Object.hasOwn(desk.shown, id);
  if (!found || !(early || isLabelled(id))) return;
  append(place, [
    quiet(
      `${found.by}: `,
      found.labels
        .slice(0, 3)
        .map(({ name, probability }) => `${name} ${percent(probability)}`)
        .join(', '),
    ),
    found.evidence.map((text) => el('div', { class: 'quiet' }, text)),
  ]);
}

function drawChoices() {
  const rating = ratingOf(current().id);
  const buttons = desk.labels.map(({ name, definition }, place) =>
    el(
      'button',
      { type: 'button', 'aria-pressed': String(rating.labels.includes(name)), onclick: () => choose(name) },
      el('kbd', {}, LABEL_KEYS[place] ?? ''),
      name,
      definition === '' ? null : el('small', {}, definition),
    ),
  );
  const note = el('textarea', { id: 'note', 'aria-label': 'note', placeholder: 'Note (n), Escape leaves it' });
  note.value = rating.note;
  // Nothing is drawn again here: the button that took the focus is about to be clicked.
  note.addEventListener('change', () => {
    undone.push(ratingOf(rating.id));
    keep({ ...ratingOf(rating.id), note: note.value });
  });
  const step = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ act) =>
    el('button', { type: 'button', onclick: act }, el('kbd', {}, key), text);
  byId('choices').replaceChildren();
  append(byId('choices'), [
    el(
      'div',
      { class: 'steps' },
      step('←', 'back', () => go(at - 1)),
      step('→', 'on', () => go(at + 1)),
      step('⏎', 'next open', goOn),
      step('u', 'undo', undo),
    ),
    note,
    buttons,
  ]);
  drawSuggestion();
}

function draw() {
  const { id, parts } = current();
  const done = desk.items.filter((item) => isLabelled(item.id)).length;
  byId('progress').setAttribute('value', String(desk.items.length === 0 ? 0 : done / desk.items.length));
  byId('count').textContent = `${done}/${desk.items.length} items labelled; this is ${at + 1}.`;
  byId('item').replaceChildren();
  append(byId('item'), [
    el('h2', {}, id),
    parts.map(({ title, text }) => [el('h3', {}, title), el('pre', { tabindex: 0 }, text)]),
  ]);
  drawChoices();
}

/** @type {Readonly<Record<string, () => void>>} */
const MOVES = {
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1),
  k: () => go(at - 1),
  j: () => go(at + 1),
  Enter: goOn,
  g: goOn,
  u: undo,
  n: () => byId('note').focus(),
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.tagName === 'TEXTAREA') {
    if (event.key === 'Escape') target.blur();
    return;
  }
  // A button that has the focus is pressed by Enter, as everywhere.
  if (event.key === 'Enter' && target.tagName === 'BUTTON') return;
  const label = event.key.length === 1 ? desk.labels[LABEL_KEYS.indexOf(event.key)] : undefined;
  const move = Object.hasOwn(MOVES, event.key) ? MOVES[event.key] : undefined;
  if (!label && !move) return;
  event.preventDefault();
  if (label) choose(label.name);
  else move?.();
});

window.addEventListener('beforeunload', (event) => {
  if (pending.size > 0) event.preventDefault();
});

at = Math.max(
  0,
  desk.items.findIndex(({ id }) => !isLabelled(id)),
);
draw();
