import type { CandidateProblem, ChangedFiles } from '../../core/repository.ts';
import type { Verdict } from '../../core/sandbox.ts';
import { RunnerConversation } from '../native/runner-conversation.ts';

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
  /** What is laid over the root, and what of it must not be there. */
  readonly files: ChangedFiles;
  /** Ids of the repository's tests; with generated ones, none. */
  readonly nodes: readonly string[];
  readonly pytestArgs: readonly string[];
  readonly plugin: string | null;
}

/** Loads ahead, for all candidates that follow, what the originals load; answered by whether anything could be. */
export interface WarmRequest extends JobRequest {
  readonly op: 'warm';
}

interface CandidateRequest extends JobRequest {
  readonly limitMs: number;
  readonly memoryMib: number;
}

/** Tests of the repository on one candidate. */
export interface OfficialRequest extends CandidateRequest {
  readonly op: 'official';
}

/** Generated tests on one candidate. */
export interface GeneratedRequest extends CandidateRequest {
  readonly op: 'generated';
  readonly tests: readonly object[];
  readonly function: string;
  readonly className: string | null;
  readonly importMs: number;
}

export type RepositoryRequest = ReadRequest | WarmRequest | OfficialRequest | GeneratedRequest;

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
  readonly cpuMs: number;
}

type Answer = { readonly ok: unknown } | { readonly error: string };

/** Beyond every limit that the runner keeps itself: then it hangs, and is replaced. */
const PATIENCE_MS = 6 * 60 * 60_000;

/** The runner refuses a job for a reason of the repository's: a file that is not there. */
export class RepositoryMismatch extends Error {}

/** What each request is answered by. */
interface Answers {
  readonly read: ReadAnswer;
  readonly warm: boolean;
  readonly official: JudgedAnswer;
  readonly generated: JudgedAnswer;
}

/** The process of a repository's runner, which serves one request at a time. */
export class RepositoryRunner extends RunnerConversation<RepositoryRequest, Answer> {
  /** @throws WorkerDied if the runner is gone, RepositoryMismatch. */
  async request<Op extends keyof Answers>(request: RepositoryRequest & { readonly op: Op }): Promise<Answers[Op]> {
    const answer = await this.ask(request, PATIENCE_MS);
    if ('error' in answer) throw new RepositoryMismatch(answer.error);
    return answer.ok as Answers[Op];
  }
}
