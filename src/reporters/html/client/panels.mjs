/** Shows one of several panels that stand in the page, by the select above them. */
export function setUpPanels() {
  for (const select of document.querySelectorAll('select[data-panels]')) {
    const chooser = /** @type {HTMLSelectElement} */ (select);
    const panels = [...document.querySelectorAll(`[data-panel^="${chooser.dataset.panels}/"]`)];
    const show = () => {
      for (const panel of panels) {
        const isShown = panel.getAttribute('data-panel') === `${chooser.dataset.panels}/${chooser.value}`;
        panel.classList.toggle('off', !isShown);
      }
    };
    chooser.addEventListener('change', show);
    show();
  }
}
