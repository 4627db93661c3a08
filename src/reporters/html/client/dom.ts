/**
 * Builds elements. Text reaches the page as text nodes alone, attributes by setAttribute, links only within the page:
 * what a model wrote can never become markup or script.
 */
export const DOM = `
const byId = (id) => document.getElementById(id);

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'onclick') node.addEventListener('click', value);
    else if (name.startsWith('on')) throw new Error('no handler attributes: ' + name);
    else if (name === 'href' && !String(value).startsWith('#')) throw new Error('links stay within the page');
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

const percent = (fraction) => (100 * fraction).toFixed(1) + ' %';
const plural = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const quiet = (...children) => el('span', { class: 'quiet' }, ...children);
const chip = (...children) => el('span', { class: 'chip' }, ...children);

/** A table whose head and rows are lists of cells; a cell is text, a node, or {number}. */
function tableOf(head, rows, label) {
  const cell = (tag, content) => {
    const isNumber = content !== null && typeof content === 'object' && 'number' in content;
    return el(tag, { class: isNumber ? 'number' : null, scope: tag === 'th' ? 'col' : null }, isNumber ? content.number : content);
  };
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    el('table', {},
      el('thead', {}, el('tr', {}, head.map((content) => cell('th', content)))),
      el('tbody', {}, rows.map((row) => el('tr', { class: row.className }, row.cells.map((content) => cell('td', content)))))));
}
`;
