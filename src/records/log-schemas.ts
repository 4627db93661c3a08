import { z } from 'zod';
import { MUTATOR_FAMILIES, PRESERVATIONS } from '../core/mutation.ts';
import {
  ablationSchema,
  count,
  drawSchema,
  efficiencySchema,
  explanationSchema,
  officialSchema,
  origins,
  problemSchema,
  purpose,
  rankingSchema,
  record,
  referenceSchema,
  solutionSchema,
  storedTaskSchema,
  storedVerdictsSchema,
  text,
} from './record-schemas.ts';

const usage = record({ inputTokens: count, outputTokens: count, cachedInputTokens: count.optional() });
const request = record({
  messages: z.array(record({ role: z.enum(['system', 'user', 'assistant']), content: text })),
  temperature: z.number(),
  topP: z.number(),
  maxTokens: z.number(),
  seed: z.number().optional(),
  extraBody: z.record(text, z.unknown()).optional(),
  sample: count,
});
const sent = record({
  endpoint: text,
  tokensField: z.enum(['max_tokens', 'max_completion_tokens']),
  without: z.array(z.enum(['temperature', 'top_p', 'seed'])),
  batch: text.optional(),
});
const asked = { key: text, model: text, taskId: text, variantId: text, purpose, request, replayed: z.boolean() };
const body = z.discriminatedUnion('kind', [
  record({ kind: z.literal('assertion'), code: text }),
  record({ kind: z.literal('method'), module: text, method: text }),
  record({ kind: z.literal('stdio'), stdin: text, expectedStdout: text }),
]);
const mutation = record({
  mutator: text,
  family: z.enum(MUTATOR_FAMILIES),
  components: z.array(record({ mutator: text, family: z.enum(MUTATOR_FAMILIES) })).optional(),
  change: record({
    words: count,
    changedWords: z.number(),
    tokenEdits: z.number(),
    reordered: z.number(),
  }).optional(),
  preserves: z.enum(PRESERVATIONS),
  seed: z.number(),
  edits: z.array(record({ start: count, end: count, replacement: text })),
  renames: z.record(text, text),
  framed: z.literal(true).optional(),
});

const key = { key: text };

/** One append-only JSONL file per stage, and what its lines must be: the folder may come from somebody else. */
export const LOG_SCHEMAS = {
  tasks: storedTaskSchema,
  variants: record({ id: text, taskId: text, prompt: text, mutation: mutation.nullable() }),
  replies: record({
    ...asked,
    reply: record({
      status: z.enum(['completed', 'truncated', 'refused', 'failed']),
      text,
      usage: usage.nullable(),
      sent: sent.optional(),
      sentCharacters: count.optional(),
    }),
  }),
  /** Single calls that failed while others went through; one that was answered later has a reply of the same key. */
  failures: record({ ...asked, failure: record({ code: text, message: text }), usage: usage.nullable() }),
  calls: record({
    key: text,
    replyKey: text,
    model: text,
    state: z.enum(['open', 'answered', 'refused', 'failed']),
    usage: usage.nullable(),
    worst: usage,
    batch: z.literal(true).optional(),
  }),
  /** Requests of a batch (`--batch`) under its token, before it is handed in, so that a killed process does not lose it. */
  batches: record({
    key: text,
    model: text,
    asks: z.array(record({ id: text, request, about: record({ taskId: text, variantId: text, purpose }) })),
  }),
  /** The distinct programs of one task, derived from its replies; `key` hashes those replies. */
  candidates: record({
    key: text,
    taskId: text,
    candidates: z.array(record({ id: text, taskId: text, code: text, origins })),
    problems: z.array(problemSchema),
  }),
  tests: record({
    key: text,
    taskId: text,
    tests: z.array(record({ id: text, taskId: text, body, origins })),
    problems: z.array(problemSchema),
  }),
  verdicts: storedVerdictsSchema.refine(
    ({ testIds, verdicts, outputs, details, weak }) =>
      [verdicts, outputs ?? testIds, details, weak].every(({ length }) => length === testIds.length),
    { error: 'has not one verdict, output, detail and weakness for each of its tests' },
  ),
  rankings: rankingSchema.extend(key),
  official: officialSchema.extend(key),
  explanations: explanationSchema.extend(key),
  solutions: solutionSchema.extend(key),
  ablation: ablationSchema.extend(key),
  draws: drawSchema.extend(key),
  reference: referenceSchema.extend(key),
  efficiency: efficiencySchema.extend(key),
} as const;
