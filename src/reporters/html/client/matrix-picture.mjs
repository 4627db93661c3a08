import { el, plural, sum } from './dom.mjs';
import { drawCell, palette } from './verdict-cells.mjs';

/** @typedef {import('../task-page-data.ts').TaskRunData} Run */
/** @typedef {Run['arms'][number]} Arm */
/** @typedef {{index: number, samples: number, set: number}} Row */
/** @typedef {{index: number, occurrences: number}} Column */

const GUTTER = 46;
const LARGEST_CELL = 26;
const SMALLEST_CELL = 3;
const TALLEST = 560;

/** Rows by rank of their set, those in none last; columns by the sets that pass them. @param {Run} run @param {Arm} arm */
function arrange(run, arm) {
  /** @type {Map<number, number>} */
  const setOf = new Map();
  arm.sets.forEach((set, rank) => {
    for (const row of set.rows) setOf.set(row, rank);
  });
  /** @type {Row[]} */
  const rows = arm.rows.map(([index, samples]) => ({
    index,
    samples,
    set: setOf.get(index) ?? Number.POSITIVE_INFINITY,
  }));
  rows.sort(
    (a, b) =>
      (a.set === b.set ? 0 : a.set - b.set) ||
      Number(b.index === arm.picked) - Number(a.index === arm.picked) ||
      b.samples - a.samples ||
      a.index - b.index,
  );
  const leaders = arm.sets.slice(0, 64).map((set) => new Set(set.columns));
  const columns = arm.columns.map(([index, occurrences]) => ({
    index,
    occurrences,
    key: leaders.map((set) => (set.has(index) ? '0' : '1')).join(''),
    passes: sum(arm.rows.map(([row, samples]) => (run.matrix[row]?.[index] === 'p' ? samples : 0))),
  }));
  columns.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.passes - a.passes || a.index - b.index));
  return { rows, columns };
}

/**
 * An arm's matrix as a picture, one bracket a consensus set; arrow keys move through the cells as the pointer does.
 *
 * @param {Run} run
 * @param {Arm} arm
 * @param {(row: Row, column: Column) => void} onCell
 */
export function matrixPicture(run, arm, onCell) {
  const { rows, columns } = arrange(run, arm);
  const canvas = el('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'verdict matrix',
    'aria-label': `${plural(rows.length, 'program')} by ${plural(columns.length, 'test')}, arrow keys move through the cells`,
  });
  const holder = el('div', { class: 'picture' }, canvas);
  const cursor = { row: 0, column: 0, shown: false };
  let size = 12;
  /** @type {number[]} */
  let tops = [];

  function layOut() {
    const room = Math.max(200, holder.clientWidth || 600) - GUTTER - 2;
    const fitting = Math.min(Math.floor(room / columns.length), Math.floor(TALLEST / rows.length));
    size = Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, fitting));
    const gap = Math.max(3, Math.round(size / 3));
    let y = 1;
    tops = rows.map((row, at) => {
      if (at > 0 && row.set !== rows[at - 1]?.set) y += gap;
      const top = y;
      y += size;
      return top;
    });
    return { width: GUTTER + columns.length * size + 2, height: y + 2 };
  }

  /** @param {CanvasRenderingContext2D} context @param {Record<string, string>} colours */
  function drawPointer(context, colours) {
    const at = rows.findIndex(({ index }) => index === arm.picked);
    const top = tops[at];
    if (top === undefined) return;
    context.fillStyle = colours['accent'] ?? '';
    context.beginPath();
    context.moveTo(GUTTER - 12, top + size / 2 - 4);
    context.lineTo(GUTTER - 5, top + size / 2);
    context.lineTo(GUTTER - 12, top + size / 2 + 4);
    context.fill();
  }

  /** @param {CanvasRenderingContext2D} context @param {Record<string, string>} colours */
  function drawBrackets(context, colours) {
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (let at = 0; at < rows.length; ) {
      const set = rows[at]?.set ?? Number.POSITIVE_INFINITY;
      let end = at;
      while (rows[end + 1]?.set === set) end++;
      const top = tops[at] ?? 0;
      const bottom = (tops[end] ?? 0) + size;
      context.fillStyle = (set === 0 ? colours['accent'] : colours['quiet']) ?? '';
      context.strokeStyle = context.fillStyle;
      const isNone = set === Number.POSITIVE_INFINITY;
      if (bottom - top >= 9) context.fillText(isNone ? 'none' : String(set + 1), isNone ? 0 : 6, (top + bottom) / 2);
      if (!isNone) {
        context.lineWidth = set === 0 ? 2 : 1;
        context.beginPath();
        context.moveTo(GUTTER - 17, top + 1);
        context.lineTo(GUTTER - 20, top + 1);
        context.lineTo(GUTTER - 20, bottom - 2);
        context.lineTo(GUTTER - 17, bottom - 2);
        context.stroke();
      }
      at = end + 1;
    }
  }

  function draw() {
    const { width, height } = layOut();
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.ceil(width * ratio);
    canvas.height = Math.ceil(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.scale(ratio, ratio);
    const colours = palette();
    rows.forEach((row, at) => {
      columns.forEach((column, place) => {
        drawCell(context, run.matrix[row.index]?.[column.index], GUTTER + place * size, tops[at] ?? 0, size, colours);
      });
    });
    drawPointer(context, colours);
    drawBrackets(context, colours);
    if (cursor.shown) {
      context.strokeStyle = colours['ink'] ?? '';
      context.lineWidth = 2;
      context.strokeRect(GUTTER + cursor.column * size - 1, (tops[cursor.row] ?? 0) - 1, size + 1, size + 1);
    }
  }

  /** @param {number} toRow @param {number} toColumn */
  function moveTo(toRow, toColumn) {
    cursor.row = Math.max(0, Math.min(rows.length - 1, toRow));
    cursor.column = Math.max(0, Math.min(columns.length - 1, toColumn));
    const row = rows[cursor.row];
    const column = columns[cursor.column];
    if (!row || !column) return;
    cursor.shown = true;
    draw();
    onCell(row, column);
  }

  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  canvas.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (cursor.shown) moveTo(cursor.row + step[0], cursor.column + step[1]);
    else moveTo(0, 0);
  });
  canvas.addEventListener('pointermove', (event) => {
    const row = tops.findLastIndex((top) => top <= event.offsetY);
    const column = Math.floor((event.offsetX - GUTTER) / size);
    if (row < 0 || column < 0 || column >= columns.length) return;
    if (!cursor.shown || row !== cursor.row || column !== cursor.column) moveTo(row, column);
  });
  return { holder, draw };
}
