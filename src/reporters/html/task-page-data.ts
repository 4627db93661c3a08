import type { MatrixEntry } from '../../core/matrix.ts';
import type { Origin, TestBody } from '../../core/program.ts';
import type { Arm, RankingRecord, RunRecord, TaskRecord } from '../../core/run-record.ts';
import type { Verdict } from '../../core/sandbox.ts';
import type { TaskResult } from '../../core/task-results.ts';
import { labelsOf } from './task-table.ts';
import { type DiffSteps, variantDiff } from './variant-diff.ts';

/** One letter a verdict, as the page's matrix rows hold them. */
export const VERDICT_LETTERS: Readonly<Record<Verdict, string>> = {
  pass: 'p',
  fail: 'f',
  error: 'e',
  timeout: 't',
  'out-of-memory': 'm',
  'not-run': 'n',
};

/** Everything of one task that its view shows; rows and columns are indexes into `programs` and `tests`. */
export interface TaskPageData {
  readonly id: string;
  readonly labels: readonly string[];
  readonly prompt: string;
  readonly variants: readonly {
    readonly name: string;
    readonly family: string | null;
    readonly preserves: string | null;
    readonly renames: readonly (readonly [from: string, to: string])[];
    readonly diff: DiffSteps;
    readonly programs: number;
    readonly right: number;
  }[];
  /** Reasons that made a mutator leave a place alone, with how often. */
  readonly refusals: readonly { readonly mutator: string; readonly reasons: readonly (readonly [string, number])[] }[];
  readonly programs: readonly {
    readonly id: string;
    readonly code: string;
    readonly from: readonly string[];
    readonly official: { readonly passed: boolean; readonly verdict: string; readonly detail: string | null } | null;
  }[];
  readonly tests: readonly { readonly text: string; readonly from: readonly string[] }[];
  /** One string a program, one letter of {@link VERDICT_LETTERS} a test. */
  readonly matrix: readonly string[];
  readonly arms: readonly {
    readonly arm: Arm;
    readonly result: Pick<TaskResult, 'passAtK' | 'pickPassed' | 'abstained' | 'tied' | 'samples' | 'programs'> | null;
    readonly picked: number | null;
    /** [index, samples in this arm] of every program and test that the arm has. */
    readonly rows: readonly (readonly [number, number])[];
    readonly columns: readonly (readonly [number, number])[];
    readonly sets: readonly {
      readonly score: number;
      readonly rows: readonly number[];
      readonly columns: readonly number[];
    }[];
  }[];
  /** Replies without a program or test, as text with how often. */
  readonly problems: readonly (readonly [string, number])[];
}

/** What a run record holds of one task. */
export type TaskParts = Pick<
  RunRecord,
  'variants' | 'refusals' | 'candidates' | 'tests' | 'problems' | 'matrices' | 'armSamples' | 'rankings' | 'official'
> & { readonly results: readonly TaskResult[] };

function testText(body: TestBody): string {
  if (body.kind === 'assertion') return body.code;
  if (body.kind === 'method') return `# ${body.method}\n${body.module}`;
  return `stdin:\n${body.stdin}\nexpected stdout:\n${body.expectedStdout}`;
}

function counted(texts: readonly string[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts];
}

function armData(parts: TaskParts, armSamples: RunRecord['armSamples'][number], scorer: string) {
  const { arm, samples } = armSamples;
  const mine = new Set(samples.map(({ variantId, sample }) => JSON.stringify([variantId, sample])));
  const inArm = (items: readonly Pick<MatrixEntry, 'origins'>[]) =>
    items.flatMap(({ origins }, index): (readonly [number, number])[] => {
      const weight = origins.filter((origin) => mine.has(JSON.stringify([origin.variantId, origin.sample]))).length;
      return weight > 0 ? [[index, weight]] : [];
    });
  const rowOf = new Map(parts.candidates.map(({ id }, index) => [id, index]));
  const columnOf = new Map(parts.tests.map(({ id }, index) => [id, index]));
  const indexes = (ids: readonly string[], of: ReadonlyMap<string, number>) => ids.flatMap((id) => of.get(id) ?? []);
  const ranking = parts.rankings.find((one: RankingRecord) => one.arm === arm && one.scorer === scorer);
  const result = parts.results.find((one) => one.arm === arm) ?? null;
  const pickedId = result?.pickedId ?? ranking?.pickedId ?? null;
  return {
    arm,
    result: result && {
      passAtK: result.passAtK,
      pickPassed: result.pickPassed,
      abstained: result.abstained,
      tied: result.tied,
      samples: result.samples,
      programs: result.programs,
    },
    picked: pickedId === null ? null : (rowOf.get(pickedId) ?? null),
    rows: inArm(parts.candidates),
    columns: inArm(parts.tests),
    sets: (ranking?.sets ?? []).map(({ candidateIds, testIds, score }) => ({
      score,
      rows: indexes(candidateIds, rowOf),
      columns: indexes(testIds, columnOf),
    })),
  };
}

function matrixRows({ matrices, candidates, tests }: TaskParts): string[] {
  const matrix = matrices[0];
  const rowOf = new Map(matrix?.candidates.map(({ id }, index) => [id, index]));
  const columnOf = new Map(matrix?.tests.map(({ id }, index) => [id, index]));
  return candidates.map(({ id }) => {
    const row = matrix?.verdicts[rowOf.get(id) ?? -1];
    return tests.map((test) => VERDICT_LETTERS[row?.[columnOf.get(test.id) ?? -1] ?? 'not-run']).join('');
  });
}

/** The data of one task's view. */
export function taskPageData(task: TaskRecord, parts: TaskParts, scorer: string): TaskPageData {
  const official = new Map(parts.official.map((one) => [one.candidateId, one]));
  const nameOf = new Map(parts.variants.map(({ id, mutation }) => [id, mutation?.mutator ?? 'original']));
  const from = (origins: readonly Origin[]) =>
    origins.map(({ variantId, sample }) => `${nameOf.get(variantId) ?? variantId} #${sample}`);
  const samplesOf = (variantId: string, only: (id: string) => boolean) =>
    parts.candidates
      .filter(({ id }) => only(id))
      .reduce((sum, { origins }) => sum + origins.filter((origin) => origin.variantId === variantId).length, 0);
  const mutators = [...new Set(parts.refusals.map(({ mutator }) => mutator))];
  return {
    id: task.taskId,
    labels: labelsOf(task),
    prompt: task.promptText,
    variants: parts.variants.map(({ id, mutation }) => ({
      name: mutation?.mutator ?? 'original',
      family: mutation?.family ?? null,
      preserves: mutation?.preserves ?? null,
      renames: Object.entries(mutation?.renames ?? {}),
      diff: mutation ? variantDiff(task.promptText, mutation.edits) : [],
      programs: samplesOf(id, () => true),
      right: samplesOf(id, (candidateId) => official.get(candidateId)?.passed === true),
    })),
    refusals: mutators.map((mutator) => ({
      mutator,
      reasons: counted(parts.refusals.filter((one) => one.mutator === mutator).map(({ refused }) => refused)),
    })),
    programs: parts.candidates.map(({ id, code, origins }) => {
      const judged = official.get(id);
      return {
        id,
        code,
        from: from(origins),
        official: judged ? { passed: judged.passed, verdict: judged.verdict, detail: judged.detail } : null,
      };
    }),
    tests: parts.tests.map(({ body, origins }) => ({ text: testText(body), from: from(origins) })),
    matrix: matrixRows(parts),
    arms: parts.armSamples.map((armSamples) => armData(parts, armSamples, scorer)),
    problems: counted(
      parts.problems.map(({ purpose, problem }) => `${purpose === 'program' ? 'no program' : 'no tests'}: ${problem}`),
    ),
  };
}
