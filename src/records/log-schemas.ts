import { z } from 'zod';
import { ARMS, POOLS } from '../core/arm.ts';
import { chatRequestSchema, failedCallSchema, replyRecordSchema, replySubjectSchema } from '../core/chat.ts';
import { variantSchema } from '../core/mutation.ts';
import { candidateSchema, generatedTestSchema, originsSchema } from '../core/program.ts';
import { CANDIDATE_PROBLEMS } from '../core/repository.ts';
import { resultSchema, VERDICTS } from '../core/sandbox.ts';
import { count, record, type Stored, text, texts } from '../core/stored.ts';
import { labelsSchema } from '../core/task.ts';
import { callRecordSchema } from '../core/token-cost.ts';

const verdict = z.enum(VERDICTS);
const problemOfProgram = z.enum(CANDIDATE_PROBLEMS);
const arm = z.enum(ARMS);
const pool = z.enum(POOLS);
const ofTask = { key: text, taskId: text };
const ofProgram = { ...ofTask, candidateId: text };
const weighted = z.tuple([count, count]);
const sets = z.array(
  record({ candidateIds: texts, testIds: texts, score: z.number(), tieBreak: z.number().optional() }),
);
const ranking = {
  ...ofTask,
  scorer: text,
  /** Best first; sets of equal score and tie-break are tied. */
  sets,
  /** The same with weak passes taken for failures, if there are any. */
  strongSets: sets.optional(),
  tiedIds: texts,
  /** The seeded draw among them (among all candidates if none is ranked); null if the arm has no program. */
  pickedId: text.nullable(),
  /** Whether no candidate passed any test, so that the pick is a plain draw. */
  abstained: z.boolean(),
  /** Probability that the pick passes the official tests, from agreement alone. */
  confidence: z.number().nullable().optional(),
};
/** Replies that gave no program, or no test. */
const problems = z.array(
  replySubjectSchema.extend({
    sample: count,
    /** Stable kebab-case id, such as `no-code`, `syntax-error`, `entry-missing`, `no-tests`, `refused`, `call-failed`. */
    problem: text,
  }),
);

/** One append-only JSONL file per stage, and what its lines must be: the folder may come from somebody else. */
export const LOG_SCHEMAS = {
  /** A task with all that stage 2 decided for it; written after its variants, so that its presence means they are whole. */
  tasks: record({
    ...ofTask,
    promptText: text,
    entryPoint: text.nullable(),
    labels: labelsSchema,
    date: text.optional(),
    /** Mutators that left the task alone, with the reason (`guard:<name>` where a guard did). */
    refusals: z.array(record({ taskId: text, mutator: text, refused: text })),
    /** The samples of an arm; the same list serves programs and tests unless `tests` is set. */
    armSamples: z.array(record({ arm, samples: originsSchema, tests: originsSchema.optional() })),
  }),
  variants: variantSchema,
  replies: replyRecordSchema,
  failures: failedCallSchema,
  calls: callRecordSchema,
  /** Requests of a batch (`--batch`) under its token, before it is handed in, so that a killed process does not lose it. */
  batches: record({
    key: text,
    model: text,
    asks: z.array(record({ id: text, request: chatRequestSchema, about: replySubjectSchema })),
  }),
  /** The distinct programs of one task, derived from its replies; `key` hashes those replies. */
  candidates: record({ ...ofTask, candidates: z.array(candidateSchema), problems }),
  tests: record({ ...ofTask, tests: z.array(generatedTestSchema), problems }),
  /** One row of a matrix: a candidate on every test of `testIds`. */
  verdicts: record({
    ...ofProgram,
    testIds: texts,
    ...resultSchema.omit({ counts: true }).partial({ outputs: true }).shape,
    probes: record({ inputs: texts, outputs: z.array(text.nullable()) }).optional(),
    /** Tests that the task's own text gives, and whether the program passes all of them. */
    given: record({ tests: texts, passed: z.boolean() }).optional(),
  }).refine(
    ({ testIds, verdicts, outputs, details, weak }) =>
      [verdicts, outputs ?? testIds, details, weak].every(({ length }) => length === testIds.length),
    { error: 'has not one verdict, output, detail and weakness for each of its tests' },
  ),
  /** Stage 6's decision for one task, arm and scorer. */
  rankings: record({
    ...ranking,
    arm,
    /** The rule that a rival arm ranks by, where it has one of its own. */
    rule: text.optional(),
    /** Questions that a rival arm asked after the ranking. */
    asked: count.optional(),
  }),
  /** The official result of one program, after the pick. */
  official: record({
    ...ofProgram,
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
  }),
  /** Why one program failed, by a classifier; its test is in its official record. */
  explanations: record({
    ...ofProgram,
    kinds: z.array(record({ label: count, name: text, subKind: text.optional() })),
    evidence: texts,
    traceback: text.nullable(),
    by: text,
  }),
  /** The benchmark's own solution of a task, opened after every pick. */
  solutions: record({ ...ofTask, code: text }),
  /** Stage 6's decision for one task and one of the four cells of an ablation. */
  ablation: record({ ...ranking, programs: pool, tests: pool }),
  /** Every draw of one cell of one task, ranked. */
  draws: record({
    ...ofTask,
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
        /** Index of a candidate in the list, and how many samples gave it. */
        pool: z.array(weighted),
        /** The programs that share the best score; the whole pool where nothing is ranked. */
        best: z.array(weighted),
        abstained: z.boolean(),
      }),
    ),
  }),
  /** The reference's results on the generated tests of one task, computed afterwards. */
  reference: record({
    ...ofTask,
    testIds: texts,
    /** In the order of `testIds`: whether the reference passes. */
    passed: z.array(z.boolean()),
    problem: text.optional(),
  }),
  /** The CPU time and memory of a passing program on its task's official tests; `candidateId` null: of the reference. */
  efficiency: record({
    ...ofTask,
    candidateId: text.nullable(),
    measures: record({
      /** Milliseconds of CPU for all official tests once, the smallest of several rounds. */
      cpuMs: z.number(),
      /** Most memory that Python held at once for objects made during the tests, in KiB. */
      peakKib: z.number(),
    }).nullable(),
    problem: text.optional(),
  }),
} as const;

/** The records of each log; the last one of a key counts. */
export type RunLogs = { readonly [K in keyof typeof LOG_SCHEMAS]: Stored<(typeof LOG_SCHEMAS)[K]> };
export type LogName = keyof RunLogs;
