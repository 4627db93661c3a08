import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { hasLabel } from '../attribution/label-results.ts';
import { type ConditionOutcomes, conditionOutcomes, countRight } from '../comparison/conditions.ts';
import { taxonomy } from './taxonomy.ts';

const EFFECTS = ['helps', 'harms', 'neutral'] as const;
const MOST_EXAMPLES = 3;
const MOST_FLIPPED = 5;

/** Every variant with how much more often it is right than the original prompt of its task. */
function shiftsOf({ tasks }: ConditionOutcomes) {
  return tasks.flatMap(({ taskId, labels, original, variants }) =>
    variants.map(({ mutator, variantId, outcomes }) => {
      const originalRight = countRight(original.outcomes);
      const variantRight = countRight(outcomes);
      const shift =
        variantRight.right / variantRight.samples - originalRight.right / Math.max(1, originalRight.samples);
      return { taskId, labels, mutator, variantId, originalRight, variantRight, shift };
    }),
  );
}

type Shift = ReturnType<typeof shiftsOf>[number];

/** The clearest cases first, each task and as far as possible each mutator once. */
function clearest(shifts: readonly Shift[]): Shift[] {
  const sorted = [...shifts].sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  const chosen: Shift[] = [];
  for (const repeatMutators of [false, true]) {
    for (const shift of sorted) {
      const free = chosen.every(
        ({ taskId, mutator }) => taskId !== shift.taskId && (repeatMutators || mutator !== shift.mutator),
      );
      if (free && chosen.length < MOST_EXAMPLES) chosen.push(shift);
    }
  }
  return chosen;
}

function programsOf(record: RunRecord, taskId: string, variantId: string) {
  return record.candidates
    .filter((candidate) => candidate.taskId === taskId)
    .flatMap(({ id, code, origins }) => {
      const judged = record.official.find((one) => one.taskId === taskId && one.candidateId === id);
      const { passed = false, verdict = 'not-run', detail = null } = judged ?? {};
      const own = origins.filter((origin) => origin.variantId === variantId);
      return own.map(({ sample }) => ({ candidateId: id, sample, code, passed, verdict, detail }) as const);
    })
    .sort((a, b) => a.sample - b.sample);
}

function flippedTests(record: RunRecord, taskId: string, before: string, after: string) {
  const matrix = record.matrices.find((candidate) => candidate.taskId === taskId);
  const rowOf = (id: string) => matrix?.verdicts[matrix.candidates.findIndex((candidate) => candidate.id === id)];
  const [first, second] = [rowOf(before), rowOf(after)];
  const tests = new Map(record.tests.filter((test) => test.taskId === taskId).map((test) => [test.id, test]));
  return (matrix?.tests ?? [])
    .flatMap(({ id }, column) => {
      const [test, was, is] = [tests.get(id), first?.[column], second?.[column]];
      return test && was && is && (was === 'pass') !== (is === 'pass') ? [{ test, before: was, after: is }] : [];
    })
    .slice(0, MOST_FLIPPED);
}

/** One task under the original prompt and under a variant, each with a program that shows the change, or its first one. */
function toExample(record: RunRecord, shift: Shift, effect: (typeof EFFECTS)[number]) {
  const variants = record.variants.filter(({ taskId }) => taskId === shift.taskId);
  const original = variants.find(({ mutation }) => mutation === null);
  const variant = variants.find(({ id }) => id === shift.variantId);
  if (!original || !variant) return null;
  const before = programsOf(record, shift.taskId, original.id);
  const after = programsOf(record, shift.taskId, variant.id);
  const wanted = (programs: typeof before, passed: boolean) =>
    programs.find((program) => program.passed === passed) ?? programs[0] ?? null;
  const originalProgram = shift.shift === 0 ? (before[0] ?? null) : wanted(before, shift.shift < 0);
  const variantProgram = shift.shift === 0 ? (after[0] ?? null) : wanted(after, shift.shift > 0);
  const { taskId, mutator, variantId, originalRight, variantRight } = shift;
  return {
    effect,
    model: record.manifest.model.id,
    mutator,
    taskId,
    variantId,
    before: original.prompt,
    after: variant.prompt,
    originalRight,
    variantRight,
    originalProgram,
    variantProgram,
    flipped:
      originalProgram && variantProgram
        ? flippedTests(record, taskId, originalProgram.candidateId, variantProgram.candidateId)
        : [],
  };
}

/** Up to three cases of each class; for neutral mutators the largest shifts. Programs are of the first repeat. */
export function taxonomyExamples(study: Study) {
  const conditions = conditionOutcomes(study);
  const results = taxonomy(study);
  return EFFECTS.flatMap((effect) => {
    const shifts = conditions.flatMap((condition, at) => {
      const cells = (results[at]?.cells ?? []).filter(
        (cell) => cell.effect === effect && (effect !== 'neutral' || cell.label.axis === 'all'),
      );
      const run = condition.runs[0];
      return shiftsOf(condition)
        .filter(({ mutator, labels, shift }) => {
          const fits = effect === 'neutral' || (effect === 'helps' ? shift > 0 : shift < 0);
          return fits && cells.some((cell) => cell.mutator === mutator && hasLabel(labels, cell.label));
        })
        .flatMap((shift) => (run ? { run, shift } : []));
    });
    const chosen = new Set(clearest(shifts.map(({ shift }) => shift)));
    return shifts.flatMap(({ run, shift }) => (chosen.has(shift) ? (toExample(run, shift, effect) ?? []) : []));
  });
}

export type TaxonomyExample = ReturnType<typeof taxonomyExamples>[number];
