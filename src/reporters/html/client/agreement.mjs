import { append, el, judged, percent, plural, quiet, sum, switchOf, tableOf } from './dom.mjs';

/** @typedef {import('../task-page-data.ts').TaskRunData} Run */
/** @typedef {Run['arms'][number]} Arm */

/** @type {Record<string, readonly [sign: string, name: string]>} */
const VERDICTS = {
  p: ['✓', 'pass'],
  f: ['–', 'fail'],
  e: ['×', 'error'],
  t: ['‖', 'timeout'],
  m: ['▲', 'out of memory'],
  n: ['·', 'not run'],
};
const MOST_SETS = 50;
const MOST_ROWS = 100;
const MOST_COLUMNS = 150;

/** @param {number} index */
const programName = (index) => `P${index + 1}`;
/** @param {number} index */
const testName = (index) => `T${index + 1}`;

/** @param {readonly (readonly [number, number])[]} pairs @param {readonly number[]} indexes */
function weightIn(pairs, indexes) {
  const weights = new Map(pairs);
  return sum(indexes.map((index) => weights.get(index) ?? 0));
}

/** @param {Run['programs'][number] | undefined} program */
function officialBadge(program) {
  if (!program?.official) return quiet('not judged');
  const { passed, verdict } = program.official;
  if (passed) return judged(true, 'passes the official tests');
  return judged(false, 'fails the official tests', verdict !== 'fail' && ` (${verdict})`);
}

/** @param {Run} run @param {Arm} arm */
function pickSentence(run, { arm, picked, result }) {
  if (picked === null) return el('p.note', 'No sample of this arm gave a program.');
  const how =
    arm === 'baseline'
      ? 'This arm selects nothing; shown is the program of its first sample, '
      : result?.abstained
        ? 'No program passed any generated test, so this is a plain draw: '
        : result && result.tied > 1
          ? `Drawn among ${result.tied} programs that share the best score: `
          : 'Picked: ';
  const expected = result && [' Expected pass@1 of this arm here: ', percent(result.passAtK['1'] ?? 0), '.'];
  return el('p', how, el('strong', programName(picked)), '. It ', officialBadge(run.programs[picked]), '.', expected);
}

/** Programs by rank of their set, those in none last; tests by how many samples pass them. @param {Run} run @param {Arm} arm */
function matrixTable(run, arm) {
  const rankOf = new Map(arm.sets.flatMap(({ rows }, rank) => rows.map((row) => /** @type {const} */ ([row, rank]))));
  /** @param {number} row */
  const rank = (row) => rankOf.get(row) ?? arm.sets.length;
  const rows = [...arm.rows].sort(
    ([a, aWeight], [b, bWeight]) =>
      rank(a) - rank(b) || Number(b === arm.picked) - Number(a === arm.picked) || bWeight - aWeight || a - b,
  );
  /** @param {number} column */
  const passes = (column) => sum(arm.rows.map(([row, weight]) => (run.matrix[row]?.[column] === 'p' ? weight : 0)));
  const columns = arm.columns.map(([column]) => column).sort((a, b) => passes(b) - passes(a) || a - b);
  const shown = columns.slice(0, MOST_COLUMNS);
  const body = rows.slice(0, MOST_ROWS).map(([row], at) => {
    const isFirst = at === 0 || rank(row) !== rank(rows[at - 1]?.[0] ?? -1);
    const set = isFirst && (rank(row) < arm.sets.length ? `set ${rank(row) + 1}` : 'no set');
    const name = [row === arm.picked && '▸ ', programName(row)];
    const cells = shown.map((column) => {
      const letter = run.matrix[row]?.[column] ?? 'n';
      const [sign, verdict] = VERDICTS[letter] ?? ['?', letter];
      return el(`td.v-${letter}`, { title: `${programName(row)} on ${testName(column)}: ${verdict}` }, sign);
    });
    return el(isFirst ? 'tr.first' : 'tr', el('td', quiet(set)), el('th', { scope: 'row' }, name), cells);
  });
  const heads = shown.map((column) => el('th', { scope: 'col' }, testName(column)));
  const table = el('table.matrix', el('thead', el('tr', el('td'), el('td'), heads)), el('tbody', body));
  const left = columns.length - shown.length + Math.max(0, rows.length - MOST_ROWS);
  const legend = Object.values(VERDICTS).map(([sign, name]) => `${sign} ${name}`);
  return [
    el('p.quiet', 'Rows: programs by consensus set, best first; ▸ is the pick. Columns: generated tests.'),
    el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': 'Verdicts' }, table),
    el('p.quiet', legend.join(', '), left > 0 && `; ${left} more rows and columns`),
  ];
}

/** @param {Run} run @param {Arm} arm */
function setsTable(run, arm) {
  const rows = arm.sets.slice(0, MOST_SETS).map(({ rows, columns, score }, rank) => {
    const samples = weightIn(arm.rows, rows);
    const right = rows.filter((row) => run.programs[row]?.official?.passed);
    return [
      [String(rank + 1), arm.picked !== null && rows.includes(arm.picked) && [' ', el('span.chip', 'picked from')]],
      score.toFixed(2),
      `${plural(samples, 'sample')} in ${plural(rows.length, 'program')}`,
      `${weightIn(arm.columns, columns)} in ${plural(columns.length, 'test')}`,
      `${weightIn(arm.rows, right)}/${samples}`,
    ];
  });
  const left = arm.sets.length - rows.length;
  return (
    rows.length > 0 && [
      el('h4', 'Consensus sets'),
      tableOf('Consensus sets', ['set', '#score', '#programs that agree', '#tests they pass', '#right'], rows),
      left > 0 && el('p', quiet(`and ${left} sets of lower score`)),
    ]
  );
}

/** @param {Run} run @param {Arm} arm @param {readonly [number, number]} row */
function programCard(run, arm, [index, samples]) {
  const program = run.programs[index];
  if (!program) return null;
  const rank = arm.sets.findIndex(({ rows }) => rows.includes(index));
  const isPicked = index === arm.picked;
  const facts = quiet(`${plural(samples, 'sample')}, ${rank < 0 ? 'in no set' : `set ${rank + 1}`}`);
  const picked = isPicked && [el('span.chip', 'picked'), ' '];
  return el(
    isPicked ? 'details.card.picked' : 'details.card',
    { open: isPicked },
    el('summary', el('strong', programName(index)), ' ', picked, officialBadge(program), ' ', facts),
    el('pre', { tabindex: 0, 'aria-label': `Program ${programName(index)}` }, program.code),
    program.official?.detail && el('p', 'Official tests: ', el('code', program.official.detail)),
    el('p', quiet(`from ${program.from.join(', ')}`)),
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
  const rows = arm.columns.map(([column, occurrences]) => [
    testName(column),
    el('pre.test', run.tests[column]?.text),
    occurrences,
    `${sum(arm.rows.map(([row, samples]) => (run.matrix[row]?.[column] === 'p' ? samples : 0)))}/${total}`,
    soundness(run, column),
  ]);
  const head = ['', 'test', '#written', '#samples passing', 'for right programs'];
  const summary = el('summary', el('strong', plural(rows.length, 'generated test')));
  return el('details.card', { open: rows.length <= 12 }, summary, tableOf('Generated tests', head, rows));
}

/** @param {Run} run @param {Arm} arm */
function armView(run, arm) {
  const programs = [...arm.rows].sort(
    ([a, aWeight], [b, bWeight]) => Number(b === arm.picked) - Number(a === arm.picked) || bWeight - aWeight,
  );
  return [
    pickSentence(run, arm),
    arm.rows.length > 0 && arm.columns.length > 0 && matrixTable(run, arm),
    setsTable(run, arm),
    el('h4', 'Programs'),
    programs.map((row) => programCard(run, arm, row)),
    el('h4', 'Generated tests'),
    testsTable(run, arm),
  ];
}

/** What each arm made of a task: its matrix, its sets, the pick, the programs and tests. @param {Run} run */
export function agreementSection(run) {
  const arms = run.arms.filter((arm) => arm.rows.length + arm.columns.length > 0 || arm.result);
  const title = el('h3', 'Agreement');
  if (arms.length === 0) return el('section', title, el('p.note', 'Nothing was generated for this task yet.'));
  const view = el('div');
  const ensemble = arms.findIndex(({ arm }) => arm === 'mutation-ensemble');
  const names = arms.map(({ arm }) => arm);
  const choice = switchOf('div.switch', 'Arm', names, ensemble < 0 ? arms.length - 1 : ensemble, (index) => {
    view.replaceChildren();
    append(view, armView(run, /** @type {Arm} */ (arms[index])));
  });
  return el('section', title, choice, view);
}
