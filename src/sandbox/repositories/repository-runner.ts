import { SandboxError } from '../../core/errors.ts';
import type { CandidateProblem, ChangedFiles } from '../../core/repository.ts';
import type { Verdict } from '../../core/sandbox.ts';
import { FramedProcess } from '../framed-process.ts';

interface CandidateRequest {
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
  readonly limitMs: number;
  readonly memoryMib: number;
}

interface GeneratedRequest extends CandidateRequest {
  readonly tests: readonly object[];
  readonly function: string;
  readonly className: string | null;
  readonly importMs: number;
}

export interface ReadAnswer {
  /** The file's bytes, base64. */
  readonly content: string;
  /** Those of the files of tests, by path. */
  readonly tests: Readonly<Record<string, string>>;
  /** Where either can be read, compiled or as it was, too: absolute, as the runner sees it; folders end with a slash. */
  readonly places: readonly string[];
}

export interface JudgedAnswer {
  readonly verdicts: readonly Verdict[];
  readonly details: readonly (string | null)[];
  readonly problem?: CandidateProblem;
  readonly passed?: number;
  readonly ran?: number;
  readonly cpuMs: number;
}

/** What `runner/repository_main.py` is asked, and by what each is answered. */
interface Questions {
  /** Originals, where it sees them; `tests` are files and folders. */
  readonly read: [{ readonly path: string; readonly tests: readonly string[] }, ReadAnswer];
  /** Tests of the repository on one candidate. */
  readonly official: [CandidateRequest, JudgedAnswer];
  readonly generated: [GeneratedRequest, JudgedAnswer];
}

export type RepositoryRequest<Op extends keyof Questions> = { readonly op: Op } & Questions[Op][0];

type Answer = { readonly ok: unknown } | { readonly error: string };

/** Beyond every limit that the runner keeps itself: then it hangs, and is replaced. */
const PATIENCE_MS = 6 * 60 * 60_000;

/** The process of a repository's runner, which serves one request at a time. */
export class RepositoryRunner extends FramedProcess {
  /** @throws WorkerDied if the runner is gone, SandboxError `repository-mismatch` if the repository lacks a file. */
  async request<Op extends keyof Questions>(id: string, request: RepositoryRequest<Op>): Promise<Questions[Op][1]> {
    const answer = await this.ask<Answer>(request, PATIENCE_MS);
    if ('ok' in answer) return answer.ok as Questions[Op][1];
    throw new SandboxError('repository-mismatch', `${id}: ${answer.error}`, {
      hint: 'Check the path and the version of the package in the task file.',
    });
  }
}
