import { byId, plural } from './dom.mjs';
import { dataOf } from './packed-data.mjs';

/** @typedef {{row: HTMLTableRowElement, text: string, outcomes: string[], labels: string[]}} Entry */

/** Search, filters and sorting of the table of tasks; the rows themselves are plain HTML. */
export function setUpTaskList() {
  const table = /** @type {HTMLTableElement} */ (byId('task-table'));
  const form = /** @type {HTMLFormElement} */ (byId('task-filters'));
  const body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
  /** @type {Entry[]} */
  const entries = [...body.rows].map((row) => ({
    row,
    text: (row.cells[0]?.textContent ?? '').toLowerCase(),
    outcomes: (row.dataset.outcome ?? '').split(' '),
    labels: JSON.parse(row.dataset.labels ?? '[]'),
  }));

  /** @param {string} name */
  const fieldText = (name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '';
  };

  function filter() {
    const text = fieldText('text').trim().toLowerCase();
    const outcome = fieldText('outcome');
    const label = fieldText('label');
    let shown = 0;
    for (const entry of entries) {
      const fits =
        entry.text.includes(text) &&
        (!outcome || entry.outcomes.includes(outcome)) &&
        (!label || entry.labels.includes(label));
      entry.row.hidden = !fits;
      if (fits) shown++;
    }
    byId('task-count').textContent = `${shown} of ${plural(entries.length, 'task')}`;
  }

  /** @param {HTMLTableRowElement} row @param {number} column */
  const keyOf = (row, column) => Number(row.cells[column]?.dataset.sort ?? 0);

  /** @param {number} column @param {HTMLElement} header */
  function sortBy(column, header) {
    const descending =
      header.getAttribute('aria-sort') === 'ascending' ||
      (column > 0 && header.getAttribute('aria-sort') !== 'descending');
    for (const other of table.tHead?.rows[0]?.cells ?? []) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const sign = descending ? -1 : 1;
    const sorted = [...entries].sort(
      (a, b) => sign * (keyOf(a.row, column) - keyOf(b.row, column)) || keyOf(a.row, 0) - keyOf(b.row, 0),
    );
    body.append(...sorted.map(({ row }) => row));
  }

  async function addPrompts() {
    /** @type {string[]} */
    const prompts = await dataOf('search-data');
    entries.forEach((entry, at) => {
      entry.text += `\n${(prompts[at] ?? '').toLowerCase()}`;
    });
    filter();
  }

  form.querySelector('[name=text]')?.addEventListener('focus', () => void addPrompts(), { once: true });
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  table.tHead?.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button.sort') : null;
    const header = button?.parentElement;
    if (header instanceof HTMLTableCellElement) sortBy(header.cellIndex, header);
  });
  filter();
}
