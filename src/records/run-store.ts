import type { BatchRecord } from '../core/batch.ts';
import type { FailedCall, ReplyRecord } from '../core/chat.ts';
import type { ExplainedFailure, KeptSolution } from '../core/explanation.ts';
import type { Variant } from '../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { CallRecord } from '../core/token-cost.ts';
import type { DrawRecord } from './draws.ts';
import type { storedTaskSchema, storedVerdictsSchema } from './record-schemas.ts';
import type {
  AblationRanking,
  EfficiencyRecord,
  ExtractionProblem,
  OfficialRecord,
  RankingRecord,
  ReferenceVerdicts,
  RunManifest,
} from './run-record.ts';
import type { Stored } from './stored.ts';

export type StoredTask = Stored<typeof storedTaskSchema>;

/** The distinct programs of one task, derived from its replies; `key` hashes those replies. */
export interface StoredCandidates {
  readonly key: string;
  readonly taskId: string;
  readonly candidates: readonly Candidate[];
  readonly problems: readonly ExtractionProblem[];
}

/** The distinct generated tests of one task. */
export interface StoredTests {
  readonly key: string;
  readonly taskId: string;
  readonly tests: readonly GeneratedTest[];
  readonly problems: readonly ExtractionProblem[];
}

export type StoredVerdicts = Stored<typeof storedVerdictsSchema>;
export type StoredAblation = AblationRanking & { readonly key: string };
export type StoredDraws = DrawRecord & { readonly key: string };
export type StoredExplanation = ExplainedFailure & { readonly key: string };
export type StoredSolution = KeptSolution & { readonly key: string };
export type StoredReference = ReferenceVerdicts & { readonly key: string };
export type StoredEfficiency = EfficiencyRecord & { readonly key: string };
export type StoredRanking = RankingRecord & { readonly key: string };
export type StoredOfficial = OfficialRecord & { readonly key: string };

/** One append-only JSONL file per stage; the last record of a key counts. */
export interface RunLogs {
  readonly tasks: StoredTask;
  readonly variants: Variant;
  readonly replies: ReplyRecord;
  /** Single calls that failed while others went through; one that was answered later has a reply of the same key. */
  readonly failures: FailedCall;
  readonly calls: CallRecord;
  /** Batches that were handed in (`--batch`). */
  readonly batches: BatchRecord;
  readonly candidates: StoredCandidates;
  readonly tests: StoredTests;
  readonly verdicts: StoredVerdicts;
  readonly rankings: StoredRanking;
  readonly official: StoredOfficial;
  readonly explanations: StoredExplanation;
  readonly solutions: StoredSolution;
  readonly ablation: StoredAblation;
  readonly draws: StoredDraws;
  readonly reference: StoredReference;
  readonly efficiency: StoredEfficiency;
}

export type LogName = keyof RunLogs;

/** Records of one stage, looked up by key (`id` for variants). */
export interface RunLog<T> {
  get(key: string): T | undefined;
  /** In order of first appearance. */
  all(): readonly T[];
  /** Resolves once the record is handed to the operating system (replies: once it is on disk). @throws StoreError */
  append(record: T): Promise<void>;
}

/** A run directory, open for one process. */
export interface RunStore {
  readonly directory: string;
  readonly manifest: RunManifest;
  log<K extends LogName>(name: K): RunLog<RunLogs[K]>;
  updateManifest(change: Partial<RunManifest>): Promise<void>;
  /** Writes a report file beside the logs, whole or not at all. */
  writeFile(name: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** What a reference answers on the inputs of one task's official tests, and how long it took. */
export interface StoredAnswers {
  /** Per test of the oracle, how many calls each of its pieces has: one piece, or more where they were too slow or too large. */
  readonly pieces: readonly (readonly number[])[];
  /** Per test after splitting, per program that answers: its record, as `ExpectedAnswers` of form `recorded`. */
  readonly answers: readonly (readonly string[])[];
  /** Per test after splitting: CPU milliseconds of the reference, where they were measured; else 0. */
  readonly costsMs: readonly number[];
  /** CPU milliseconds per call that the oracle's relative limit comes to. */
  readonly timeoutMs: number;
}

/** Answers of references, kept between runs; a lost entry costs time, never a verdict. */
export interface AnswerCache {
  /** @param key hash of programs, inputs, rules and sandbox */
  get(key: string): Promise<StoredAnswers | null>;
  put(key: string, answers: StoredAnswers): Promise<void>;
}
