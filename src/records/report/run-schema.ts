import { z } from 'zod';
import { REFUSABLE } from '../../core/chat.ts';
import { attributionSchema } from './attribution-schema.ts';
import { arm, count, estimate, fraction, list } from './schema-parts.ts';
import { warningsSchema } from './warnings-schema.ts';

/** Ways in which a call gives nothing to work with. */
export const LOSSES = ['truncated', 'refused', 'empty', 'unparsable', 'failed'] as const;
export type Loss = (typeof LOSSES)[number];

const byK = z.record(z.string().regex(/^\d+$/), estimate).describe('By k.');

const armResult = z.strictObject({
  arm,
  tasks: count,
  passAtK: byK,
  averagePassRate: estimate
    .optional()
    .describe('Share of official tests that the pick passes (baseline: the samples), mean over tasks.'),
  strong: z
    .strictObject({ tasks: count, passAt1: estimate })
    .optional()
    .describe('Tasks with passes that a program could forge, and pass@1 with these taken for failures.'),
  solved: count.describe('Tasks whose picked program passes the official tests; baseline: that of the first sample.'),
  abstained: count.describe('Tasks in which no program passed any generated test.'),
  withoutProgram: count,
  tokens: z.strictObject({ replies: count, inputTokens: count, outputTokens: count, uncounted: count }),
});

/** One arm over all evaluated tasks; replies that arms share count in the tokens of each. */
export type ArmResult = z.infer<typeof armResult>;

const armComparison = z.strictObject({
  arm,
  against: arm,
  tasks: count,
  samplesPerArm: count,
  difference: estimate,
  onlyArm: count,
  onlyAgainst: count,
  pValue: fraction.describe('By the test that is named.'),
  test: z
    .enum(['exact McNemar', 'sign flips'])
    .describe('Over the picks; over differences of tasks where arms are means over draws of given samples.'),
  finding: z.boolean(),
});

/** One arm against another, task by task, at equal sample count. */
export type ArmComparison = z.infer<typeof armComparison>;

const confidence = z.strictObject({
  arm,
  picks: count,
  brier: fraction,
  brierOfMean: fraction,
  calibrationError: fraction,
  perfectBelow: fraction,
  curve: list(z.strictObject({ coverage: fraction, precision: fraction, threshold: z.number() })),
  answered: z.strictObject({ atLeast: fraction, tasks: count, right: estimate }).nullable(),
});

/** Calibration of one selecting arm's confidence against the official verdicts, from the most confident pick on. */
export type ArmConfidence = z.infer<typeof confidence>;

const taskResult = z.strictObject({
  samples: count,
  programs: count,
  correct: count,
  passAtK: z.record(z.string(), fraction),
  strongPassAt1: fraction.optional(),
  pickedId: z.string().nullable(),
  pickPassed: z.boolean(),
  abstained: z.boolean(),
  tied: count,
  overDraws: z
    .literal(true)
    .optional()
    .describe('passAtK is a mean over draws of given samples; the pick is that of one of them.'),
});

/**
 * One arm on one task with official verdicts. `passAtK` of a selecting arm: expected under ties, a plain draw where it
 * abstained; of baseline: unbiased, a reply without a program being a failure. `pickedId`: the seeded pick; of baseline
 * the first sample's program. `tied`: candidates that share the best score.
 */
export type TaskFigures = z.infer<typeof taskResult>;

const costSum = z.strictObject({
  replies: count,
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: count.optional().describe('Of the input tokens, those that the endpoint had cached.'),
  batched: count.optional().describe('Replies that came by batches, at half the price.'),
  uncounted: count,
  usd: z.number().nullable().describe('Null where the price of a model is not known.'),
});
export type CostSum = z.infer<typeof costSum>;

const costLine = z
  .strictObject({ name: z.string(), paid: costSum, cached: costSum })
  .meta({ id: 'CostLine', description: 'What was paid for, and what was replayed, at the price it would have had.' });
export type CostLine = z.infer<typeof costLine>;

const cost = z.strictObject({
  total: costLine,
  lost: z.strictObject({ calls: count, atMostUsd: z.number().nullable() }),
  byStage: list(costLine),
  byMutator: list(costLine),
  byArm: list(costLine),
  byModel: list(costLine),
});

export type CostAccount = z.infer<typeof cost>;

const calls = z
  .strictObject({
    calls: count.describe('Replies and failures together; a question that was asked again counts once.'),
    truncated: count.describe('Cut at the token limit.'),
    refused: count,
    empty: count,
    unparsable: count.describe('Without a program or test that can be read.'),
    failed: count.describe('Single calls that failed.'),
    reasons: list(z.strictObject({ code: z.string(), message: z.string(), calls: count, tasks: count })),
    alarming: list(z.enum(LOSSES)).describe('Losses of more than 5 % of the calls.'),
    sent: z.strictObject({
      known: count.describe('Replies that say how their request was accepted.'),
      endpoints: list(z.string()),
      tokensFields: list(z.enum(['max_tokens', 'max_completion_tokens'])),
      without: z.partialRecord(z.enum(REFUSABLE), count).describe('Replies by the parameter that was refused.'),
    }),
  })
  .describe('What became of the calls.');

/** The outcome of a run's calls; a repeated question counts once, by its last answer. */
export type CallOutcomes = z.infer<typeof calls>;

const adaptive = z.strictObject({ tasks: count, endedEarly: count, asked: count, planned: count });
/** The saving of adaptive rounds: samples of the arms, compared with whole budgets. */
export type AdaptiveSaving = z.infer<typeof adaptive>;

export const runSchema = z.strictObject({
  name: z.string().describe('Model, and which repeat where it has several.'),
  run: z
    .looseObject({
      schemaVersion: z.int(),
      status: z.enum(['running', 'finished', 'interrupted', 'budget-reached', 'failed']),
      createdAt: z.string(),
      updatedAt: z.string(),
      config: z.record(z.string(), z.unknown()),
      seed: z.int(),
      dataset: z.object({ name: z.string(), format: z.string(), sha256: z.string(), tasks: count }),
      model: z.object({ id: z.string(), endpoint: z.string().nullable() }),
      samplesPerArm: count,
      arms: list(arm),
      scorer: z.string(),
      k: list(z.int()),
      stageMs: z.record(z.string(), z.number()),
    })
    .describe("The run's manifest."),
  tasks: count.describe('Tasks with official verdicts in every arm; all numbers are over these.'),
  notEvaluated: count,
  samplesPerArm: count,
  scorer: z.string(),
  incidents: warningsSchema,
  arms: list(armResult),
  comparisons: list(armComparison),
  confidence: list(confidence),
  adaptive: adaptive.nullable(),
  cost,
  calls,
  ...attributionSchema,
  perTask: list(
    z.strictObject({
      taskId: z.string(),
      entryPoint: z.string().nullable(),
      labels: z.strictObject({
        stage: z.string().optional(),
        mlTask: z.string().optional(),
        dataType: z.string().optional(),
      }),
      arms: z.partialRecord(arm, taskResult),
    }),
  ),
});

/** The outcome of a run: the basis of the terminal summary, `--json` and every report. */
export type StudySummary = Pick<
  z.infer<typeof runSchema>,
  'tasks' | 'notEvaluated' | 'samplesPerArm' | 'scorer' | 'arms' | 'comparisons'
>;
