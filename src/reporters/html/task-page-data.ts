import { type TaskResult, taskResults } from '../../analysis/arms/task-results.ts';
import { countsOf } from '../../core/counts-of.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { MatrixEntry } from '../../core/matrix.ts';
import type { Variant } from '../../core/mutation.ts';
import { type Origin, sampleKey, testText } from '../../core/program.ts';
import { VERDICT_LETTERS } from '../../core/sandbox.ts';
import type { RunRecord, TaskRecord } from '../../records/run-record.ts';
import { pageReplies, replyRoom } from './reply-data.ts';
import { labelTexts } from './task-table.ts';
import { variantDiff } from './variant-diff.ts';

const LISTS = [
  'replies',
  'variants',
  'refusals',
  'candidates',
  'tests',
  'problems',
  'matrices',
  'armSamples',
  'rankings',
  'official',
] as const;

/** The records of one task in a run. */
type TaskParts = Pick<RunRecord, (typeof LISTS)[number]> & { readonly results: readonly TaskResult[] };

/** Groups a run by task, once. */
export function runParts(record: RunRecord) {
  const groups = LISTS.map((name) => [name, groupByTask<{ readonly taskId: string }>(record[name])] as const);
  const results = groupByTask(taskResults(record));
  return {
    scorer: record.manifest.scorer,
    /** Characters of replies that each task may show. */
    room: replyRoom(record.tasks.length),
    partsOf: (taskId: string) =>
      ({
        ...Object.fromEntries(groups.map(([name, group]) => [name, group.get(taskId) ?? []])),
        results: results.get(taskId) ?? [],
      }) as unknown as TaskParts,
  };
}

type RunParts = ReturnType<typeof runParts>;

const counted = (texts: readonly string[]) => [...countsOf(texts)];

const indexOf = (items: readonly { readonly id: string }[]) => new Map(items.map(({ id }, index) => [id, index]));

function armData(
  { candidates, tests, rankings, results }: TaskParts,
  { arm, samples, tests: testSamples = samples }: RunRecord['armSamples'][number],
  scorer: string,
) {
  const inArm = (items: readonly Pick<MatrixEntry, 'origins'>[], of: typeof samples) => {
    const own = new Set(of.map(sampleKey));
    return items.flatMap(({ origins }, index): (readonly [number, number])[] => {
      const weight = origins.filter((origin) => own.has(sampleKey(origin))).length;
      return weight > 0 ? [[index, weight]] : [];
    });
  };
  const [rowOf, columnOf] = [indexOf(candidates), indexOf(tests)];
  const ranking = rankings.find((one) => one.arm === arm && one.scorer === scorer);
  const found = results.find((one) => one.arm === arm);
  const { passAtK, pickPassed, abstained, tied, samples: taken, programs } = found ?? ({} as TaskResult);
  return {
    arm,
    result: found ? { passAtK, pickPassed, abstained, tied, samples: taken, programs } : null,
    picked: rowOf.get(found?.pickedId ?? ranking?.pickedId ?? '') ?? null,
    /** [index, samples in this arm] of every program and test that the arm has. */
    rows: inArm(candidates, samples),
    columns: inArm(tests, testSamples),
    sets: (ranking?.sets ?? []).map(({ candidateIds, testIds, score }) => ({
      score,
      rows: candidateIds.flatMap((id) => rowOf.get(id) ?? []),
      columns: testIds.flatMap((id) => columnOf.get(id) ?? []),
    })),
  };
}

function matrixRows({ matrices: [matrix], candidates, tests }: TaskParts): string[] {
  const [rowOf, columnOf] = [indexOf(matrix?.candidates ?? []), indexOf(matrix?.tests ?? [])];
  return candidates.map(({ id }) => {
    const row = matrix?.verdicts[rowOf.get(id) ?? -1];
    return tests.map((test) => VERDICT_LETTERS[row?.[columnOf.get(test.id) ?? -1] ?? 'not-run']).join('');
  });
}

/** One run's results of the task; rows and columns are indexes into `programs` and `tests`. */
function runData(
  { parts, scorer, room }: Omit<RunParts, 'partsOf'> & { readonly parts: TaskParts },
  variants: readonly Variant[],
) {
  const official = new Map(parts.official.map((one) => [one.candidateId, one]));
  const nameOf = new Map(variants.map(({ id, mutation }) => [id, mutation?.mutator ?? 'original']));
  const from = (origins: readonly Origin[]) =>
    origins.map(({ variantId, sample }) => `${nameOf.get(variantId) ?? variantId} #${sample}`);
  return {
    /** [samples with a program, right ones] of each variant. */
    perVariant: variants.map(({ id }): readonly [number, number] => {
      const own = parts.candidates.map((candidate) => ({
        samples: candidate.origins.filter(({ variantId }) => variantId === id).length,
        isRight: official.get(candidate.id)?.passed === true,
      }));
      const sum = (items: typeof own) => items.reduce((total, { samples }) => total + samples, 0);
      return [sum(own), sum(own.filter(({ isRight }) => isRight))];
    }),
    programs: parts.candidates.map(({ id, code, origins }) => {
      const judged = official.get(id);
      const verdict = judged && { passed: judged.passed, verdict: judged.verdict, detail: judged.detail };
      return { id, code, from: from(origins), official: verdict ?? null };
    }),
    tests: parts.tests.map(({ body, origins }) => ({ text: testText(body), from: from(origins) })),
    /** One string per program, one letter of {@link VERDICT_LETTERS} per test. */
    matrix: matrixRows(parts),
    arms: parts.armSamples.map((armSamples) => armData(parts, armSamples, scorer)),
    problems: counted(
      parts.problems.map(({ purpose, problem }) => `${purpose === 'program' ? 'no program' : 'no tests'}: ${problem}`),
    ),
    replies: pageReplies(parts.replies, parts.problems, (id) => nameOf.get(id) ?? id, room),
  };
}

/** Everything of one task that its view shows, from all runs in the study's order. */
export function taskPageData(task: TaskRecord, runs: readonly RunParts[]) {
  const ofTask = runs.map((run) => ({ ...run, parts: run.partsOf(task.taskId) }));
  const variants = [...new Map(ofTask.flatMap(({ parts }) => parts.variants.map((one) => [one.id, one]))).values()];
  const refusals = ofTask[0]?.parts.refusals ?? [];
  const mutators = [...new Set(refusals.map(({ mutator }) => mutator))];
  return {
    id: task.taskId,
    labels: labelTexts(task),
    prompt: task.promptText,
    /** The original first, then the variants of all runs, which share them. */
    variants: variants.map(({ mutation }) => ({
      name: mutation?.mutator ?? 'original',
      family: mutation?.family ?? null,
      preserves: mutation?.preserves ?? null,
      renames: Object.entries(mutation?.renames ?? {}),
      diff: mutation ? variantDiff(task.promptText, mutation.edits) : [],
    })),
    /** Reasons that made a mutator leave a place alone. */
    refusals: mutators.map((mutator) => ({
      mutator,
      reasons: counted(refusals.filter((one) => one.mutator === mutator).map(({ refused }) => refused)),
    })),
    runs: ofTask.map((run) => runData(run, variants)),
  };
}

export type TaskPageData = ReturnType<typeof taskPageData>;
export type TaskRunData = ReturnType<typeof runData>;
