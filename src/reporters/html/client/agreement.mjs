import { append, chip, el, judged, percent, plural, quiet, sum, switchOf, tableOf, unturned } from './dom.mjs';
import { matrixPicture } from './matrix-picture.mjs';
import { drawCell, palette, VERDICTS, verdictName } from './verdict-cells.mjs';

/** @typedef {import('../task-page-data.ts').TaskRunData} Run */
/** @typedef {Run['arms'][number]} Arm */
/** @typedef {Run['programs'][number]} Program */

const SETS_SHOWN = 50;

/** @type {{draw(): void}[]} */
let pictures = [];
/** Draws the pictures of the task in view again, after a change of size or colours. */
export function redrawPictures() {
  for (const picture of pictures) picture.draw();
}

/** @param {number} index */
const programName = (index) => `P${index + 1}`;
/** @param {number} index */
const testName = (index) => `T${index + 1}`;

/** @param {readonly (readonly [number, number])[]} pairs @param {readonly number[]} indexes */
function weightIn(pairs, indexes) {
  const weights = new Map(pairs);
  return sum(indexes.map((index) => weights.get(index) ?? 0));
}

/** @param {Program | undefined} program */
function officialBadge(program) {
  if (!program?.official) return quiet('not judged');
  const { passed, verdict } = program.official;
  return passed
    ? judged(true, 'passes the official tests')
    : judged(false, 'fails the official tests', verdict !== 'fail' && ` (${verdict})`);
}

/** @param {Run} run @param {Arm} arm */
function pickSentence(run, arm) {
  if (arm.picked === null) return el('p', { class: 'note' }, 'No sample of this arm gave a program.');
  const { result } = arm;
  const how =
    arm.arm === 'baseline'
      ? 'This arm selects nothing; shown is the program of its first sample, '
      : result?.abstained
        ? 'No program passed any generated test, so this is a plain draw: '
        : result && result.tied > 1
          ? `Drawn among ${result.tied} programs that share the best score: `
          : 'Picked: ';
  return el(
    'p',
    {},
    how,
    el('strong', {}, programName(arm.picked)),
    '. It ',
    officialBadge(run.programs[arm.picked]),
    '.',
    result && [' Expected pass@1 of this arm here: ', percent(result.passAtK['1'] ?? 0), '.'],
  );
}

/** @param {Run} run @param {Arm} arm */
function setsTable(run, arm) {
  const best = arm.sets[0];
  if (!best) return null;
  const shown = arm.sets.slice(0, SETS_SHOWN);
  const rows = shown.map((set, rank) => {
    const samples = weightIn(arm.rows, set.rows);
    const right = weightIn(
      arm.rows,
      set.rows.filter((row) => run.programs[row]?.official?.passed),
    );
    const isPicked = arm.picked !== null && set.rows.includes(arm.picked);
    return {
      className: set.score === best.score ? 'best' : null,
      cells: [
        [String(rank + 1), isPicked && [' ', chip('picked from')]],
        { number: set.score.toFixed(2) },
        { number: `${plural(samples, 'sample')} in ${plural(set.rows.length, 'program')}` },
        { number: `${weightIn(arm.columns, set.columns)} in ${plural(set.columns.length, 'test')}` },
        { number: `${right}/${samples}` },
      ],
    };
  });
  return [
    el('h4', {}, 'Consensus sets'),
    tableOf(
      [
        'set',
        { number: 'score' },
        { number: 'programs that agree' },
        { number: 'tests they pass' },
        { number: 'right' },
      ],
      rows,
      'Consensus sets',
    ),
    arm.sets.length > shown.length && el('p', {}, quiet(`and ${arm.sets.length - shown.length} sets of lower score`)),
  ];
}

/** @param {Run} run @param {Arm} arm @param {readonly [number, number]} row */
function programCard(run, arm, [index, samples]) {
  const program = run.programs[index];
  if (!program) return null;
  const rank = arm.sets.findIndex((set) => set.rows.includes(index));
  const isPicked = index === arm.picked;
  return el(
    'details',
    { class: `card${isPicked ? ' picked' : ''}`, open: isPicked },
    el(
      'summary',
      {},
      el('strong', {}, programName(index)),
      ' ',
      isPicked && [chip('picked'), ' '],
      officialBadge(program),
      ' ',
      quiet(`${plural(samples, 'sample')}, ${rank < 0 ? 'in no set' : `set ${rank + 1}`}`),
    ),
    el('pre', { tabindex: 0, 'aria-label': `Program ${programName(index)}` }, program.code),
    program.official?.detail && el('p', {}, 'Official tests: ', el('code', {}, program.official.detail)),
    el('p', {}, quiet(`from ${program.from.join(', ')}`)),
  );
}

/** Whether a test holds for the programs that the official tests accept: known only after the fact. @param {Run} run @param {number} column */
function soundness(run, column) {
  const right = run.programs.flatMap((program, row) => (program.official?.passed ? [row] : []));
  if (right.length === 0) return quiet('unknown');
  const passed = right.filter((row) => run.matrix[row]?.[column] === 'p').length;
  if (passed === right.length) return judged(true, 'holds');
  return judged(false, passed === 0 ? 'does not hold' : `for ${passed} of ${right.length}`);
}

/** @param {Run} run @param {Arm} arm */
function testsTable(run, arm) {
  const total = sum(arm.rows.map(([, samples]) => samples));
  const rows = arm.columns.map(([index, occurrences]) => {
    const passing = sum(arm.rows.map(([row, samples]) => (run.matrix[row]?.[index] === 'p' ? samples : 0)));
    return {
      cells: [
        testName(index),
        el('pre', { class: 'test' }, run.tests[index]?.text),
        { number: occurrences },
        { number: `${passing}/${total}` },
        soundness(run, index),
      ],
    };
  });
  return el(
    'details',
    { class: 'card', open: rows.length <= 12 },
    el('summary', {}, el('strong', {}, plural(rows.length, 'generated test'))),
    tableOf(
      ['', 'test', { number: 'written' }, { number: 'samples passing' }, 'for right programs'],
      rows,
      'Generated tests',
    ),
  );
}

/** @param {Run} run @param {Arm} arm */
function legend(run, arm) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [row] of arm.rows) {
    for (const [column] of arm.columns) {
      const letter = run.matrix[row]?.[column] ?? 'n';
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  }
  const swatches = VERDICTS.filter(([letter]) => counts.has(letter)).map(([letter, name]) => {
    const swatch = el('canvas', { width: 32, height: 32, 'aria-hidden': 'true', class: 'swatch' });
    return { letter, swatch, item: el('li', {}, swatch, name, ' ', quiet(counts.get(letter) ?? 0)) };
  });
  const draw = () => {
    for (const { letter, swatch } of swatches) {
      const context = /** @type {CanvasRenderingContext2D} */ (swatch.getContext('2d'));
      context.clearRect(0, 0, 32, 32);
      drawCell(context, letter, 0, 0, 32, palette());
    }
  };
  return {
    list: el(
      'ul',
      { class: 'legend' },
      swatches.map(({ item }) => item),
    ),
    draw,
  };
}

/** @param {Run} run @param {Arm} arm */
function armView(run, arm) {
  const readout = el(
    'output',
    { class: 'readout', 'aria-live': 'polite' },
    'Point at a cell, or move with the arrow keys.',
  );
  const inspected = el('pre', { class: 'inspected', hidden: true, tabindex: 0, 'aria-label': 'Test of this cell' });
  const picture = matrixPicture(run, arm, (row, column) => {
    readout.textContent = unturned(
      `${programName(row.index)} (${plural(row.samples, 'sample')}) on ${testName(column.index)} ` +
        `(written ${plural(column.occurrences, 'time')}): ${verdictName(run.matrix[row.index]?.[column.index])}`,
    );
    inspected.textContent = unturned(run.tests[column.index]?.text ?? '');
    inspected.hidden = false;
  });
  const key = legend(run, arm);
  const hasCells = arm.rows.length > 0 && arm.columns.length > 0;
  pictures = hasCells ? [picture, key] : [];
  const byPickAndWeight = [...arm.rows].sort(
    (a, b) => Number(b[0] === arm.picked) - Number(a[0] === arm.picked) || b[1] - a[1],
  );
  return [
    pickSentence(run, arm),
    hasCells && [
      el(
        'p',
        { class: 'quiet' },
        'Rows: programs by consensus set, best first; columns: generated tests. The numbers are the sets, the arrow is the pick.',
      ),
      picture.holder,
      key.list,
      readout,
      inspected,
    ],
    setsTable(run, arm),
    el('h4', {}, 'Programs'),
    byPickAndWeight.map((row) => programCard(run, arm, row)),
    el('h4', {}, 'Generated tests'),
    testsTable(run, arm),
  ];
}

/**
 * What each arm made of a task: its matrix, its consensus sets, the pick, and the programs and tests themselves.
 *
 * @param {Run} run
 */
export function agreementSection(run) {
  pictures = [];
  const arms = run.arms.filter((arm) => arm.rows.length + arm.columns.length > 0 || arm.result);
  if (arms.length === 0) {
    return el(
      'section',
      {},
      el('h3', {}, 'Agreement'),
      el('p', { class: 'note' }, 'Nothing was generated for this task yet.'),
    );
  }
  const view = el('div', {});
  const ensemble = arms.findIndex((arm) => arm.arm === 'mutation-ensemble');
  const choice = switchOf(
    'Arm',
    arms.map(({ arm }) => arm),
    ensemble < 0 ? arms.length - 1 : ensemble,
    (index) => {
      const arm = arms[index];
      view.replaceChildren();
      if (arm) append(view, armView(run, arm));
      requestAnimationFrame(redrawPictures);
    },
  );
  return el('section', {}, el('h3', {}, 'Agreement'), choice, view);
}
