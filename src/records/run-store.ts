import { z } from 'zod';
import type { Stored } from '../core/stored.ts';
import type { LogName, RunLogs } from './log-schemas.ts';
import type { RunManifest } from './run-record.ts';

export type { LogName, RunLogs } from './log-schemas.ts';

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
  /** Writes a report file next to the logs, whole or not at all. */
  writeFile(name: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** The reference's answers on the inputs of one task's official tests, with their duration. */
export const answersSchema = z.object({
  /** Per test of the oracle, how many calls each of its pieces has: one piece, or more where they were too slow or too large. */
  pieces: z.array(z.array(z.int().min(1))),
  /** Per test after splitting, per program that answers: its record, as `ExpectedAnswers` of form `recorded`. */
  answers: z.array(z.array(z.string())),
  /** Per test after splitting: CPU milliseconds of the reference, where they were measured; else 0. */
  costsMs: z.array(z.number().min(0)),
  /** CPU milliseconds per call that the oracle's relative limit comes to. */
  timeoutMs: z.number().positive(),
});
export type StoredAnswers = Stored<typeof answersSchema>;

/** Answers of references, kept between runs; a lost entry costs time, never a verdict. */
export interface AnswerCache {
  /** @param key hash of programs, inputs, rules and sandbox */
  get(key: string): Promise<StoredAnswers | null>;
  put(key: string, answers: StoredAnswers): Promise<void>;
}
