import type { CandidateProblem, ChangedFiles } from '../../core/repository.ts';
import type { Verdict } from '../../core/sandbox.ts';
import { RunnerConversation, type RunnerPipes } from '../native/runner-conversation.ts';

/** Originals of the repository, as `runner/repository_main.py` is asked for them where it sees them. */
export interface ReadRequest {
  readonly op: 'read';
  readonly path: string;
  /** Files and folders of tests. */
  readonly tests: readonly string[];
}

interface JobRequest {
  /** Of the module under test; null if a candidate changes files of a tree. */
  readonly path: string | null;
  /** Folders that modules of a tree are imported from. */
  readonly importFrom?: readonly string[];
  /** What lies at places that are covered where this runs. */
  readonly originals: Pick<ReadAnswer, 'content' | 'tests'>;
  /** The patched files. */
  readonly files: ChangedFiles;
  readonly limitMs: number;
  readonly memoryMib: number;
  /** Names the module that a warm parent is kept for. */
  readonly key: string;
  /** Whether a warm parent is worth its start. */
  readonly warm: boolean;
  /** Ids of the repository's tests; with generated ones, none. */
  readonly nodes: readonly string[];
  readonly pytestArgs: readonly string[];
  readonly plugin: string | null;
}

/** Tests of the repository on one candidate. */
export interface OfficialRequest extends JobRequest {
  readonly op: 'official';
}

/** Generated tests on one candidate. */
export interface GeneratedRequest extends JobRequest {
  readonly op: 'generated';
  readonly tests: readonly object[];
  readonly function: string;
  readonly className: string | null;
  readonly importMs: number;
}

export type RepositoryRequest = ReadRequest | OfficialRequest | GeneratedRequest;

export interface ReadAnswer {
  /** The file's bytes, base64. */
  readonly content: string;
  /** Those of the files of tests, by path. */
  readonly tests: Readonly<Record<string, string>>;
  /** Where either can be read, compiled or as it was, too: absolute, as the runner sees it; folders end with a slash. */
  readonly places: readonly string[];
  /** The name under which tests import the file. */
  readonly module: string;
}

export interface JudgedAnswer {
  readonly verdicts: readonly Verdict[];
  readonly details: readonly (string | null)[];
  readonly problem?: CandidateProblem;
  readonly passed?: number;
  readonly ran?: number;
  /** What pytest wrote of its run; absent where it did not come to that. */
  readonly junit?: string;
  /** Name of the test that must fail, so that nobody makes failures pass. */
  readonly sentinel?: string;
  readonly cpuMs: number;
  readonly warm: boolean;
}

type Answer = { readonly ok: unknown } | { readonly error: string };

/** Beyond every limit that the runner keeps itself: then it hangs, and is replaced. */
const PATIENCE_MS = 6 * 60 * 60_000;

/** The runner refuses a job for a reason of the repository's: a file that is not there. */
export class RepositoryMismatch extends Error {}

/** A container with the runner, which serves one job at a time. */
export class RepositoryWorker {
  readonly #conversation: RunnerConversation<RepositoryRequest, Answer>;

  constructor(process: RunnerPipes) {
    this.#conversation = new RunnerConversation(process);
  }

  get spent(): boolean {
    return this.#conversation.isOver;
  }

  /** @throws WorkerDied when the container is gone, RepositoryMismatch. */
  async ask(request: ReadRequest): Promise<ReadAnswer>;
  async ask(request: OfficialRequest | GeneratedRequest): Promise<JudgedAnswer>;
  async ask(request: RepositoryRequest): Promise<unknown> {
    const answer = await this.#conversation.ask([request], PATIENCE_MS);
    if ('error' in answer) throw new RepositoryMismatch(answer.error);
    return answer.ok;
  }

  /** Ends the container and everything in it; idempotent. */
  async close(): Promise<void> {
    await this.#conversation.close();
  }
}
