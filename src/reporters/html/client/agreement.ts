/** What an arm made of a task: its matrix, its consensus sets, the pick, and the programs and tests themselves. */
export const AGREEMENT = `
let pictures = [];
const redraw = () => pictures.forEach((picture) => picture.draw());

const programName = (index) => 'P' + (index + 1);
const testName = (index) => 'T' + (index + 1);
const weightIn = (pairs, indexes) => {
  const weights = new Map(pairs);
  return sum(indexes.map((index) => weights.get(index) || 0));
};

function officialBadge(program) {
  if (!program.official) return quiet('not judged');
  return program.official.passed
    ? el('span', { class: 'right' }, el('span', { 'aria-hidden': 'true' }, '✓ '), 'passes the official tests')
    : el('span', { class: 'wrong' }, el('span', { 'aria-hidden': 'true' }, '✗ '), 'fails the official tests',
        program.official.verdict !== 'fail' && ' (' + program.official.verdict + ')');
}

function pickSentence(task, arm) {
  if (arm.picked === null) return el('p', { class: 'note' }, 'No sample of this arm gave a program.');
  const name = el('strong', {}, programName(arm.picked));
  const { result } = arm;
  const how = arm.arm === 'baseline' ? 'This arm selects nothing; shown is the program of its first sample, '
    : result && result.abstained ? 'No program passed any generated test, so this is a plain draw: '
    : result && result.tied > 1 ? 'Drawn among ' + result.tied + ' programs that share the best score: '
    : 'Picked: ';
  return el('p', {}, how, name, '. It ', officialBadge(task.programs[arm.picked]), '.',
    result && [' Expected pass@1 of this arm here: ', percent(result.passAtK['1']), '.']);
}

function setsTable(task, arm) {
  if (arm.sets.length === 0) return null;
  const shown = arm.sets.slice(0, 50);
  const rows = shown.map((set, rank) => {
    const samples = weightIn(arm.rows, set.rows);
    const right = weightIn(arm.rows, set.rows.filter((row) => task.programs[row].official && task.programs[row].official.passed));
    const isBest = set.score === arm.sets[0].score;
    return { className: isBest ? 'best' : null, cells: [
      [String(rank + 1), set.rows.includes(arm.picked) && [' ', chip('picked from')]],
      { number: set.score.toFixed(2) },
      { number: plural(samples, 'sample') + ' in ' + plural(set.rows.length, 'program') },
      { number: weightIn(arm.columns, set.columns) + ' in ' + plural(set.columns.length, 'test') },
      { number: right + '/' + samples },
    ] };
  });
  return [
    el('h4', {}, 'Consensus sets'),
    tableOf(['set', { number: 'score' }, { number: 'programs that agree' }, { number: 'tests they pass' }, { number: 'right' }], rows, 'Consensus sets'),
    arm.sets.length > shown.length && el('p', {}, quiet('and ' + (arm.sets.length - shown.length) + ' sets of lower score')),
  ];
}

function programCard(task, arm, [index, samples]) {
  const program = task.programs[index];
  const rank = arm.sets.findIndex((set) => set.rows.includes(index));
  return el('details', { class: 'card' + (index === arm.picked ? ' picked' : ''), open: index === arm.picked },
    el('summary', {}, el('strong', {}, programName(index)), ' ', index === arm.picked && [chip('picked'), ' '],
      officialBadge(program), ' ',
      quiet(plural(samples, 'sample') + ', ' + (rank < 0 ? 'in no set' : 'set ' + (rank + 1)))),
    el('pre', { tabindex: 0 }, program.code),
    program.official && program.official.detail && el('p', {}, 'Official tests: ', el('code', {}, program.official.detail)),
    el('p', {}, quiet('from ' + program.from.join(', '))));
}

/** Whether a test holds for the programs that the official tests accept: known only after the fact. */
function soundness(task, column) {
  const right = task.programs.map((program, row) => [program, row]).filter(([program]) => program.official && program.official.passed);
  if (right.length === 0) return quiet('unknown');
  const passed = right.filter(([, row]) => task.matrix[row][column] === 'p').length;
  if (passed === right.length) return el('span', { class: 'right' }, 'holds');
  return el('span', { class: 'wrong' }, passed === 0 ? 'does not hold' : 'for ' + passed + ' of ' + right.length);
}

function testsTable(task, arm) {
  const total = sum(arm.rows.map(([, samples]) => samples));
  const rows = arm.columns.map(([index, occurrences]) => {
    const passing = sum(arm.rows.map(([row, samples]) => (task.matrix[row][index] === 'p' ? samples : 0)));
    return { cells: [testName(index), el('pre', { class: 'test' }, task.tests[index].text), { number: occurrences }, { number: passing + '/' + total }, soundness(task, index)] };
  });
  return el('details', { class: 'card', open: rows.length <= 12 },
    el('summary', {}, el('strong', {}, plural(rows.length, 'generated test'))),
    tableOf(['', 'test', { number: 'written' }, { number: 'samples passing' }, 'for right programs'], rows, 'Generated tests'));
}

function armView(task, arm) {
  const readout = el('output', { class: 'readout', 'aria-live': 'polite' }, 'Point at a cell, or move with the arrow keys.');
  const inspected = el('pre', { class: 'inspected', hidden: true });
  const picture = matrixPicture(task, arm, (row, column) => {
    readout.textContent = programName(row.index) + ' (' + plural(row.samples, 'sample') + ') on ' + testName(column.index) +
      ' (written ' + plural(column.occurrences, 'time') + '): ' + verdictName(task.matrix[row.index][column.index]);
    inspected.textContent = task.tests[column.index].text;
    inspected.hidden = false;
  });
  const key = legend(task, arm);
  pictures = [picture, key];
  const hasCells = arm.rows.length > 0 && arm.columns.length > 0;
  return [
    pickSentence(task, arm),
    hasCells && [
      el('p', { class: 'quiet' }, 'Rows: programs by consensus set, best first; columns: generated tests. The numbers are the sets, the arrow is the pick.'),
      picture.holder, key.list, readout, inspected,
    ],
    setsTable(task, arm),
    el('h4', {}, 'Programs'),
    [...arm.rows].sort((a, b) => (b[0] === arm.picked) - (a[0] === arm.picked) || b[1] - a[1]).map((row) => programCard(task, arm, row)),
    el('h4', {}, 'Generated tests'),
    testsTable(task, arm),
  ];
}

function agreementSection(task) {
  const view = el('div', {});
  const arms = task.arms.filter((arm) => arm.rows.length + arm.columns.length > 0 || arm.result);
  if (arms.length === 0) return el('section', {}, el('h3', {}, 'Agreement'), el('p', { class: 'note' }, 'Nothing was generated for this task yet.'));
  const preferred = arms.find((arm) => arm.arm === 'mutation-ensemble') || arms[arms.length - 1];
  const buttons = arms.map((arm) => el('button', { type: 'button', 'aria-pressed': String(arm === preferred), onclick: () => show(arm) }, arm.arm));
  function show(arm) {
    buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(arms[at] === arm)));
    view.replaceChildren();
    append(view, [armView(task, arm)]);
    requestAnimationFrame(redraw);
  }
  show(preferred);
  return el('section', {}, el('h3', {}, 'Agreement'),
    el('div', { class: 'switch', role: 'group', 'aria-label': 'Arm' }, buttons), view);
}
`;
