/**
 * An arm's matrix as a picture. A pass fills its cell; every other verdict is a sign of its own on a pale ground, so
 * that colour is never the only difference. Arrow keys move through the cells as the pointer does.
 */
export const MATRIX_PICTURE = `
const VERDICTS = [
  ['p', 'pass'], ['f', 'fail'], ['e', 'error'], ['t', 'timeout'], ['m', 'out of memory'], ['n', 'not run'],
];
const verdictName = (letter) => VERDICTS.find(([known]) => known === letter)[1];

function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const colours = { ground: colour('--cell-ground'), ink: colour('--ink'), quiet: colour('--quiet'), accent: colour('--accent') };
  for (const [letter] of VERDICTS) colours[letter] = colour('--verdict-' + letter);
  return colours;
}

function drawCell(context, letter, x, y, size, colours) {
  const inner = size > 4 ? size - 1 : size;
  if (letter !== 'p' && letter !== 'n') {
    context.fillStyle = colours.ground;
    context.fillRect(x, y, inner, inner);
  }
  context.fillStyle = colours[letter];
  context.strokeStyle = colours[letter];
  const part = (fraction) => Math.round(inner * fraction * 2) / 2;
  if (letter === 'p') context.fillRect(x, y, inner, inner);
  else if (size < 7) context.fillRect(x + part(0.3), y + part(0.3), Math.max(1, part(0.4)), Math.max(1, part(0.4)));
  else if (letter === 'f') context.fillRect(x + part(0.25), y + part(0.42), part(0.5), Math.max(1.5, part(0.16)));
  else if (letter === 'e') {
    context.lineWidth = Math.max(1.5, inner / 9);
    context.beginPath();
    for (const [from, to] of [[0.25, 0.75], [0.75, 0.25]]) {
      context.moveTo(x + inner * 0.25, y + inner * from);
      context.lineTo(x + inner * 0.75, y + inner * to);
    }
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

/** Rows by rank of their set, those in none last; columns by the sets that pass them. */
function arrange(task, arm) {
  const setOf = new Map();
  arm.sets.forEach((set, rank) => set.rows.forEach((row) => setOf.set(row, rank)));
  const rows = arm.rows.map(([index, samples]) => ({ index, samples, set: setOf.has(index) ? setOf.get(index) : Infinity }));
  rows.sort((a, b) => a.set - b.set || (b.index === arm.picked) - (a.index === arm.picked) || b.samples - a.samples || a.index - b.index);
  const leaders = arm.sets.slice(0, 64).map((set) => new Set(set.columns));
  const columns = arm.columns.map(([index, occurrences]) => ({
    index,
    occurrences,
    key: leaders.map((set) => (set.has(index) ? '0' : '1')).join(''),
    passes: sum(arm.rows.map(([row, samples]) => (task.matrix[row][index] === 'p' ? samples : 0))),
  }));
  columns.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.passes - a.passes || a.index - b.index));
  return { rows, columns };
}

function matrixPicture(task, arm, onCell) {
  const { rows, columns } = arrange(task, arm);
  const canvas = el('canvas', {
    tabindex: 0, role: 'application', 'aria-roledescription': 'verdict matrix',
    'aria-label': plural(rows.length, 'program') + ' by ' + plural(columns.length, 'test') + ', arrow keys move through the cells',
  });
  const holder = el('div', { class: 'picture' }, canvas);
  const gutter = 46;
  const cursor = { row: 0, column: 0, shown: false };
  let size = 12;
  let tops = [];

  function layOut() {
    const room = Math.max(200, holder.clientWidth || 600) - gutter - 2;
    size = Math.max(3, Math.min(26, Math.floor(room / columns.length), Math.max(3, Math.floor(560 / rows.length))));
    const gap = Math.max(3, Math.round(size / 3));
    let y = 1;
    tops = rows.map((row, at) => {
      if (at > 0 && row.set !== rows[at - 1].set) y += gap;
      const top = y;
      y += size;
      return top;
    });
    return { width: gutter + columns.length * size + 2, height: y + 2 };
  }

  function draw() {
    const { width, height } = layOut();
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.ceil(width * ratio);
    canvas.height = Math.ceil(height * ratio);
    canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
    const context = canvas.getContext('2d');
    context.scale(ratio, ratio);
    const colours = palette();
    rows.forEach((row, at) => {
      columns.forEach((column, place) =>
        drawCell(context, task.matrix[row.index][column.index], gutter + place * size, tops[at], size, colours));
      if (row.index === arm.picked) {
        context.fillStyle = colours.accent;
        context.beginPath();
        context.moveTo(gutter - 12, tops[at] + size / 2 - 4);
        context.lineTo(gutter - 5, tops[at] + size / 2);
        context.lineTo(gutter - 12, tops[at] + size / 2 + 4);
        context.fill();
      }
    });
    drawBrackets(context, colours);
    if (cursor.shown && rows.length > 0 && columns.length > 0) {
      context.strokeStyle = colours.ink;
      context.lineWidth = 2;
      context.strokeRect(gutter + cursor.column * size - 1, tops[cursor.row] - 1, size + 1, size + 1);
    }
  }

  function drawBrackets(context, colours) {
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (let at = 0; at < rows.length; ) {
      let end = at;
      while (end + 1 < rows.length && rows[end + 1].set === rows[at].set) end++;
      const { set } = rows[at];
      const middle = (tops[at] + tops[end] + size) / 2;
      context.fillStyle = context.strokeStyle = set === 0 ? colours.accent : colours.quiet;
      if (size * (end - at + 1) >= 9) context.fillText(set === Infinity ? 'none' : String(set + 1), set === Infinity ? 0 : 6, middle);
      if (set !== Infinity) {
        context.lineWidth = set === 0 ? 2 : 1;
        context.beginPath();
        context.moveTo(gutter - 17, tops[at] + 1);
        context.lineTo(gutter - 20, tops[at] + 1);
        context.lineTo(gutter - 20, tops[end] + size - 2);
        context.lineTo(gutter - 17, tops[end] + size - 2);
        context.stroke();
      }
      at = end + 1;
    }
  }

  function moveTo(row, column) {
    if (rows.length === 0 || columns.length === 0) return;
    cursor.row = Math.max(0, Math.min(rows.length - 1, row));
    cursor.column = Math.max(0, Math.min(columns.length - 1, column));
    cursor.shown = true;
    draw();
    onCell(rows[cursor.row], columns[cursor.column]);
  }

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
    const column = Math.floor((event.offsetX - gutter) / size);
    if (row < 0 || column < 0 || column >= columns.length) return;
    if (!cursor.shown || row !== cursor.row || column !== cursor.column) moveTo(row, column);
  });
  return { holder, draw };
}

function legend(task, arm) {
  const counts = new Map(VERDICTS.map(([letter]) => [letter, 0]));
  for (const [row] of arm.rows) {
    for (const [column] of arm.columns) {
      const letter = task.matrix[row][column];
      counts.set(letter, counts.get(letter) + 1);
    }
  }
  const swatches = VERDICTS.filter(([letter]) => counts.get(letter) > 0).map(([letter, name]) => {
    const swatch = el('canvas', { width: 32, height: 32, 'aria-hidden': 'true', class: 'swatch' });
    return { letter, swatch, item: el('li', {}, swatch, name, ' ', quiet(counts.get(letter))) };
  });
  const draw = () => {
    for (const { letter, swatch } of swatches) {
      const context = swatch.getContext('2d');
      context.clearRect(0, 0, 32, 32);
      drawCell(context, letter, 0, 0, 32, palette());
    }
  };
  return { list: el('ul', { class: 'legend' }, swatches.map(({ item }) => item)), draw };
}
`;
