import { z } from 'zod';
import { ARMS } from '../core/arm.ts';
import type { FailedCall, ReplyRecord } from '../core/chat.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Refusal, Variant } from '../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { Stored } from '../core/stored.ts';
import { type CallRecord, pricesSchema } from '../core/token-cost.ts';
import type { LogName, RunLogs } from './log-schemas.ts';

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

/** What a line of a log says, whatever it is found by. */
type Content<K extends LogName> = Omit<RunLogs[K], 'key'>;

export type RunManifest = Stored<typeof manifestSchema>;
export type RunStatus = RunManifest['status'];
export type TaskRecord = Omit<Content<'tasks'>, 'refusals' | 'armSamples'>;
export type RefusalRecord = RunLogs['tasks']['refusals'][number] & Refusal;
export type ExtractionProblem = RunLogs['candidates']['problems'][number];
export type ArmSamples = RunLogs['tasks']['armSamples'][number];
export type RankingRecord = Content<'rankings'>;
export type OfficialRecord = Content<'official'>;
export type AblationRanking = Content<'ablation'>;
/** One of the four: which prompts the programs and which the tests were asked with. */
export type AblationCell = Pick<AblationRanking, 'programs' | 'tests'>;
export type ReferenceVerdicts = Content<'reference'>;
export type ExplainedFailure = Content<'explanations'>;
export type EfficiencyRecord = Content<'efficiency'>;

/** The arms ranked from imported samples: `size` samples out of so many variants. */
export interface DrawCell {
  /** Such as `one`, `spread`, `placebo-one`; unique within a run. */
  readonly name: string;
  readonly wordings: number;
  readonly size: number;
  readonly draws: number;
  /** Whether the samples of a task are dealt to its variants at random first. */
  readonly placebo: boolean;
}

/** The two cells that the selecting arms are. */
export const ONE = 'one';
export const SPREAD = 'spread';

/** All draws of one cell of one task. */
export type DrawRecord = Content<'draws'>;
/** One draw of a cell, ranked. */
export type RankedDraw = DrawRecord['draws'][number];
/** Index of a candidate in the record's list, and how many samples gave it. */
export type Weighted = RankedDraw['pool'][number];

/** The problem of a reply with code that parses, of which the program that was taken does not. */
export const PROGRAM_LOST = 'program-lost';

/** Cells of generated tests by which one program cost the sandbox its process; each is an `error` of the matrix. */
export interface FatalCells {
  readonly taskId: string;
  readonly candidateId: string;
  readonly reasons: readonly string[];
}

export interface RunRecord {
  readonly manifest: RunManifest;
  readonly tasks: readonly TaskRecord[];
  readonly variants: readonly Variant[];
  readonly refusals: readonly RefusalRecord[];
  readonly replies: readonly ReplyRecord[];
  /** Calls that were made, answered or not; absent in runs of before they were written down. */
  readonly calls?: readonly CallRecord[] | undefined;
  /** Single calls that failed and were not answered later; absent in runs of before they were kept. */
  readonly failures?: readonly FailedCall[] | undefined;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
  readonly problems: readonly ExtractionProblem[];
  /** Rows that cost the sandbox its process; absent or empty where none did. */
  readonly fatalCells?: readonly FatalCells[] | undefined;
  /** Over the union of all arms; an arm is the sub-matrix of its samples. */
  readonly matrices: readonly ExecutionMatrix[];
  readonly armSamples: readonly (ArmSamples & { readonly taskId: string })[];
  readonly rankings: readonly RankingRecord[];
  readonly official: readonly OfficialRecord[];
  /** Why programs failed; absent or empty in runs of before that was kept. */
  readonly explanations?: readonly ExplainedFailure[] | undefined;
  /** References of the tasks in which a program failed. */
  readonly solutions?: readonly Content<'solutions'>[] | undefined;
  /** Rankings of {original, mutated} prompts crossed; absent or empty where the run was not ablated. */
  readonly ablation?: readonly AblationRanking[] | undefined;
  /** Every draw of the arms out of samples that were given; absent or empty where models were asked. */
  readonly draws?: readonly DrawRecord[] | undefined;
  /** The reference on the generated tests, after the fact; of tasks that have one. */
  readonly referenceVerdicts?: readonly ReferenceVerdicts[] | undefined;
  readonly efficiency?: readonly EfficiencyRecord[] | undefined;
}
