import { z } from 'zod';
import { ARMS } from '../core/arm.ts';
import { replySubjectSchema } from '../core/chat.ts';
import { originsSchema } from '../core/program.ts';
import { count, record, text, texts } from '../core/stored.ts';
import { DATA_TYPES, ML_TASKS, STAGES } from '../core/task.ts';

const verdict = z.enum(['pass', 'fail', 'error', 'timeout', 'out-of-memory', 'not-run']);
const problemOfProgram = z.enum(['no-code', 'patch-impossible', 'collection-error', 'import-error']);
const arm = z.enum(ARMS);
const pool = z.enum(['original', 'mutated']);

/** The samples of an arm of a task; the same list serves programs and tests unless `tests` is set. */
export const armSamplesSchema = record({ arm, samples: originsSchema, tests: originsSchema.optional() });
const armSamples = z.array(armSamplesSchema);
const labels = record({
  stage: z.enum(STAGES).optional(),
  mlTask: z.enum(ML_TASKS).optional(),
  dataType: z.enum(DATA_TYPES).optional(),
});
const rankedSetSchema = record({
  candidateIds: texts,
  testIds: texts,
  score: z.number(),
  tieBreak: z.number().optional(),
});

const ranking = {
  taskId: text,
  scorer: text,
  /** Best first; sets of equal score and tie-break are tied. */
  sets: z.array(rankedSetSchema),
  /** The same with weak passes taken for failures, if there are any. */
  strongSets: z.array(rankedSetSchema).optional(),
  tiedIds: texts,
  /** The seeded draw among them (among all candidates if none is ranked); null if the arm has no program. */
  pickedId: text.nullable(),
  /** Whether no candidate passed any test, so that the pick is a plain draw. */
  abstained: z.boolean(),
  /** Probability that the pick passes the official tests, from agreement alone. */
  confidence: z.number().nullable().optional(),
};

/** Mutators that left a task alone, with the reason (`guard:<name>` where a guard did). */
export const refusalSchema = record({ taskId: text, mutator: text, refused: text });

export const taskSchema = record({
  taskId: text,
  promptText: text,
  entryPoint: text.nullable(),
  labels,
  date: text.optional(),
});

/** Stage 6's decision for one task, arm and scorer. */
export const rankingSchema = record({
  ...ranking,
  arm,
  /** The rule that a rival arm ranks by, where it has one of its own. */
  rule: text.optional(),
  /** Questions that a rival arm asked after the ranking. */
  asked: count.optional(),
});

/** Stage 6's decision for one task and one of the four cells of an ablation. */
export const ablationSchema = record({ ...ranking, programs: pool, tests: pool });

const weighted = z.tuple([count, count]);

/** Every draw of one cell of one task, ranked. */
export const drawSchema = record({
  taskId: text,
  scorer: text,
  cell: text,
  wordings: count,
  size: count,
  /** Whether the draws are all that there are, so that their mean is not an estimate. */
  exact: z.boolean(),
  candidateIds: texts,
  draws: z.array(
    record({
      /** Indexes of the wordings that it took, in the order of the task's variants. */
      wordings: z.array(count),
      pool: z.array(weighted),
      /** The programs that share the best score; the whole pool where nothing is ranked. */
      best: z.array(weighted),
      abstained: z.boolean(),
    }),
  ),
});

/** The official result of one program, after the pick. */
export const officialSchema = record({
  taskId: text,
  candidateId: text,
  passed: z.boolean(),
  /** The first verdict that is not a pass, or `pass`. */
  verdict,
  detail: text.nullable(),
  /** By part, if the benchmark reports parts of its tests separately (EvalPlus: `base` and `plus`). */
  parts: z.record(text, verdict).optional(),
  problem: problemOfProgram.optional(),
  /** How many of the official tests passed, if each of them was run by itself. */
  tests: record({ passed: count, total: count }).optional(),
  fatal: text.optional(),
  failed: record({
    id: text,
    test: text,
    expected: text.nullable(),
    returned: text.nullable(),
    behaviour: text.nullable(),
  }).optional(),
});

/** Why one program failed, by a classifier; its test is in its official record. */
export const explanationSchema = record({
  taskId: text,
  candidateId: text,
  kinds: z.array(record({ label: count, name: text, subKind: text.optional() })),
  evidence: texts,
  traceback: text.nullable(),
  by: text,
});

/** The benchmark's own solution of a task, opened after every pick. */
export const solutionSchema = record({ taskId: text, code: text });

/** The reference's results on the generated tests of one task, computed afterwards. */
export const referenceSchema = record({
  taskId: text,
  testIds: texts,
  /** In the order of `testIds`: whether the reference passes. */
  passed: z.array(z.boolean()),
  problem: text.optional(),
});

/** The CPU time and memory of a program on its task's official tests. */
const measuresSchema = record({
  /** Milliseconds of CPU for all official tests once, the smallest of several rounds. */
  cpuMs: z.number(),
  /** Most memory that Python held at once for objects made during the tests, in KiB. */
  peakKib: z.number(),
});

/** Measures of a passing program; `candidateId` null: the benchmark's own reference. */
export const efficiencySchema = record({
  taskId: text,
  candidateId: text.nullable(),
  measures: measuresSchema.nullable(),
  problem: text.optional(),
});

/** A reply that gave no program, or no test. */
export const problemSchema = replySubjectSchema.extend({
  sample: count,
  /** Stable kebab-case id, such as `no-code`, `syntax-error`, `entry-missing`, `no-tests`, `refused`, `call-failed`. */
  problem: text,
});

/** A task with all that stage 2 decided for it; written after its variants, so that its presence means they are whole. */
export const storedTaskSchema = taskSchema.extend({
  key: text,
  refusals: z.array(refusalSchema),
  armSamples,
});

/** One row of a matrix: a candidate on every test of `testIds`. */
export const storedVerdictsSchema = record({
  key: text,
  taskId: text,
  candidateId: text,
  testIds: texts,
  verdicts: z.array(verdict),
  outputs: z.array(text.nullable()).optional(),
  details: z.array(text.nullable()),
  weak: z.array(z.boolean()),
  cpuMs: z.number(),
  probes: record({ inputs: texts, outputs: z.array(text.nullable()) }).optional(),
  /** Tests that the task's own text gives, and whether the program passes all of them. */
  given: record({ tests: texts, passed: z.boolean() }).optional(),
  problem: problemOfProgram.optional(),
  fatal: z.array(count).optional(),
});
