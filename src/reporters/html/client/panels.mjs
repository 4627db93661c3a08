/** Shows one of several panels that stand in the page, by the selects above them. */
export function setUpPanels() {
  /** @type {Map<string, HTMLSelectElement[]>} */
  const groups = new Map();
  for (const select of document.querySelectorAll('select[data-panels]')) {
    if (!(select instanceof HTMLSelectElement)) continue;
    const id = select.dataset.panels ?? '';
    groups.set(id, [...(groups.get(id) ?? []), select]);
  }
  for (const [id, selects] of groups) {
    const all = [...document.querySelectorAll(`[data-panel^="${id}/"]`)];
    const show = () => {
      const chosen = [id, ...selects.map(({ value }) => value)].join('/');
      for (const panel of all) panel.classList.toggle('off', panel.getAttribute('data-panel') !== chosen);
    };
    for (const select of selects) select.addEventListener('change', show);
    show();
  }
}
