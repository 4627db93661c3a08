// Builds elements. Text reaches the page as text nodes alone, attributes by setAttribute, links only within the page:
// what a model wrote can never become markup or script.

/**
 * Text in which characters that turn the direction of what follows are seen: a program must read as it runs.
 *
 * @param {unknown} text
 */
export function escapeBidi(text) {
  return String(text).replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Element} node @param {Record<string, unknown>} attributes */
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'onclick') node.addEventListener('click', /** @type {EventListener} */ (value));
    else if (name.startsWith('on')) throw new Error(`no handler attributes: ${name}`);
    else if (name === 'href' && !String(value).startsWith('#')) throw new Error('links stay within the page');
    else node.setAttribute(name, value === true ? '' : escapeBidi(value));
  }
}

/**
 * Text, elements, lists of both; an object sets attributes; null, undefined and false are nothing.
 *
 * @param {Element} node
 * @param {...unknown} parts
 */
export function append(node, ...parts) {
  for (const part of parts.flat(Number.POSITIVE_INFINITY)) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node) node.append(part);
    else if (typeof part === 'object') setAttributes(node, /** @type {Record<string, unknown>} */ (part));
    else node.append(escapeBidi(part));
  }
}

/**
 * An element by tag and classes, such as `span.quiet`, of what `append` takes.
 *
 * @param {string} selector
 * @param {...unknown} parts
 */
export function el(selector, ...parts) {
  const [tag = '', ...classes] = selector.split('.');
  const node = document.createElement(tag);
  if (classes.length > 0) node.className = classes.join(' ');
  append(node, ...parts);
  return node;
}

/** @param {number} fraction */
export const percent = (fraction) => `${(100 * fraction).toFixed(1)} %`;
/** @param {number} number @param {string} noun */
export const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** @param {...unknown} parts */
export const quiet = (...parts) => el('span.quiet', ...parts);
/** @param {boolean} isRight @param {...unknown} parts */
export const judged = (isRight, ...parts) =>
  el(isRight ? 'span.right' : 'span.wrong', el('span', { 'aria-hidden': true }, isRight ? '✓ ' : '✗ '), ...parts);

/**
 * A table; columns whose head begins with `#` hold numbers.
 *
 * @param {string} label
 * @param {string[]} head
 * @param {unknown[][]} rows
 */
export function tableOf(label, head, rows) {
  const classOf = head.map((name) => (name.startsWith('#') ? '.number' : ''));
  const heads = head.map((name, at) => el(`th${classOf[at]}`, { scope: 'col' }, name.replace('#', '')));
  const body = rows.map((row) =>
    el(
      'tr',
      row.map((cell, at) => el(`td${classOf[at]}`, cell)),
    ),
  );
  const table = el('table', el('thead', el('tr', heads)), el('tbody', body));
  return el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': label }, table);
}

/**
 * Buttons of which one is pressed; `show` is called for the first choice and for every other one that is taken.
 *
 * @param {string} selector of what holds them
 * @param {string} label
 * @param {unknown[]} names
 * @param {number} first
 * @param {(index: number) => void} show
 */
export function switchOf(selector, label, names, first, show) {
  const buttons = names.map((name, at) => el('button', { type: 'button', onclick: () => choose(at) }, name));
  /** @param {number} chosen */
  function choose(chosen) {
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === chosen));
    show(chosen);
  }
  choose(first);
  return el(selector, { role: 'group', 'aria-label': label }, buttons);
}
