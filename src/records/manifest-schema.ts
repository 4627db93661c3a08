import { z } from 'zod';
import { ARMS } from '../core/arm.ts';
import { pricesSchema } from '../core/token-cost.ts';

export const RUN_SCHEMA_VERSION = 1;

const RUN_STATUSES = ['running', 'finished', 'interrupted', 'budget-reached', 'failed'] as const;

/** `manifest.json`: the run's inputs, settings and versions; readers keep unknown fields. */
export const manifestSchema = z.object({
  schemaVersion: z.literal(RUN_SCHEMA_VERSION),
  status: z.enum(RUN_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The validated settings, without any secret. */
  config: z.record(z.string(), z.unknown()),
  seed: z.number(),
  dataset: z.object({ name: z.string(), format: z.string(), sha256: z.string(), tasks: z.int().min(0) }),
  model: z.object({ id: z.string(), endpoint: z.string().nullable() }),
  sandbox: z.object({ name: z.string(), detail: z.string() }),
  /** Image name -> digest, of the containers that tasks of repositories ran in. */
  images: z.record(z.string(), z.string()).optional(),
  versions: z.record(z.string(), z.string()),
  /** Of the folder that the run was started in; `dirty` only in records of versions that asked git. */
  git: z.object({ commit: z.string(), dirty: z.boolean().optional() }).nullable(),
  /** Samples per task and arm: N programs and N test replies. */
  samplesPerArm: z.int().min(1),
  arms: z.array(z.enum(ARMS)),
  scorer: z.string(),
  k: z.array(z.int().min(1)),
  /** Wall milliseconds spent in each stage so far, over all sessions of this run. */
  stageMs: z.record(z.string(), z.number()),
  /** By model id: prices that the account is made with. */
  prices: z.record(z.string(), pricesSchema).optional(),
  /** Which repeat of a study with the same settings this is, from 1; undefined if it is the only one. */
  repeat: z.int().min(1).optional(),
  /** Where programs and tests are from, if no model was asked. */
  given: z
    .object({
      /** Of the bytes of all files, in hex. */
      sha256: z.string(),
      samples: z.string(),
      tests: z.string(),
      format: z.string(),
      /** Irregularities that readers of the study should know. */
      counts: z.object({
        samples: z.number(),
        tasks: z.number(),
        /** Tasks of the run that the samples lack, so that they are left out. */
        tasksWithoutSamples: z.number(),
        tasksWithoutTests: z.number(),
        testReplies: z.number(),
        /** The most wordings that a task has. */
        wordings: z.number(),
        /** Tasks that lack wordings that other tasks have. */
        tasksWithFewerWordings: z.number(),
        /** Wordings of a task with fewer samples than an arm takes: no arm is made of such a one alone. */
        shortWordings: z.number(),
        /** Samples that repeat another one of the same task, wording and number, word for word; dropped. */
        repeated: z.number(),
        /** Whether the first variant replaces a missing original prompt. */
        withoutOriginal: z.boolean(),
      }),
    })
    .optional(),
});
