import { byId } from './dom.mjs';

const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);
const KEY = 'mutagree-theme';

/** Storage may be forbidden to a page opened from a file; the choice then lasts as long as the page. */
function storedTheme() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} theme */
function storeTheme(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Not kept.
  }
}

/** Colours as the system has them, always light or always dark. @param {() => void} redraw */
export function setUpThemeSwitch(redraw) {
  const button = byId('theme');
  let theme = THEMES.find((known) => known === storedTheme()) ?? 'auto';
  const apply = () => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Colours: ${theme}`;
    redraw();
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    storeTheme(theme);
    apply();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  apply();
}
