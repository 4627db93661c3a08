/**
 * Writes what of a finished study from samples may be published where its files state no licence: figures alone, no
 * program, test or prompt.
 *
 * npx tsx bench/published/publish-wordings.ts --study .cache/hardeval/study --out reports/published/hardeval
 *   [--with .cache/hardeval/rules.json,.cache/hardeval/mixtures.json]  (tables of two other commands, where they are there)
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cellGain, cellResult } from '../../src/analysis/draws/gain.ts';
import { rankingChanges } from '../../src/analysis/draws/wordings.ts';
import { ONE, SPREAD } from '../../src/records/draws.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { page } from '../../src/reporters/html/page.ts';
import { pageSection } from '../../src/reporters/html/section-markup.ts';
import { studyTitle } from '../../src/reporters/run-names.ts';
import { wordingsSection } from '../../src/reporters/sections/index.ts';
import { overviewSection } from '../../src/reporters/sections/overview-section.ts';
import { runSection } from '../../src/reporters/sections/run-section.ts';
import { drawTables } from '../../src/reporters/tables/draw-tables.ts';
import { latexDocument } from '../../src/reporters/tables/latex.ts';
import { markdownTable } from '../../src/reporters/tables/markdown.ts';
import { numberCell, percentCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import { loadStudy } from '../../src/store/load-study.ts';
import { dressedPage } from './dressed-page.ts';
import { gainChart } from './gain-chart.ts';
import { loneSvg } from './lone-svg.ts';
import { readTableFiles } from './table-file.ts';

const { values } = parseArgs({
  options: {
    study: { type: 'string', default: join('.cache', 'hardeval', 'study') },
    out: { type: 'string', default: join('reports', 'published', 'hardeval') },
    with: { type: 'string', default: ['rules', 'mixtures'].map((name) => `.cache/hardeval/${name}.json`).join() },
  },
});

const study = await loadStudy(values.study);

/** Runs are named "model, level n". */
function groupsTable(runs: readonly RunRecord[]): Table {
  const parts = (record: RunRecord) => record.manifest.model.id.split(', ');
  const named = (at: 0 | 1) => [...new Set(runs.map((record) => parts(record)[at] ?? ''))];
  const groups = [...named(0).map((name) => [0, name] as const), ...named(1).map((name) => [1, name] as const)];
  return {
    id: 'wordings-groups',
    caption: 'The gain by model and by level of detail',
    note: 'Expected pass@1 in percent, gain in points, 95 % intervals over tasks; a task counts once, with its mean over the runs of the row. p: signs of the tasks’ differences changed, uncorrected.',
    head: ['runs', 'of', 'blind', 'one wording', 'several wordings', 'gain', 'p'],
    rows: groups.map(([at, name]): TableCell[] => {
      const own = runs.filter((record) => parts(record)[at] === name);
      const one = cellResult(own, ONE);
      const spread = cellResult(own, SPREAD);
      const gain = cellGain(own, SPREAD, ONE);
      return [
        name,
        String(own.length),
        numberCell(one?.random ?? null, 'percent'),
        one && percentCell(one.value),
        spread && percentCell(spread.value),
        gain && { ...gain.difference, unit: 'points' },
        numberCell(gain?.pValue ?? null, 'p'),
      ];
    }),
  };
}

/** Whether a wording turns the order of two models around, at one level of detail. */
function orderTable(runs: readonly RunRecord[]): Table {
  const levels = [...new Set(runs.map(({ manifest }) => manifest.model.id.split(', ')[1] ?? ''))];
  const rows = levels.map((level): TableCell[] => {
    const own = runs.filter(({ manifest }) => manifest.model.id.endsWith(`, ${level}`));
    const { compared, turned } = rankingChanges(own);
    return [level, String(own.length), numberCell(turned, 'count'), numberCell(compared, 'count')];
  });
  return {
    id: 'wordings-order',
    caption: 'Whether a wording changes the ranking of models',
    note: 'Pairs of models and single wordings under which the order of the two, by blind pass@1, is another than over all wordings of that level.',
    head: ['level', 'models', 'turned around', 'of'],
    rows,
  };
}

const added = readTableFiles(values.with.split(','));
const tables = [...drawTables(study), groupsTable(study.runs), orderTable(study.runs), ...added];
const write = (name: string, text: string) => writeFileSync(join(values.out, name), text);
mkdirSync(values.out, { recursive: true });
write('tables.md', tables.map(markdownTable).join('\n'));
write('tables.tex', latexDocument(studyTitle(study), tables));

const chart = gainChart(study);
const svg = chart && loneSvg(chart);
if (svg) write('gain.svg', svg);

const sections = [wordingsSection(study), overviewSection(study), runSection(study)]
  .filter((section) => section !== null)
  .map(pageSection);
const readme = join(values.out, 'README.md');
const { markup } = page({ study, sections, tasks: [] });
write('report.html', existsSync(readme) ? dressedPage(markup, readFileSync(readme, 'utf8')) : markup);
process.stdout.write(`${study.runs.length} runs in ${values.out}\n`);
