import type { CandidateProblem } from '../../core/repository.ts';
import type { Verdict } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../native/native-sandbox.ts';
import { FrameStream } from '../native/runner-protocol.ts';
import { WorkerDied } from '../pool/worker-died.ts';

/** Originals of the repository, as `runner/repository_main.py` is asked for them where it sees them. */
export interface ReadRequest {
  readonly op: 'read';
  readonly path: string;
  /** Files and folders of tests. */
  readonly tests: readonly string[];
}

interface JobRequest {
  readonly path: string;
  /** What lies at places that are covered where this runs. */
  readonly originals: Pick<ReadAnswer, 'content' | 'tests'>;
  /** The patched file, base64. */
  readonly source: string;
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
  readonly #process: RunnerPipes;
  readonly #frames: FrameStream<RepositoryRequest, Answer>;
  readonly #ended: Promise<void>;
  #spent = false;
  #stderr = '';
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  constructor(process: RunnerPipes) {
    this.#process = process;
    if (!process.stdin || !process.stdout) throw new WorkerDied('no pipes to the runner');
    this.#frames = new FrameStream(process.stdout, process.stdin, {
      onAnswer: (answer: Answer) => {
        this.#waiting?.resolve(answer);
        this.#waiting = null;
      },
      onBroken: (why) => {
        this.#stderr = why;
        process.kill('SIGKILL');
      },
    });
    process.stderr?.on('data', (part: Buffer) => {
      this.#stderr = (this.#stderr + part.toString('utf8')).slice(-2000);
    });
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#spent = true;
        this.#waiting?.reject(new WorkerDied(this.#stderr.trim() || why));
        this.#waiting = null;
        resolve();
      };
      process.once('error', (error) => end(error.message));
      process.once('close', (code, signal) => end(`ended with ${signal ?? `exit code ${code}`}`));
    });
  }

  get spent(): boolean {
    return this.#spent;
  }

  /** @throws WorkerDied when the container is gone, RepositoryMismatch. */
  async ask(request: ReadRequest): Promise<ReadAnswer>;
  async ask(request: OfficialRequest | GeneratedRequest): Promise<JudgedAnswer>;
  async ask(request: RepositoryRequest): Promise<unknown> {
    if (this.#spent) throw new WorkerDied(this.#stderr.trim() || 'the runner has ended');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), PATIENCE_MS);
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#frames.send(request);
      });
      if ('error' in answer) throw new RepositoryMismatch(answer.error);
      return answer.ok;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the container and everything in it; idempotent. */
  async close(): Promise<void> {
    this.#spent = true;
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
