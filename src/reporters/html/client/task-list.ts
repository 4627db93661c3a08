/** Search, filters and sorting of the overview's table of tasks; the rows themselves are plain HTML. */
export const TASK_LIST = String.raw`
function setUpTaskList() {
  const table = byId('tasks');
  const form = byId('task-filters');
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({
    row,
    text: (row.cells[0].textContent + '\n' + row.dataset.text).toLowerCase(),
    outcomes: row.dataset.outcome.split(' '),
    labels: JSON.parse(row.dataset.labels),
  }));

  function filter() {
    const text = form.elements.text.value.trim().toLowerCase();
    const outcome = form.elements.outcome.value;
    const label = form.elements.label ? form.elements.label.value : '';
    let shown = 0;
    for (const entry of rows) {
      const fits = entry.text.includes(text) && (!outcome || entry.outcomes.includes(outcome)) &&
        (!label || entry.labels.includes(label));
      entry.row.hidden = !fits;
      if (fits) shown++;
    }
    byId('task-count').textContent = shown + ' of ' + plural(rows.length, 'task');
  }

  const keyOf = (row, column) => {
    const value = row.cells[column].dataset.sort;
    return value === undefined ? 0 : Number(value);
  };

  function sortBy(column, header) {
    const descending = header.getAttribute('aria-sort') === 'ascending' ||
      (column > 0 && header.getAttribute('aria-sort') !== 'descending');
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const sign = descending ? -1 : 1;
    const sorted = [...rows].sort((a, b) =>
      sign * (keyOf(a.row, column) - keyOf(b.row, column)) || keyOf(a.row, 0) - keyOf(b.row, 0));
    body.append(...sorted.map(({ row }) => row));
  }

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  table.tHead.addEventListener('click', (event) => {
    const button = event.target.closest('button.sort');
    if (button) sortBy(button.parentElement.cellIndex, button.parentElement);
  });
  filter();
}
`;
