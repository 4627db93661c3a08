import type { ExecutedTask } from '../../src/app/selection/matrix-file.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { restrictMatrix } from '../../src/core/matrix.ts';
import type { Origin } from '../../src/core/program.ts';
import { createRng } from '../../src/core/random.ts';
import {
  BUDGETS,
  DEEP_MODELS,
  DIFFTRUST_MODELS,
  DIFFTRUST_SAMPLES,
  drawOf,
  MOST_SAMPLES,
  WHOLE,
  WRITERS,
} from './pool.ts';

/** One decision of a regime: a matrix, and which of its programs are right. */
export interface Cut {
  readonly regime: string;
  /** Model and level, for tables by them. */
  readonly part: string;
  readonly taskId: string;
  readonly matrix: ExecutionMatrix;
  readonly passed: ReadonlySet<string>;
}

/** Draws of each budget of CodeT's samples, and of five programs of five wordings. */
export interface CutOptions {
  readonly draws: number;
  /** Probes of each task that are looked at, the first ones. */
  readonly probes: number;
}

/** Where the probes of a writer of tests stand, in the order in which they were made; of all writers without one. */
function probeColumns(tests: ExecutedTask['tests'], writer: string | undefined): number[] {
  const placed = tests.flatMap(({ id, origins }, column) => {
    const sample = origins.find(({ variantId }) => writer === undefined || variantId === writer)?.sample;
    return id.startsWith('p') && sample !== undefined ? [{ column, sample }] : [];
  });
  return placed.sort((a, b) => a.sample - b.sample || a.column - b.column).map(({ column }) => column);
}

/** Probes apart from the tests, as they stand in a matrix of a run. */
function apart({ matrix, tests, official, candidates }: ExecutedTask, count: number, writer?: string) {
  const at = probeColumns(tests, writer).slice(0, count);
  const own = tests.flatMap(({ id }, column) => (id.startsWith('p') ? [] : [column]));
  const pick = <T>(rows: readonly (readonly T[])[], columns: readonly number[]) =>
    rows.map((row) => columns.map((column) => row[column] as T));
  const outputs = matrix.outputs ?? [];
  const inputs = at.map((column) => {
    const body = tests[column]?.body;
    return body?.kind === 'assertion' ? body.code : '';
  });
  const split: ExecutionMatrix = {
    taskId: matrix.taskId,
    candidates: matrix.candidates,
    tests: own.map((column) => matrix.tests[column] as (typeof matrix.tests)[number]),
    verdicts: pick(matrix.verdicts, own),
    outputs: pick(outputs, own),
    ...(at.length > 0 ? { probes: { inputs, outputs: pick(outputs, at) } } : {}),
  };
  return { matrix: split, passed: new Set(candidates.filter((_, row) => official?.[row]?.passed).map(({ id }) => id)) };
}

const everything = () => true;

function* codetCuts(task: ExecutedTask, options: CutOptions): Iterable<Cut> {
  const { matrix, passed } = apart(task, options.probes);
  const { taskId } = task;
  for (const budget of BUDGETS) {
    for (let draw = 0; draw < options.draws; draw++) {
      const { programs, tests } = drawOf(taskId, budget, draw);
      const part = restrictMatrix(matrix, {
        program: ({ sample }) => programs.has(sample),
        test: ({ sample }) => tests.has(sample),
      });
      yield { regime: `codet ${budget}`, part: 'codegen', taskId, matrix: part, passed };
    }
  }
  yield { regime: `codet ${WHOLE}`, part: 'codegen', taskId, matrix, passed };
}

function* hardevalCuts(task: ExecutedTask, options: CutOptions): Iterable<Cut> {
  const { matrix, passed } = apart(task, options.probes);
  const { taskId } = task;
  const variants = [
    ...new Set(matrix.candidates.flatMap(({ origins }) => origins.map(({ variantId }) => variantId))),
  ].sort();
  const cut = (regime: string, part: string, program: (origin: Origin) => boolean): Cut => ({
    regime,
    part,
    taskId,
    passed,
    matrix: restrictMatrix(matrix, { program, test: everything }),
  });
  const parts = [...new Set(variants.map((variant) => variant.split('/').slice(0, 2).join('/')))];
  for (const part of parts) {
    const own = variants.filter((variant) => variant.startsWith(`${part}/`));
    for (const variant of own) yield cut('hardeval 5', part, ({ variantId }) => variantId === variant);
    for (let draw = 0; draw < options.draws; draw++) {
      const rng = createRng(0).fork('spread', taskId, part, draw);
      const chosen = new Map(
        rng
          .shuffle(own)
          .slice(0, 5)
          .map((variant) => [variant, rng.below(5)]),
      );
      yield cut('hardeval 5 spread', part, ({ variantId, sample }) => chosen.get(variantId) === sample);
    }
    yield cut('hardeval 30', part, ({ variantId }) => variantId.startsWith(`${part}/`));
  }
}

function* difftrustCuts(task: ExecutedTask, options: CutOptions): Iterable<Cut> {
  const { taskId } = task;
  const variants = new Set(task.candidates.flatMap(({ origins }) => origins.map(({ variantId }) => variantId)));
  // HumanEval/160 is there for one model alone, which would count as much as the nine of every other task.
  if (DIFFTRUST_MODELS.some((model) => !variants.has(`${model}/0.6`))) return;
  for (const writer of WRITERS) {
    const { matrix, passed } = apart(task, options.probes, writer);
    const test = ({ variantId }: Origin) => variantId === writer;
    for (const part of variants) {
      const [model = '', temperature] = part.split('/');
      const few = ({ variantId, sample }: Origin) => variantId === part && sample < DIFFTRUST_SAMPLES;
      const own = { part: model, taskId, passed };
      const count = `${DIFFTRUST_SAMPLES} at ${temperature}`;
      yield { ...own, regime: `${writer} ${count}`, matrix: restrictMatrix(matrix, { program: few, test }) };
      if (temperature !== '0.6' || !DEEP_MODELS.some((name) => name === model)) continue;
      const all = ({ variantId }: Origin) => variantId === part;
      yield { ...own, regime: `${writer} ${MOST_SAMPLES}`, matrix: restrictMatrix(matrix, { program: all, test }) };
    }
  }
}

/** Probes apart from the tests, and the programs that are right. */
export const judged = (task: ExecutedTask, probes: number) => apart(task, probes);

const CUTS = { codet: codetCuts, hardeval: hardevalCuts, difftrust: difftrustCuts } as const;

/** Every decision that the regimes of a source ask for, of one task. */
export function cutsOf(source: keyof typeof CUTS, task: ExecutedTask, options: CutOptions): Iterable<Cut> {
  return CUTS[source](task, options);
}
