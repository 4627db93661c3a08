/**
 * Every rule in every regime for which there are published programs and tests: expected pass@1, ties as expectation.
 *
 * npx tsx bench/regimes.ts [--sources codet,hardeval,difftrust] [--levels 1,2,3] [--cache DIR] [--sandbox auto|process|wasm]
 *   [--tasks hardeval=40,difftrust=20] [--probes 40] [--draws 5] [--by-part] [--by-probes 0,5,10,20,40,100] [--leave-out]
 *
 * Regimes: CodeT's CodeGen samples with 5 to 100 programs and test replies; HardEval's programs (four models, levels of
 * detail of the prompt) on AgentCoder's tests, 5 of one wording, 5 of five wordings, 30 of six; DiffTrust's on
 * the tests of two writers (AgentCoder, Helia), 10 per model at temperatures 0.2, 0.6 and 1.0, and 50 of four models at
 * 0.6. All from ../shared, even task numbers. Programs, tests and probes are executed once, task by task in an order
 * drawn by a seed, and kept in DIR; an interrupted execution goes on, and `--tasks` takes those that are there. A task's
 * value is its mean over draws and parts, intervals are over tasks. The probes of CodeT's small budgets are near calls of
 * all its tests, not only of those drawn.
 */

import { parseArgs } from 'node:util';
import { scorers } from '../agreement/index.ts';
import { EVIDENCE_SHAPE, type EvidenceShape, rankByEvidence } from '../agreement/rank-by-evidence.ts';
import type { ExecutedTask } from '../src/app/selection/matrix-file.ts';
import { createRng } from '../src/core/random.ts';
import { meanInterval } from '../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf } from './executed-tasks.ts';
import { type Cut, type CutOptions, cutsOf } from './regimes/cuts.ts';
import type { SOURCES } from './regimes/pool.ts';
import { executedSources, REGIME_OPTIONS } from './regimes/regime-options.ts';
import { add, byTask, mean, pooledTable, type Table } from './regimes/tables.ts';

const { values } = parseArgs({
  options: {
    ...REGIME_OPTIONS,
    draws: { type: 'string', default: '5' },
    probes: { type: 'string', default: '40' },
    'by-part': { type: 'boolean', default: false },
    'by-probes': { type: 'string' },
    'leave-out': { type: 'boolean', default: false },
  },
});
const SEED = 0;
const OURS = ['evidence'];
const percent = (value: number) => (100 * value).toFixed(1);
const signed = (value: number) => `${value < 0 ? '' : '+'}${percent(value)}`;

function measure(table: Table, cut: Cut): void {
  const right = cut.matrix.candidates.filter(({ id }) => cut.passed.has(id));
  const weight = (entries: readonly { readonly weight: number }[]) =>
    entries.reduce((sum, entry) => sum + entry.weight, 0);
  const regimes = values['by-part'] ? [cut.regime, `${cut.regime}: ${cut.part}`] : [cut.regime];
  for (const regime of regimes) {
    add(table, regime, 'random', cut.taskId, weight(right) / Math.max(1, weight(cut.matrix.candidates)));
    add(table, regime, 'any right', cut.taskId, right.length > 0 ? 1 : 0);
    for (const scorer of scorers) {
      add(table, regime, scorer.name, cut.taskId, passAtKOf(cut, scorer.rank(cut.matrix), 1));
    }
  }
}

function print(table: Table): void {
  const whole = table.size > 1 && !values['by-part'] ? pooledTable(table) : [];
  for (const [regime, rules] of [...table, ...whole]) {
    const published = scorers.map(({ name }) => name).filter((name) => !OURS.includes(name));
    const best = published.toSorted((a, b) => mean(byTask(rules.get(b))) - mean(byTask(rules.get(a))))[0] ?? '';
    process.stdout.write(
      `${regime}, ${rules.get('random')?.size} tasks; differences to the best other rule, ${best}\n`,
    );
    for (const [rule, tasks] of rules) {
      const own = byTask(tasks);
      const { value, low, high } = meanInterval(own);
      const rng = createRng(SEED).fork('regimes', regime, rule);
      const gap = pairedBootstrap(own, byTask(rules.get(best)), { rng });
      const beside = rule === best ? '' : `  ${signed(gap.value)} [${signed(gap.low)}, ${signed(gap.high)}]`;
      process.stdout.write(`  ${rule.padEnd(13)} ${percent(value)} % [${percent(low)}, ${percent(high)}]${beside}\n`);
    }
  }
}

const counts = values['by-probes']?.split(',').map(Number) ?? [Number(values.probes)];
const executed: (readonly [(typeof SOURCES)[number], readonly ExecutedTask[]])[] = [];
for await (const source of executedSources(values)) executed.push(source);
const TRUSTED = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const POWERS = [0.25, 0.5, 1, 2];

/**
 * Chooses the shape whose worst regime, against the best other rule of that regime, is the least bad in all sources but
 * one (the mean over regimes decides between equal ones), and says what it comes to in the one left out.
 */
function leaveOneOut(options: CutOptions): void {
  const shapes = TRUSTED.flatMap((trusted) => POWERS.map((power) => ({ trusted, power })));
  const name = ({ trusted, power }: EvidenceShape) => `${trusted}/${power}`;
  /** By source and shape: points above the best other rule in each regime. */
  const gaps = new Map<string, Map<string, readonly number[]>>();
  for (const [source, tasks] of executed) {
    const table: Table = new Map();
    for (const task of tasks) {
      for (const cut of cutsOf(source, task, options)) {
        const rules = [
          ...scorers
            .filter((scorer) => !OURS.includes(scorer.name))
            .map((scorer) => [scorer.name, scorer.rank(cut.matrix)] as const),
          ...shapes.map((shape) => [name(shape), rankByEvidence(cut.matrix, shape)] as const),
        ];
        for (const [rule, ranking] of rules) add(table, cut.regime, rule, cut.taskId, passAtKOf(cut, ranking, 1));
      }
    }
    const others = scorers.map((scorer) => scorer.name).filter((rule) => !OURS.includes(rule));
    const gapsOf = (shape: string) =>
      [...table.values()].map(
        (rules) => mean(byTask(rules.get(shape))) - Math.max(...others.map((rule) => mean(byTask(rules.get(rule))))),
      );
    gaps.set(source, new Map(shapes.map((shape) => [name(shape), gapsOf(name(shape))])));
  }
  const text = (own: readonly number[]) => own.map(signed).join(', ');
  const chosenFrom = (sources: readonly ReadonlyMap<string, readonly number[]>[]) => {
    const all = (shape: string) => sources.flatMap((of) => of.get(shape) ?? []);
    const worst = (shape: string) => Math.min(...all(shape));
    return shapes.map(name).toSorted((a, b) => worst(b) - worst(a) || mean(all(b)) - mean(all(a)))[0] ?? '';
  };
  for (const [left, own] of gaps) {
    const chosen = chosenFrom([...gaps].filter(([source]) => source !== left).map(([, of]) => of));
    process.stdout.write(
      `${left} left out: the others choose ${chosen} (trusted/power); its regimes against their best other rules: ` +
        `${text(own.get(chosen) ?? [])}; as built: ${text(own.get(name(EVIDENCE_SHAPE)) ?? [])}\n`,
    );
  }
  process.stdout.write(`from all sources: ${chosenFrom([...gaps.values()])}\n`);
}

for (const probes of counts) {
  const options: CutOptions = { draws: Number(values.draws), probes };
  const table: Table = new Map();
  for (const [source, tasks] of values['leave-out'] ? [] : executed) {
    for (const task of tasks) for (const cut of cutsOf(source, task, options)) measure(table, cut);
  }
  process.stdout.write(`${probes} probes per task, ${options.draws} draws, seed ${SEED}\n`);
  if (values['leave-out']) leaveOneOut(options);
  else print(table);
}
