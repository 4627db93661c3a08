/**
 * Writes what may be published of the study on DL-Bench's live tasks: figures alone, no prompt, program or test.
 *
 * npx tsx bench/published/publish-live.ts [--work .cache/dl-bench-live] [--out reports/published/dl-bench-live]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunRecord } from '../../src/records/run-record.ts';
import { paperTables } from '../../src/reporters/sections/index.ts';
import { numberCell, type Table } from '../../src/reporters/tables/table.ts';
import { loadStudy } from '../../src/store/load-study.ts';
import { readManifest } from '../../src/store/run-directory.ts';
import { publishTables } from './publish-tables.ts';

const { values } = parseArgs({
  options: {
    work: { type: 'string', default: join('.cache', 'dl-bench-live') },
    out: { type: 'string', default: join('reports', 'published', 'dl-bench-live') },
  },
});

const VERDICTS = ['pass', 'fail', 'error', 'timeout', 'out-of-memory', 'not-run'] as const;
const PROBLEMS = ['patch-impossible', 'no-code', 'collection-error', 'import-error'] as const;

/** What became of the programs, and of the generated tests on them. */
function countsTable(
  id: string,
  what: string,
  judged: string,
  { official, matrices, referenceVerdicts = [] }: RunRecord,
): Table {
  const cells = matrices.flatMap(({ verdicts }) => verdicts.flat());
  const perTest = matrices.flatMap(({ tests, verdicts }) => tests.map((_, at) => verdicts.map((row) => row[at])));
  const ran = perTest.filter((column) => column.some((verdict) => verdict === 'pass' || verdict === 'fail'));
  const known = referenceVerdicts.flatMap(({ passed }) => passed);
  const rows = VERDICTS.map((verdict) => [
    verdict,
    numberCell(official.filter((one) => one.verdict === verdict && !one.problem).length, 'count'),
    numberCell(cells.filter((one) => one === verdict).length, 'count'),
  ]);
  const problems = PROBLEMS.map((problem) => [
    problem,
    numberCell(official.filter((one) => one.problem === problem).length, 'count'),
    null,
  ]);
  return {
    id: `${id}-verdicts`,
    caption: `${what}: distinct programs by ${judged}, and cells of generated tests`,
    note: `${official.length} programs, ${cells.length} cells of ${perTest.length} tests. ${ran.length} of the tests ran on some program (it passed or failed; an error is the program's or the test's own), and ${known.filter(Boolean).length} of ${known.length} hold for the repository's own function.`,
    head: ['verdict', 'programs', 'cells'],
    rows: [...rows, ...problems],
  };
}

const studies = [
  { id: 'model', what: 'SmolLM2-135M', judged: 'the repositories’ own tests' },
  { id: 'recorded', what: 'programs that exist', judged: 'their published verdicts' },
] as const;
/** A run that is not finished is left out, and said to be. */
const finished = await Promise.all(
  studies.map(async (one) => {
    const folder = join(values.work, one.id);
    const manifest = await readManifest(folder);
    if (manifest?.status === 'finished') return { ...one, study: await loadStudy(folder) };
    process.stderr.write(`${folder} is ${manifest?.status ?? 'not begun'}: nothing of it is published\n`);
    return null;
  }),
);
const loaded = finished.filter((one) => one !== null);
/** Pairs that were chosen by outcome have no rates to set beside others'. */
const hasRates = (id: string, table: Table) => id === 'model' || !/^by-|bug-kinds/.test(table.id);

const tables = loaded.flatMap(({ id, what, judged, study }) => [
  ...paperTables(study)
    .filter((table) => hasRates(id, table))
    .map((table) => ({ ...table, id: `${id}-${table.id}`, caption: `${what}: ${table.caption}` })),
  countsTable(id, what, judged, study.runs[0]),
]);
publishTables(values.out, {
  title: "DL-Bench's live tasks: a very small model, and programs that exist",
  summary: 'Figures alone: prompts, programs and tests are their authors’.',
  pictures: {},
  tables,
});
process.stdout.write(`${tables.length} tables in ${values.out}\n`);
