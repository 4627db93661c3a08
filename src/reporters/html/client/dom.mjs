// Builds elements. Text reaches the page as text nodes alone, attributes by setAttribute, links only within the page:
// what a model wrote can never become markup or script.

/**
 * @typedef {Node | string | number | null | undefined | false} Leaf
 * @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[] | (Leaf | Leaf[] | (Leaf | Leaf[])[])[]} Child
 */

/**
 * Text in which characters that turn the direction of what follows are seen: a program must read as it runs.
 *
 * @param {unknown} text
 */
export function unturned(text) {
  return String(text).replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {Node & ParentNode} node
 * @param {Child[]} children
 */
export function append(node, children) {
  for (const child of /** @type {Child[]} */ (children.flat(Number.POSITIVE_INFINITY))) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(unturned(child)));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'onclick') node.addEventListener('click', /** @type {EventListener} */ (value));
    else if (name.startsWith('on')) throw new Error(`no handler attributes: ${name}`);
    else if (name === 'href' && !String(value).startsWith('#')) throw new Error('links stay within the page');
    else node.setAttribute(name, value === true ? '' : unturned(value));
  }
  append(node, children);
  return node;
}

/** @param {number} fraction */
export const percent = (fraction) => `${(100 * fraction).toFixed(1)} %`;
/** @param {number} number @param {string} noun */
export const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** @param {...Child} children */
export const quiet = (...children) => el('span', { class: 'quiet' }, ...children);
/** @param {...Child} children */
export const chip = (...children) => el('span', { class: 'chip' }, ...children);
/** @param {boolean} isRight @param {...Child} children */
export const judged = (isRight, ...children) =>
  el(
    'span',
    { class: isRight ? 'right' : 'wrong' },
    el('span', { 'aria-hidden': true }, isRight ? '✓ ' : '✗ '),
    ...children,
  );

/**
 * A table; a cell is text, a node, or `{number}`.
 *
 * @typedef {Child | {number: Child}} Cell
 * @param {Cell[]} head
 * @param {{className?: string | null, cells: Cell[]}[]} rows
 * @param {string} label
 */
export function tableOf(head, rows, label) {
  /** @param {'th' | 'td'} tag @param {Cell} content */
  const cell = (tag, content) => {
    const numeric = content !== null && typeof content === 'object' && 'number' in content ? content : null;
    return el(
      tag,
      { class: numeric ? 'number' : null, scope: tag === 'th' ? 'col' : null },
      numeric ? numeric.number : /** @type {Child} */ (content),
    );
  };
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          head.map((content) => cell('th', content)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map((row) =>
          el(
            'tr',
            { class: row.className },
            row.cells.map((content) => cell('td', content)),
          ),
        ),
      ),
    ),
  );
}

/**
 * Buttons of which one is pressed; `show` is called for the first choice and for every other one that is taken.
 *
 * @param {string} label
 * @param {string[]} names
 * @param {number} first
 * @param {(index: number) => void} show
 */
export function switchOf(label, names, first, show) {
  const buttons = names.map((name, at) =>
    el('button', { type: 'button', 'aria-pressed': String(at === first), onclick: () => choose(at) }, name),
  );
  /** @param {number} chosen */
  function choose(chosen) {
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === chosen));
    show(chosen);
  }
  show(first);
  return el('div', { class: 'switch', role: 'group', 'aria-label': label }, buttons);
}
