import { evidenceScorer } from '../../agreement/evidence-scorer.ts';
import { maxPassScorer } from '../../agreement/max-pass-scorer.ts';
import type { ExecutionMatrix, MatrixEntry, Scorer } from '../../src/core/matrix.ts';
import type { Origin } from '../../src/core/program.ts';
import type { Rng } from '../../src/core/random.ts';
import type { Rival } from '../../src/core/rival.ts';
import { passAtKOf } from '../executed-tasks.ts';
import { scriptedArena, type Truth } from './scripted-oracle.ts';

/** Samples of one budget: programs of one wording, as many spread over wordings, and test replies. */
export interface Pools {
  readonly own: readonly Origin[];
  readonly spread: readonly Origin[];
  readonly tests: readonly Origin[];
}

/** A task as it was executed, with everything that is known of it afterwards. */
export interface RivalTask {
  readonly matrix: ExecutionMatrix;
  readonly codes: ReadonlyMap<string, string>;
  readonly truth: Truth;
}

const keyOf = ({ variantId, sample }: Origin) => `${sample} ${variantId}`;

/** Ids of the programs of some samples; a reply without a program has none. */
export function programsOf({ candidates }: ExecutionMatrix, samples: readonly Origin[]): readonly string[] {
  const byOrigin = new Map(
    candidates.flatMap(({ id, origins }) => origins.map((origin) => [keyOf(origin), id] as const)),
  );
  return samples.flatMap((sample) => byOrigin.get(keyOf(sample)) ?? []);
}

/** The matrix of these programs, one for each time that they stand in the list, and of these test replies. */
export function partOf(
  matrix: ExecutionMatrix,
  programs: readonly string[],
  tests: readonly Origin[],
): ExecutionMatrix {
  const wanted = new Set(tests.map(keyOf));
  const weights = new Map<string, number>();
  for (const id of programs) weights.set(id, (weights.get(id) ?? 0) + 1);
  const rows = matrix.candidates.flatMap(({ id }, row) => (weights.has(id) ? [row] : []));
  const columns = matrix.tests.flatMap((entry, column) => {
    const origins = entry.origins.filter((origin) => wanted.has(keyOf(origin)));
    return origins.length > 0 ? [{ column, entry: { ...entry, origins, weight: origins.length } }] : [];
  });
  const pick = <T>(table: readonly (readonly T[])[]) =>
    rows.map((row) => columns.map(({ column }) => table[row]?.[column] as T));
  return {
    taskId: matrix.taskId,
    candidates: rows.map((row) => {
      const entry = matrix.candidates[row] as MatrixEntry;
      return { ...entry, weight: weights.get(entry.id) ?? 0 };
    }),
    tests: columns.map(({ entry }) => entry),
    verdicts: pick(matrix.verdicts),
    outputs: pick(matrix.outputs ?? []),
    ...(matrix.probes
      ? { probes: { ...matrix.probes, outputs: rows.map((row) => matrix.probes?.outputs[row] ?? []) } }
      : {}),
  };
}

/** What an arm is worth on a task, and the calls that it made. */
export interface ArmValue {
  readonly value: number;
  readonly calls: number;
}

const expectedOf = (matrix: ExecutionMatrix, { passed }: Truth, scorer: Scorer = evidenceScorer) =>
  matrix.candidates.length === 0 ? 0 : passAtKOf({ matrix, passed }, scorer.rank(matrix), 1);

/** An arm that asks nothing. */
export function plainValue(
  { matrix, truth }: RivalTask,
  programs: readonly Origin[],
  tests: readonly Origin[],
  rule: 'run' | 'max-pass' = 'run',
): ArmValue {
  const part = partOf(matrix, programsOf(matrix, programs), tests);
  const value = expectedOf(part, truth, rule === 'run' ? evidenceScorer : maxPassScorer);
  return { value, calls: programs.length + tests.length };
}

/** An arm that asks about what it has ranked; right answers with probability `right`. */
export async function askingValue(
  rival: Rival,
  { matrix, codes, truth }: RivalTask,
  { programs, tests, questions }: { programs: readonly Origin[]; tests: readonly Origin[]; questions: number },
  options: { readonly right: number; readonly rng: Rng },
): Promise<ArmValue> {
  const part = partOf(matrix, programsOf(matrix, programs), tests);
  const arena = scriptedArena(part, (id) => codes.get(id) ?? '', truth, questions, options);
  const winner = arena.contenders[(await rival.decide?.(arena)) ?? -1];
  const calls = programs.length + tests.length + arena.asked();
  if (!winner) return { value: expectedOf(part, truth), calls };
  const ids = arena.rowIds(winner);
  const weightOf = (id: string) => part.candidates.find((entry) => entry.id === id)?.weight ?? 0;
  const all = ids.reduce((sum, id) => sum + weightOf(id), 0);
  const good = ids.filter((id) => truth.passed.has(id)).reduce((sum, id) => sum + weightOf(id), 0);
  return { value: good / all, calls };
}

/**
 * Self-repair by a script: of the failing programs a wrong one becomes a right program of the task with probability
 * `right`, where the recorded samples have one, else it stays; a right one that fails a wrong test stays with that
 * probability, else it becomes a recorded wrong program that passes the test, where there is one.
 */
export function repairedValue(
  { matrix, truth }: RivalTask,
  { programs, tests, repairs }: { programs: readonly Origin[]; tests: readonly Origin[]; repairs: number },
  { right, rng }: { readonly right: number; readonly rng: Rng },
): ArmValue {
  const first = programsOf(matrix, programs);
  const part = partOf(matrix, first, tests);
  const columns = new Map(matrix.tests.map(({ id }, column) => [id, column]));
  const failing = part.candidates.flatMap(({ id }, row) => {
    const [test] = part.tests
      .filter((_, column) => part.verdicts[row]?.[column] !== 'pass')
      .sort((a, b) => b.weight - a.weight);
    return test ? [{ id, column: columns.get(test.id) ?? 0 }] : [];
  });
  const of = (isRight: boolean, column: number | null) =>
    matrix.candidates.flatMap(({ id }, row) =>
      truth.passed.has(id) === isRight && (column === null || matrix.verdicts[row]?.[column] === 'pass') ? [id] : [],
    );
  const mended = failing.slice(0, repairs).map(({ id, column }) => {
    const succeeds = rng.next() < right;
    const wasRight = truth.passed.has(id);
    if (succeeds === wasRight) return id;
    const pool = succeeds ? of(true, null) : of(false, column);
    return pool.length > 0 ? rng.pick(pool) : id;
  });
  const whole = partOf(matrix, [...first, ...mended], tests);
  return { value: expectedOf(whole, truth), calls: programs.length + tests.length + mended.length };
}
