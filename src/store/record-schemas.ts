import { z } from 'zod';
import { ARMS } from '../core/arm.ts';
import { MUTATOR_FAMILIES, PRESERVATIONS } from '../core/mutation.ts';
import { DATA_TYPES, ML_TASKS, STAGES } from '../core/task.ts';
import type { LogName, RunLogs } from '../records/run-store.ts';

/** What stands in stored records; fields that nobody here knows are left alone. */
const record = z.looseObject;
const text = z.string();
const count = z.number().min(0);
const texts = z.array(text);
const verdict = z.enum(['pass', 'fail', 'error', 'timeout', 'out-of-memory', 'not-run']);
const problemOfProgram = z.enum(['no-code', 'patch-impossible', 'collection-error', 'import-error']);
const arm = z.enum(ARMS);
const pool = z.enum(['original', 'mutated']);
const purpose = z.enum(['program', 'tests', 'mutation', 'plan', 'stage', 'repair', 'question']);

const usage = record({ inputTokens: count, outputTokens: count, cachedInputTokens: count.exactOptional() });
const request = record({
  messages: z.array(record({ role: z.enum(['system', 'user', 'assistant']), content: text })),
  temperature: z.number(),
  topP: z.number(),
  maxTokens: z.number(),
  stop: texts.exactOptional(),
  seed: z.number().exactOptional(),
  reasoningEffort: text.exactOptional(),
  extraBody: z.record(text, z.unknown()).exactOptional(),
  sample: count,
});
const sent = record({
  endpoint: text,
  tokensField: z.enum(['max_tokens', 'max_completion_tokens']),
  without: z.array(z.enum(['temperature', 'top_p', 'seed'])),
  choices: count.exactOptional(),
  batch: text.exactOptional(),
});
const asked = { key: text, model: text, taskId: text, variantId: text, purpose, request, replayed: z.boolean() };

const origins = z.array(record({ variantId: text, sample: count }));
const body = z.discriminatedUnion('kind', [
  record({ kind: z.literal('assertion'), code: text }),
  record({ kind: z.literal('method'), module: text, method: text }),
  record({ kind: z.literal('stdio'), stdin: text, expectedStdout: text }),
]);
const problems = z.array(record({ taskId: text, variantId: text, sample: count, purpose, problem: text }));
const weighted = z.tuple([count, count]);
const armSamples = z.array(record({ arm, samples: origins, tests: origins.exactOptional() }));
const labels = record({
  stage: z.enum(STAGES).exactOptional(),
  mlTask: z.enum(ML_TASKS).exactOptional(),
  dataType: z.enum(DATA_TYPES).exactOptional(),
});
const mutation = record({
  mutator: text,
  family: z.enum(MUTATOR_FAMILIES),
  components: z.array(record({ mutator: text, family: z.enum(MUTATOR_FAMILIES) })).exactOptional(),
  change: record({
    words: count,
    changedWords: z.number(),
    tokenEdits: z.number(),
    reordered: z.number(),
  }).exactOptional(),
  preserves: z.enum(PRESERVATIONS),
  seed: z.number(),
  edits: z.array(record({ start: count, end: count, replacement: text })),
  renames: z.record(text, text),
  framed: z.literal(true).exactOptional(),
});
const rankedSets = z.array(
  record({ candidateIds: texts, testIds: texts, score: z.number(), tieBreak: z.number().exactOptional() }),
);
const ranked = {
  key: text,
  taskId: text,
  scorer: text,
  sets: rankedSets,
  strongSets: rankedSets.exactOptional(),
  tiedIds: texts,
  pickedId: text.nullable(),
  abstained: z.boolean(),
  confidence: z.number().nullable().exactOptional(),
};

/** What each line of a run directory's logs must be: the folder may come from somebody else. */
export const LOG_SCHEMAS: { readonly [K in LogName]: z.ZodType<RunLogs[K]> } = {
  tasks: record({
    key: text,
    taskId: text,
    promptText: text,
    entryPoint: text.nullable(),
    labels,
    date: text.exactOptional(),
    refusals: z.array(record({ taskId: text, mutator: text, refused: text })),
    armSamples,
    matchedSamples: armSamples.exactOptional(),
  }),
  variants: record({ id: text, taskId: text, prompt: text, mutation: mutation.nullable() }),
  replies: record({
    ...asked,
    reply: record({
      status: z.enum(['completed', 'truncated', 'refused', 'failed']),
      text,
      usage: usage.nullable(),
      sent: sent.exactOptional(),
      sentCharacters: count.exactOptional(),
    }),
  }),
  failures: record({ ...asked, failure: record({ code: text, message: text }), usage: usage.nullable() }),
  calls: record({
    key: text,
    replyKey: text,
    alsoKeys: texts.exactOptional(),
    model: text,
    state: z.enum(['open', 'answered', 'refused', 'failed']),
    usage: usage.nullable(),
    worst: usage,
    batch: z.literal(true).exactOptional(),
  }),
  batches: z.discriminatedUnion('kind', [
    record({
      key: text,
      kind: z.literal('prepared'),
      model: text,
      asks: z.array(record({ id: text, request, about: record({ taskId: text, variantId: text, purpose }) })),
    }),
    record({
      key: text,
      kind: z.literal('state'),
      state: z.enum(['submitted', 'collected', 'refused']),
      batchId: text,
      status: text,
    }),
  ]),
  candidates: record({
    key: text,
    taskId: text,
    candidates: z.array(record({ id: text, taskId: text, code: text, origins })),
    problems,
  }),
  tests: record({
    key: text,
    taskId: text,
    tests: z.array(record({ id: text, taskId: text, body, origins })),
    problems,
  }),
  verdicts: record({
    key: text,
    taskId: text,
    candidateId: text,
    testIds: texts,
    verdicts: z.array(verdict),
    outputs: z.array(text.nullable()).exactOptional(),
    details: z.array(text.nullable()),
    weak: z.array(z.boolean()),
    cpuMs: z.number(),
    probes: record({ inputs: texts, outputs: z.array(text.nullable()) }).exactOptional(),
    given: record({ tests: texts, passed: z.boolean() }).exactOptional(),
    problem: problemOfProgram.exactOptional(),
    fatal: z.array(count).exactOptional(),
  }).refine(
    ({ testIds, verdicts, outputs, details, weak }) =>
      [verdicts, outputs ?? testIds, details, weak].every(({ length }) => length === testIds.length),
    { error: 'has not one verdict, output, detail and weakness for each of its tests' },
  ),
  rankings: record({ ...ranked, arm, rule: text.exactOptional(), asked: count.exactOptional() }),
  official: record({
    key: text,
    taskId: text,
    candidateId: text,
    passed: z.boolean(),
    verdict,
    detail: text.nullable(),
    parts: z.record(text, verdict).exactOptional(),
    problem: problemOfProgram.exactOptional(),
    tests: record({ passed: count, total: count }).exactOptional(),
    fatal: text.exactOptional(),
    failed: record({
      id: text,
      test: text,
      expected: text.nullable(),
      returned: text.nullable(),
      behaviour: text.nullable(),
    }).exactOptional(),
  }),
  explanations: record({
    key: text,
    taskId: text,
    candidateId: text,
    kinds: z.array(record({ label: count, name: text, subKind: text.exactOptional() })),
    evidence: texts,
    traceback: text.nullable(),
    by: text,
  }),
  solutions: record({ key: text, taskId: text, code: text }),
  ablation: record({ ...ranked, programs: pool, tests: pool }),
  crossed: record({
    key: text,
    taskId: text,
    scorer: text,
    cell: text,
    wordings: count,
    size: count,
    exact: z.boolean(),
    candidateIds: texts,
    draws: z.array(
      record({ wordings: z.array(count), pool: z.array(weighted), best: z.array(weighted), abstained: z.boolean() }),
    ),
  }),
  reference: record({
    key: text,
    taskId: text,
    testIds: texts,
    passed: z.array(z.boolean()),
    problem: text.exactOptional(),
  }),
  efficiency: record({
    key: text,
    taskId: text,
    candidateId: text.nullable(),
    measures: record({
      cpuMs: z.number(),
      peakKib: z.number(),
      cyclomatic: z.number(),
      cognitive: z.number(),
      maintainabilityIndex: z.number(),
      sourceLines: z.number(),
    }).nullable(),
    problem: text.exactOptional(),
  }),
};
