import { type TaskResult, taskResults } from '../../analysis/arms/task-results.ts';
import { groupByTask } from '../../analysis/by-key.ts';
import type { Arm } from '../../core/arm.ts';
import type { MatrixEntry } from '../../core/matrix.ts';
import type { Variant } from '../../core/mutation.ts';
import type { Origin, TestBody } from '../../core/program.ts';
import { sampleKey } from '../../core/program.ts';
import { VERDICT_LETTERS } from '../../core/sandbox.ts';
import type { RankingRecord, RunRecord, TaskRecord } from '../../records/run-record.ts';
import { type PageReplies, pageReplies, replyRoom } from './reply-data.ts';
import { labelTexts } from './task-table.ts';
import { type DiffSteps, variantDiff } from './variant-diff.ts';

/** Everything of one task that its view shows. */
export interface TaskPageData {
  readonly id: string;
  readonly labels: readonly string[];
  readonly prompt: string;
  /** The original first, then the variants of all runs, which share them. */
  readonly variants: readonly {
    readonly name: string;
    readonly family: string | null;
    readonly preserves: string | null;
    readonly renames: readonly (readonly [from: string, to: string])[];
    readonly diff: DiffSteps;
  }[];
  /** Reasons that made a mutator leave a place alone, with how often. */
  readonly refusals: readonly { readonly mutator: string; readonly reasons: readonly (readonly [string, number])[] }[];
  /** One entry per run, in the study's order. */
  readonly runs: readonly TaskRunData[];
}

/** What one run made of the task; rows and columns are indexes into `programs` and `tests`. */
export interface TaskRunData {
  /** Per variant its samples with a program, and those of them that are right. */
  readonly perVariant: readonly (readonly [programs: number, right: number])[];
  readonly programs: readonly {
    readonly id: string;
    readonly code: string;
    readonly from: readonly string[];
    readonly official: { readonly passed: boolean; readonly verdict: string; readonly detail: string | null } | null;
  }[];
  readonly tests: readonly { readonly text: string; readonly from: readonly string[] }[];
  /** One string per program, one letter of {@link VERDICT_LETTERS} per test. */
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
  /** What the model wrote, bounded. */
  readonly replies: PageReplies;
}

/** What a run record holds of one task. */
export type TaskParts = Pick<
  RunRecord,
  | 'replies'
  | 'variants'
  | 'refusals'
  | 'candidates'
  | 'tests'
  | 'problems'
  | 'matrices'
  | 'armSamples'
  | 'rankings'
  | 'official'
> & { readonly results: readonly TaskResult[] };

/** A run as its tasks' views need it: everything by task. */
export interface RunParts {
  readonly scorer: string;
  /** Characters of replies that each task may show. */
  readonly replyRoom: number;
  readonly taskParts: (taskId: string) => TaskParts;
}

/** Groups a run by task, once. */
export function runParts(record: RunRecord): RunParts {
  const groups = {
    replies: groupByTask(record.replies),
    variants: groupByTask(record.variants),
    refusals: groupByTask(record.refusals),
    candidates: groupByTask(record.candidates),
    tests: groupByTask(record.tests),
    problems: groupByTask(record.problems),
    matrices: groupByTask(record.matrices),
    armSamples: groupByTask(record.armSamples),
    rankings: groupByTask(record.rankings),
    official: groupByTask(record.official),
    results: groupByTask(taskResults(record)),
  };
  return {
    scorer: record.manifest.scorer,
    replyRoom: replyRoom(record.tasks.length),
    taskParts: (taskId) => {
      const of = <T>(group: ReadonlyMap<string, T[]>) => group.get(taskId) ?? [];
      return {
        replies: of(groups.replies),
        variants: of(groups.variants),
        refusals: of(groups.refusals),
        candidates: of(groups.candidates),
        tests: of(groups.tests),
        problems: of(groups.problems),
        matrices: of(groups.matrices),
        armSamples: of(groups.armSamples),
        rankings: of(groups.rankings),
        official: of(groups.official),
        results: of(groups.results),
      };
    },
  };
}

/** A generated test as text. */
export function testText(body: TestBody): string {
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
  const { arm, samples, tests = samples } = armSamples;
  const inArm = (items: readonly Pick<MatrixEntry, 'origins'>[], of: typeof samples) => {
    const mine = new Set(of.map(sampleKey));
    return items.flatMap(({ origins }, index): (readonly [number, number])[] => {
      const weight = origins.filter((origin) => mine.has(sampleKey(origin))).length;
      return weight > 0 ? [[index, weight]] : [];
    });
  };
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
    rows: inArm(parts.candidates, samples),
    columns: inArm(parts.tests, tests),
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

function runData(
  { parts, scorer, room }: { readonly parts: TaskParts; readonly scorer: string; readonly room: number },
  variants: readonly Variant[],
): TaskRunData {
  const official = new Map(parts.official.map((one) => [one.candidateId, one]));
  const nameOf = new Map(variants.map(({ id, mutation }) => [id, mutation?.mutator ?? 'original']));
  const from = (origins: readonly Origin[]) =>
    origins.map(({ variantId, sample }) => `${nameOf.get(variantId) ?? variantId} #${sample}`);
  const perVariant = new Map(variants.map(({ id }) => [id, { programs: 0, right: 0 }]));
  for (const { id, origins } of parts.candidates) {
    for (const { variantId } of origins) {
      const counts = perVariant.get(variantId);
      if (!counts) continue;
      counts.programs++;
      if (official.get(id)?.passed) counts.right++;
    }
  }
  return {
    perVariant: [...perVariant.values()].map(({ programs, right }) => [programs, right] as const),
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
    replies: pageReplies(parts.replies, parts.problems, (id) => nameOf.get(id) ?? id, room),
  };
}

/** The data of one task's view, from all runs. */
export function taskPageData(task: TaskRecord, runs: readonly RunParts[]): TaskPageData {
  const perRun = runs.map(({ taskParts, scorer, replyRoom: room }) => ({
    parts: taskParts(task.taskId),
    scorer,
    room,
  }));
  const variants = [...new Map(perRun.flatMap(({ parts }) => parts.variants.map((one) => [one.id, one]))).values()];
  const refusals = perRun[0]?.parts.refusals ?? [];
  const mutators = [...new Set(refusals.map(({ mutator }) => mutator))];
  return {
    id: task.taskId,
    labels: labelTexts(task),
    prompt: task.promptText,
    variants: variants.map(({ mutation }) => ({
      name: mutation?.mutator ?? 'original',
      family: mutation?.family ?? null,
      preserves: mutation?.preserves ?? null,
      renames: Object.entries(mutation?.renames ?? {}),
      diff: mutation ? variantDiff(task.promptText, mutation.edits) : [],
    })),
    refusals: mutators.map((mutator) => ({
      mutator,
      reasons: counted(refusals.filter((one) => one.mutator === mutator).map(({ refused }) => refused)),
    })),
    runs: perRun.map((run) => runData(run, variants)),
  };
}
