import { findScorer } from '../../agreement/index.ts';
import { groupBy } from '../../src/analysis/by-key.ts';
import { createRng } from '../../src/core/random.ts';
import { rankMatrix } from '../../src/pipeline/6-rank/rank-candidates.ts';
import type { OfficialRecord } from '../../src/records/run-record.ts';
import { numberCell, percentCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import type { ExecutedPair } from './execute-pairs.ts';
import type { ThesisPair } from './pair-matrix.ts';

const RULES = ['pattern-pass', 'evidence', 'fusion', 'codet', 'max-pass'];
const count = (value: number) => numberCell(value, 'count');
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means of what belongs to one task: pairs of a task share its program for the original prompt. */
function taskMeans(values: readonly (readonly [taskId: string, value: number])[]): number[] {
  return [...groupBy(values, ([taskId]) => taskId).values()].map((own) => mean(own.map(([, value]) => value)));
}

/** What one way to pick does on every pair. */
export interface Picks {
  readonly name: string;
  /** Expected over ties. */
  readonly shares: readonly number[];
  readonly drawn: number | null;
  readonly unranked: number | null;
  readonly isRule: boolean;
}

function picksOf(executed: readonly ExecutedPair[], name: string): Picks {
  const scorer = findScorer(name);
  let drawn = 0;
  let unranked = 0;
  const shares = executed.map(({ pair, matrix }) => {
    const { tiedIds, abstained } = rankMatrix(matrix, { arm: 'mutation-ensemble', scorer, seed: 0 });
    const pool = matrix.candidates.filter(({ id }) => tiedIds.length === 0 || tiedIds.includes(id));
    drawn += Number(pool.length > 1);
    unranked += Number(abstained);
    const weight = pool.reduce((sum, each) => sum + each.weight, 0);
    return pool.reduce((sum, each) => sum + each.weight * Number(pair.passed.get(each.id) ?? false), 0) / weight;
  });
  return { name, shares, drawn, unranked, isRule: true };
}

/** Every rule, and what needs no test. */
export function allPicks(executed: readonly ExecutedPair[]): readonly Picks[] {
  const fixed = (name: string, of: (pair: ThesisPair) => number): Picks => ({
    name,
    shares: executed.map(({ pair }) => of(pair)),
    drawn: null,
    unranked: null,
    isRule: false,
  });
  return [
    ...RULES.map((name) => picksOf(executed, name)),
    fixed('always the original', ({ originalPassed }) => Number(originalPassed)),
    fixed('always the rewrite', ({ rewritePassed }) => Number(rewritePassed)),
  ];
}

const byTask = (executed: readonly ExecutedPair[], shares: readonly number[]) =>
  taskMeans(executed.map(({ pair }, at) => [pair.taskId, shares[at] ?? 0]));

/** The share of right picks, a task counting once. */
export const shareOf = (executed: readonly ExecutedPair[], { shares }: Picks): Estimate =>
  meanInterval(byTask(executed, shares));

/** Which of the two programs the model's own tests choose. */
export function picksTable(executed: readonly ExecutedPair[]): Table {
  const picks = allPicks(executed);
  const draw = executed.map(({ pair }) => mean([pair.originalPassed, pair.rewritePassed].map(Number)));
  const gains = picks.map(({ name, shares }) => {
    const [own, chance] = [byTask(executed, shares), byTask(executed, draw)];
    return {
      estimate: pairedBootstrap(own, chance, { rng: createRng(0).fork('thesis', name) }),
      p: signFlipTest(own.map((value, at) => value - (chance[at] ?? 0))),
    };
  });
  const rules = picks.map(({ isRule }, at) => (isRule ? at : -1)).filter((at) => at >= 0);
  const adjusted = holmAdjust(rules.map((at) => gains[at]?.p ?? 1));
  const tasks = new Set(executed.map(({ pair }) => pair.taskId)).size;
  return {
    id: 'thesis-picks',
    caption: 'Which of the two programs the tests pick',
    note: `${executed.length} pairs of ${tasks} tasks in which exactly one program passes the official tests; a draw is right in half of them. Right picks: expected over ties. Share: percent, a task counting once, 95 % interval over tasks; gain over a draw in points, p by changing signs of the tasks’ differences, Holm over the rules. By a draw: pairs in which both programs tie; nothing ranked: no program passes any test. The pairs were chosen by outcome: “always the original” is a property of that choice.`,
    head: ['pick', 'pairs', 'right picks', 'share', 'gain over a draw', 'p', 'Holm', 'by a draw', 'nothing ranked'],
    rows: picks.map((one, at): TableCell[] => {
      const gain = gains[at];
      const place = rules.indexOf(at);
      return [
        one.name,
        count(executed.length),
        one.shares.reduce((sum, share) => sum + share, 0).toFixed(1),
        percentCell(shareOf(executed, one)),
        gain ? { ...gain.estimate, unit: 'points' } : null,
        numberCell(place < 0 ? null : (gain?.p ?? null), 'p'),
        numberCell(place < 0 ? null : (adjusted[place] ?? null), 'p'),
        numberCell(one.drawn, 'count'),
        numberCell(one.unranked, 'count'),
      ];
    }),
  };
}

interface Cell {
  readonly pair: ThesisPair;
  readonly isRight: boolean;
  /** Whether program and test were written for the same prompt. */
  readonly isOwn: boolean;
  readonly verdict: string;
}

function* cellsOf({ pair, matrix }: ExecutedPair): Iterable<Cell> {
  for (const [row, candidate] of matrix.candidates.entries()) {
    for (const [column, test] of matrix.tests.entries()) {
      const isOwn = test.origins.some(({ variantId }) =>
        candidate.origins.some((origin) => origin.variantId === variantId),
      );
      const verdict = matrix.verdicts[row]?.[column] ?? 'not-run';
      yield { pair, isOwn, isRight: pair.passed.get(candidate.id) ?? false, verdict };
    }
  }
}

/** Whether a model's tests prefer the program that it wrote for the same prompt. */
export function cellsTable(executed: readonly ExecutedPair[]): Table {
  const cells = executed.flatMap((pair) => [...cellsOf(pair)]);
  const kinds = [true, false].flatMap((isRight) => [true, false].map((isOwn) => ({ isRight, isOwn })));
  const row = (name: string, prompt: string, own: readonly Cell[]): TableCell[] => {
    const of = (...verdicts: string[]) => own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const shares = [...groupBy(own, ({ pair }) => pair.id).values()].map(
      (each) => [each[0]?.pair.taskId ?? '', mean(each.map(({ verdict }) => Number(verdict === 'pass')))] as const,
    );
    const [pass, fail] = [of('pass'), of('fail')];
    return [
      name,
      prompt,
      count(shares.length),
      count(own.length),
      count(pass),
      count(fail),
      count(of('not-run')),
      count(own.length - pass - fail - of('not-run')),
      percentCell(meanInterval(taskMeans(shares))),
    ];
  };
  return {
    id: 'thesis-cells',
    caption: 'Programs on the tests of their own prompt and of the other',
    note: 'A cell is one program on one test method. Right and wrong by the author’s official verdicts. Passes: percent of methods, each pair’s share, a task counting once, 95 % interval over tasks; errors, time-outs and what was not run count as not passed.',
    head: ['program', 'tests of', 'pairs', 'cells', 'pass', 'fail', 'not run', 'error or time-out', 'passes'],
    rows: [
      ...kinds.map(({ isRight, isOwn }) =>
        row(
          isRight ? 'right' : 'wrong',
          isOwn ? 'the same prompt' : 'the other prompt',
          cells.filter((cell) => cell.isRight === isRight && cell.isOwn === isOwn),
        ),
      ),
      row('all', 'both', cells),
    ],
  };
}

/** What a program that answers nothing passes of the modules that bring a function of their own. */
export function hollowTable(executed: readonly ExecutedPair[]): Table {
  const verdicts = executed.flatMap(({ hollow }) => hollow.verdicts.flat());
  const of = (name: string) => count(verdicts.filter((verdict) => verdict === name).length);
  return {
    id: 'thesis-hollow',
    caption: 'A program that answers nothing, on modules that brought their own function',
    note: 'The program returns a bare object. A method that it passes checks nothing of an answer.',
    head: ['program', 'methods', 'pass', 'fail', 'error'],
    rows: [['a bare object', count(verdicts.length), of('pass'), of('fail'), of('error')]],
  };
}

/** The author's official verdicts beside those of the same tests run here. */
export function agreementTable(judged: readonly (readonly [ThesisPair, readonly OfficialRecord[]])[]): Table {
  const programs = new Map(
    judged.flatMap(([pair, records]) =>
      records.map((record) => [
        `${record.taskId} ${record.candidateId}`,
        { said: pair.passed.get(record.candidateId) ?? false, verdict: record.verdict },
      ]),
    ),
  );
  return {
    id: 'thesis-official',
    caption: 'The author’s verdicts beside BigCodeBench’s tests run here',
    note: 'Distinct programs of all pairs on BigCodeBench-Hard’s official tests, with its pinned libraries, without network.',
    head: ['the author says', 'programs', 'pass here', 'fail here', 'not run here', 'error or time-out here'],
    rows: [true, false].map((said): TableCell[] => {
      const own = [...programs.values()].filter((program) => program.said === said);
      const of = (name: string) => own.filter(({ verdict }) => verdict === name).length;
      const known = of('pass') + of('fail') + of('not-run');
      return [
        said ? 'right' : 'wrong',
        count(own.length),
        count(of('pass')),
        count(of('fail')),
        count(of('not-run')),
        count(own.length - known),
      ];
    }),
  };
}
