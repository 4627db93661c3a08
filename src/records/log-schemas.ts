import { z } from 'zod';
import { chatRequestSchema, failedCallSchema, replyRecordSchema, replySubjectSchema } from '../core/chat.ts';
import { variantSchema } from '../core/mutation.ts';
import { candidateSchema, generatedTestSchema } from '../core/program.ts';
import { record, text } from '../core/stored.ts';
import { callRecordSchema } from '../core/token-cost.ts';
import {
  ablationSchema,
  drawSchema,
  efficiencySchema,
  explanationSchema,
  officialSchema,
  problemSchema,
  rankingSchema,
  referenceSchema,
  solutionSchema,
  storedTaskSchema,
  storedVerdictsSchema,
} from './record-schemas.ts';

const key = { key: text };

/** One append-only JSONL file per stage, and what its lines must be: the folder may come from somebody else. */
export const LOG_SCHEMAS = {
  tasks: storedTaskSchema,
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
  candidates: record({
    key: text,
    taskId: text,
    candidates: z.array(candidateSchema),
    problems: z.array(problemSchema),
  }),
  tests: record({
    key: text,
    taskId: text,
    tests: z.array(generatedTestSchema),
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
