/** @typedef {Record<string, string>} Palette */

export const VERDICTS = /** @type {const} */ ([
  ['p', 'pass'],
  ['f', 'fail'],
  ['e', 'error'],
  ['t', 'timeout'],
  ['m', 'out of memory'],
  ['n', 'not run'],
]);

/** @param {string | undefined} letter */
export const verdictName = (letter) => VERDICTS.find(([known]) => known === letter)?.[1] ?? 'not run';

/** Colours as they are now; a canvas does not know custom properties, so an element resolves them. @returns {Palette} */
export function palette() {
  const probe = document.createElement('span');
  document.body.append(probe);
  /** @param {string} name */
  const colour = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  /** @type {Palette} */
  const colours = {
    ground: colour('--cell-ground'),
    ink: colour('--ink'),
    quiet: colour('--quiet'),
    accent: colour('--accent'),
  };
  for (const [letter] of VERDICTS) colours[letter] = colour(`--verdict-${letter}`);
  probe.remove();
  return colours;
}

/**
 * One cell. A pass fills it; every other verdict is a sign of its own on a pale ground, so that colour is never the
 * only difference.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string | undefined} letter
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Palette} colours
 */
export function drawCell(context, letter, x, y, size, colours) {
  const inner = size > 4 ? size - 1 : size;
  /** @param {number} fraction */
  const part = (fraction) => Math.round(inner * fraction * 2) / 2;
  const colour = colours[letter ?? 'n'] ?? '';
  if (letter !== 'p' && letter !== 'n') {
    context.fillStyle = colours.ground ?? '';
    context.fillRect(x, y, inner, inner);
  }
  context.fillStyle = colour;
  context.strokeStyle = colour;
  if (letter === 'p') context.fillRect(x, y, inner, inner);
  else if (size < 7) context.fillRect(x + part(0.3), y + part(0.3), Math.max(1, part(0.4)), Math.max(1, part(0.4)));
  else if (letter === 'f') context.fillRect(x + part(0.25), y + part(0.42), part(0.5), Math.max(1.5, part(0.16)));
  else if (letter === 'e') {
    context.lineWidth = Math.max(1.5, inner / 9);
    context.beginPath();
    context.moveTo(x + inner * 0.25, y + inner * 0.25);
    context.lineTo(x + inner * 0.75, y + inner * 0.75);
    context.moveTo(x + inner * 0.25, y + inner * 0.75);
    context.lineTo(x + inner * 0.75, y + inner * 0.25);
    context.stroke();
  } else if (letter === 't') {
    context.fillRect(x + part(0.28), y + part(0.22), Math.max(1.5, part(0.14)), part(0.56));
    context.fillRect(x + part(0.58), y + part(0.22), Math.max(1.5, part(0.14)), part(0.56));
  } else if (letter === 'm') {
    context.beginPath();
    context.moveTo(x + inner * 0.5, y + inner * 0.2);
    context.lineTo(x + inner * 0.8, y + inner * 0.78);
    context.lineTo(x + inner * 0.2, y + inner * 0.78);
    context.fill();
  } else {
    context.beginPath();
    context.arc(x + inner / 2, y + inner / 2, Math.max(1, inner * 0.1), 0, 7);
    context.fill();
  }
}
