/**
 * Other forms of the rule `evidence` beside it as it is, and what choosing the best of them is worth on data that had no
 * part in the choice: tasks held out (five folds over task numbers, the same in all sources) and whole sources held out.
 *
 * npx tsx bench/evidence-forms.ts [--sources codet,hardeval,difftrust] [--tasks hardeval=40] [--cache DIR] [--draws 2] [--probes 40]
 *
 * A form is chosen by its expected pass@1, every regime counting alike, then held against the rule as it is on what was
 * held out; intervals are over tasks, paired. A run, for the forms that know one, is a regime of one model and level.
 */
import { parseArgs } from 'node:util';
import { testTrust } from '../agreement/rank-by-evidence.ts';
import { groupBy } from '../src/analysis/by-key.ts';
import { createRng } from '../src/core/random.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf } from './executed-tasks.ts';
import { type Cut, cutsOf } from './regimes/cuts.ts';
import { EVIDENCE_FORMS } from './regimes/evidence-forms.ts';
import { executedSources, REGIME_OPTIONS } from './regimes/regime-options.ts';
import { mean } from './regimes/tables.ts';

const { values } = parseArgs({ options: { ...REGIME_OPTIONS, probes: { type: 'string', default: '40' } } });
const SEED = 0;
const FOLDS = 5;
const BUILT = EVIDENCE_FORMS[0]?.name ?? '';

/** Of one decision, what every form comes to. */
interface Decision {
  readonly source: string;
  readonly regime: string;
  readonly taskId: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Means of trust by run, over its tasks. */
function runTrusts(cuts: readonly Cut[]): ReadonlyMap<string, number> {
  const own = new Map<string, number[]>();
  for (const { regime, part, matrix } of cuts) {
    const run = `${regime}: ${part}`;
    own.set(run, [...(own.get(run) ?? []), testTrust(matrix)]);
  }
  return new Map([...own].map(([run, trusts]) => [run, mean(trusts)]));
}

const decisions: Decision[] = [];
for await (const [source, tasks] of executedSources(values)) {
  const options = { draws: Number(values.draws), probes: Number(values.probes) };
  const cuts = tasks.flatMap((task) => [...cutsOf(source, task, options)]);
  const trusts = runTrusts(cuts);
  for (const cut of cuts) {
    const { regime, part, taskId, matrix } = cut;
    const runTrust = trusts.get(`${regime}: ${part}`) ?? 0;
    const own = EVIDENCE_FORMS.map(({ name, rank }) => [name, passAtKOf(cut, rank(matrix, runTrust), 1)] as const);
    decisions.push({ source, regime, taskId, values: Object.fromEntries(own) });
  }
}

/** By task: the mean over its regimes, each the mean over its draws and parts. */
function taskValues(of: readonly Decision[], form: string): number[] {
  const byTask = groupBy(of, ({ taskId }) => taskId);
  return [...byTask.values()].map((own) =>
    mean(
      [...groupBy(own, ({ regime }) => regime).values()].map((same) => mean(same.map((one) => one.values[form] ?? 0))),
    ),
  );
}
const pooled = (of: readonly Decision[], form: string) => mean(taskValues(of, form));
const bestOn = (of: readonly Decision[]) =>
  EVIDENCE_FORMS.map(({ name }) => ({ name, value: pooled(of, name) })).reduce((a, b) => (b.value > a.value ? b : a))
    .name;

const signed = (value: number) => `${value < 0 ? '' : '+'}${(100 * value).toFixed(1)}`;
function against(own: readonly number[], built: readonly number[], key: string): string {
  const { value, low, high } = pairedBootstrap(own, built, { rng: createRng(SEED).fork('forms', key) });
  return `${signed(value)} [${signed(low)}, ${signed(high)}]`;
}

const regimes = [...groupBy(decisions, ({ regime }) => regime)];
process.stdout.write(
  `${values.probes} probes, ${values.draws} draws, seed ${SEED}; pass@1 in %, pooled against the rule as it is\n`,
);
process.stdout.write(`${''.padEnd(24)}${regimes.map(([regime]) => regime.padStart(18)).join('')}\n`);
for (const { name } of EVIDENCE_FORMS) {
  const cells = regimes.map(([, own]) => (100 * mean(taskValues(own, name))).toFixed(1).padStart(18));
  const whole = taskValues(decisions, name);
  process.stdout.write(
    `${name.padEnd(24)}${cells.join('')}  ${(100 * mean(whole)).toFixed(2)} ${against(whole, taskValues(decisions, BUILT), name)}\n`,
  );
}

const tasks = createRng(SEED)
  .fork('folds')
  .shuffle([...new Set(decisions.map(({ taskId }) => taskId))].sort());
const foldOf = new Map(tasks.map((taskId, at) => [taskId, at % FOLDS]));
const chosen: string[] = [];
const held = Array.from({ length: FOLDS }, (_, fold) => {
  const inside = decisions.filter(({ taskId }) => foldOf.get(taskId) === fold);
  const form = bestOn(decisions.filter(({ taskId }) => foldOf.get(taskId) !== fold));
  chosen.push(form);
  return { own: taskValues(inside, form), built: taskValues(inside, BUILT) };
});
process.stdout.write(
  `tasks held out: ${against(
    held.flatMap(({ own }) => own),
    held.flatMap(({ built }) => built),
    'tasks',
  )}; chosen: ${chosen.join('; ')}\n`,
);
for (const source of new Set(decisions.map((one) => one.source))) {
  const others = decisions.filter((one) => one.source !== source);
  if (others.length === 0) continue;
  const form = bestOn(others);
  const own = decisions.filter((one) => one.source === source);
  process.stdout.write(
    `${source} held out: the others choose ${form}: ${against(taskValues(own, form), taskValues(own, BUILT), source)}\n`,
  );
}
