// The script of the page: it unpacks the view of a task when its link is followed, and searches the table of tasks.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** HTML of the reporter, in which every text is escaped: raw deflate, base64. @param {Element} packed */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.textContent ?? ''), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const text = await new Response(stream).text();
  return new DOMParser().parseFromString(text, 'text/html').body.childNodes;
}

/** The address of the task that was shown last. */
let lastTask = '';

/** @param {HTMLElement} view */
function leave(view) {
  view.hidden = true;
  byId('report').hidden = false;
  const link = document.querySelector(`#tasks a[href='${lastTask}']`);
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (lastTask !== '' && link instanceof HTMLElement && (target === null || target.id === 'tasks')) {
    link.scrollIntoView({ block: 'center' });
    link.focus({ preventScroll: true });
  } else if (lastTask !== '') target?.scrollIntoView();
  lastTask = '';
}

/** `#task/3` shows the fourth task, whose packed view is the element of this id; anything else shows the report. */
async function route() {
  const { hash } = location;
  if (hash === '#main') return;
  const view = byId('task');
  const packed = document.getElementById(hash.slice(1));
  if (!(packed instanceof HTMLScriptElement)) return leave(view);
  const nodes = await unpack(packed);
  if (location.hash !== hash) return;
  lastTask = hash;
  view.replaceChildren(...nodes);
  byId('report').hidden = true;
  view.hidden = false;
  scrollTo(0, 0);
  view.focus({ preventScroll: true });
}

function addSearch() {
  const rows = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#tasks tbody tr'))];
  const search = document.createElement('input');
  search.type = 'search';
  search.placeholder = 'task, label or outcome';
  search.ariaLabel = 'Search the tasks';
  const shown = document.createElement('output');
  function filter() {
    const words = search.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !(row.textContent ?? '').toLowerCase().includes(words);
    shown.textContent = ` ${rows.filter((row) => !row.hidden).length} of ${rows.length} tasks`;
  }
  search.addEventListener('input', filter);
  byId('tasks-title').after(search, shown);
  filter();
}

addSearch();
addEventListener('hashchange', () => void route());
void route();
