/**
 * Every rule on the draws of a finished study from samples: five of one wording against five wordings, expected pass@1.
 *
 * npx tsx bench/published/rules-on-wordings.ts --study .cache/hardeval/study [--rules fusion,evidence,…] [--draws 20]
 *   [--out .cache/hardeval/rules.json]
 *
 * The matrices are those of the study; nothing is executed. A task counts once, with its mean over the runs; intervals are
 * paired bootstraps over tasks, p by signs of the tasks' differences, Holm over the rules.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scorers } from '../../agreement/index.ts';
import type { Scorer } from '../../src/core/matrix.ts';
import { createRng } from '../../src/core/random.ts';
import { type Draw, drawsOf } from '../../src/pipeline/imported/draw-samples.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { markdownTable } from '../../src/reporters/tables/markdown.ts';
import { numberCell, type TableCell } from '../../src/reporters/tables/table.ts';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { readStudyManifest } from '../../src/store/load-study.ts';
import { drawnValue, passedOf, samplesByVariant } from './drawn-values.ts';
import { writeTableFile } from './table-file.ts';

const { values } = parseArgs({
  options: {
    study: { type: 'string', default: join('.cache', 'hardeval', 'study') },
    rules: { type: 'string', default: scorers.map(({ name }) => name).join() },
    draws: { type: 'string', default: '20' },
    out: { type: 'string', default: join('.cache', 'hardeval', 'rules.json') },
  },
});
const rules = scorers.filter(({ name }) => values.rules.split(',').includes(name));
const SEED = 0;

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);

/** By rule and arm, then task: the values of its runs. */
const sums = new Map<string, Map<string, number[]>>();
function add(name: string, taskId: string, value: number): void {
  const tasks = sums.get(name) ?? new Map<string, number[]>();
  sums.set(name, tasks);
  tasks.set(taskId, [...(tasks.get(taskId) ?? []), value]);
}

function measure(record: RunRecord): void {
  for (const matrix of record.matrices) {
    const { taskId } = matrix;
    const passed = passedOf(record, taskId);
    const wordings = [...samplesByVariant(matrix).values()];
    const size = record.manifest.samplesPerArm;
    const cell = { name: 'one', wordings: 1, size, draws: Number(values.draws), placebo: false };
    const rng = () => createRng(SEED).fork('rules', taskId);
    const one = drawsOf(wordings, cell, rng());
    const spread = drawsOf(wordings, { ...cell, wordings: Math.min(size, wordings.length) }, rng());
    const value = (draws: readonly Draw[], scorer: Scorer) =>
      mean(draws.map(({ samples }) => drawnValue(matrix, samples, scorer, passed).right));
    for (const scorer of rules) {
      add(`${scorer.name} one`, taskId, value(one, scorer));
      add(`${scorer.name} spread`, taskId, value(spread, scorer));
    }
  }
}

const manifest = await readStudyManifest(values.study);
if (!manifest) throw new Error(`${values.study} holds no study`);
let runs = 0;
for (const { directory } of manifest.runs) {
  const record = await loadRun(join(values.study, directory)).catch(() => null);
  if (!record || record.official.length === 0) continue;
  runs++;
  measure(record);
}
const rows = rules.map(({ name }) => {
  const [one, spread] = ['one', 'spread'].map((arm) => [...(sums.get(`${name} ${arm}`)?.values() ?? [])].map(mean)) as [
    number[],
    number[],
  ];
  const gain = pairedBootstrap(spread, one, { rng: createRng(SEED).fork('rules', name) });
  return {
    name,
    one,
    spread,
    gain,
    p: signFlipTest(spread.map((x, at) => x - (one[at] ?? 0))),
  };
});
const adjusted = holmAdjust(rows.map(({ p }) => p));
const table = {
  id: 'wordings-rules',
  caption: 'The gain by rule',
  note:
    `Expected pass@1 in percent, without probes; mean over ${runs} runs, ${values.draws} draws each, a task counting once; gain in ` +
    'points, paired by task, 95 % intervals. p: signs of the tasks’ differences changed, Holm over the rules.',
  head: ['rule', 'tasks', 'one wording', 'several wordings', 'gain', 'p', 'Holm'],
  rows: rows.map(({ name, one, spread, gain, p }, at): TableCell[] => [
    name,
    numberCell(one.length, 'count'),
    numberCell(mean(one), 'percent'),
    numberCell(mean(spread), 'percent'),
    { ...gain, unit: 'points' },
    numberCell(p, 'p'),
    numberCell(adjusted[at] ?? 1, 'p'),
  ]),
};
process.stdout.write(`${runs} of ${manifest.runs.length} runs, seed ${SEED}\n\n${markdownTable(table)}`);
writeTableFile(values.out, [table]);
