import { z } from 'zod';
import { hashOf } from './hash.ts';
import type { InProcessTest, TestBody } from './program.ts';
import { CANDIDATE_PROBLEMS, type RepositoryTarget, type TreeTarget } from './repository.ts';
import { count, record, type Stored, text } from './stored.ts';

/** `fail`: the check did not hold. `error`: the program raised something else. `not-run`: skipped on request. */
export const VERDICTS = ['pass', 'fail', 'error', 'timeout', 'out-of-memory', 'not-run'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface PytestBody {
  readonly kind: 'pytest';
  readonly node: string;
}

export interface SandboxTest {
  readonly id: string;
  readonly body: TestBody | DecimalsBody | CallsBody | InProcessTest | PytestBody;
}

/** An input/output pair whose lines are compared as LiveCodeBench does: stripped, and `1.0` is `1`. */
export type DecimalsBody = Extract<TestBody, { kind: 'stdio' }> & { readonly comparison: 'decimals' };

export interface CallsBody {
  readonly kind: 'calls';
  /** A function, or `Solution.f` for a method of a new object. */
  readonly target: string;
  /**
   * JSON of a list of argument lists. A value that JSON lacks is an object of one key: `@tuple`, `@set` or `@dict`
   * (pairs) with a list, `@complex` or `@float` with text.
   */
  readonly inputs: string;
  readonly count: number;
  /** Only the argument list of this index, or those from the first up to (not with) the second; all by default. */
  readonly only?: number | readonly [number, number] | undefined;
  /** Answers to choose from; tolerances hold for the first. Without any, whatever is returned passes. */
  readonly expected?: readonly ExpectedAnswers[] | undefined;
  readonly comparison: AnswerComparison;
}

/** JSON of a list of one value an input, or the record that another program left on the same test. */
export interface ExpectedAnswers {
  readonly form: 'json' | 'recorded';
  readonly text: string;
}

/**
 * When an answer equals the expected one. `equal`: by Python's `==`; `list-or-tuple`: equal, and an outer tuple may
 * replace a list; `members`: the same set of elements; `presence`: both None, or neither; `any`: any value; `root`: the
 * polynomial whose coefficients are the first argument is within `tolerance` of zero there.
 */
export interface AnswerComparison {
  readonly rule: 'equal' | 'list-or-tuple' | 'members' | 'presence' | 'any' | 'root';
  /** Absolute difference within which values of one type pass, besides 1e-7 relative; 0: floats within 1e-6. */
  readonly tolerance?: number | undefined;
}

/** The tests of one task, shared by all its candidates; a sandbox compiles them once for each `id`. */
export interface TestSuite {
  /** Content hash of everything below. */
  readonly id: string;
  readonly tests: readonly SandboxTest[];
  readonly entryPoint: string | null;
  /** Python run at the start of every cell, before the candidate. */
  readonly setup?: string | undefined;
  readonly preload?: readonly string[] | undefined;
  readonly official?: true | undefined;
  /** Where the candidate is put before the tests run; a program of its own without one. */
  readonly repository?: RepositoryTarget | undefined;
  /** Whose files the candidate changes before pytest runs; needs a sandbox of repositories. */
  readonly tree?: TreeTarget | undefined;
}

export function suiteOf(content: Omit<TestSuite, 'id'>): TestSuite {
  return { id: hashOf(content), ...content };
}

export interface SandboxLimits {
  /** CPU milliseconds per cell, or for all of a repository's tests together; wall time is bounded more loosely. */
  readonly timeoutMs: number;
  readonly memoryMib: number;
  /** After this many timed-out cells the candidate's other cells are `not-run`; never by default. */
  readonly giveUpAfterTimeouts?: number | undefined;
  /** Tests after the first one that does not pass, in the suite's order, may be `not-run`; a sandbox need not leave them out. */
  readonly stopAtFailure?: true | undefined;
}

export interface SandboxJob {
  readonly id: string;
  readonly code: string;
  readonly suite: TestSuite;
  readonly limits: SandboxLimits;
}

/** One program on every test of a suite. */
export const resultSchema = record({
  verdicts: z.array(z.enum(VERDICTS)),
  /** Canonical text of the value(s) that the program returned in that cell; null where it returned none. */
  outputs: z.array(text.nullable()),
  /** A short reason for each cell that does not pass (exception type and message); null otherwise. */
  details: z.array(text.nullable()),
  /** Whether program and test shared a process, or a helper of the program's took part: a program could forge it. */
  weak: z.array(z.boolean()),
  cpuMs: z.number(),
  problem: z.enum(CANDIDATE_PROBLEMS).optional(),
  /** Indexes of cells that are `error` because they cost the sandbox its process; absent where none did. */
  fatal: z.array(count).optional(),
  /** Of a repository's tests: how many passed, and how many there were. */
  counts: record({ passed: count, ran: count }).optional(),
});
export type SandboxResult = Stored<typeof resultSchema>;

/** A candidate's behaviour is a value of the result; a failure of the sandbox itself is thrown. */
export interface Sandbox {
  readonly name: string;
  /** Safe to call concurrently. @throws SandboxError if the sandbox fails, InterruptedError */
  run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly jobs: number;
  /** Python interpreter for the sandboxes that use the host's. */
  readonly python?: string | undefined;
  /** Image for the sandboxes that run in containers: any with a `python3` of 3.8 or later. */
  readonly image?: string | undefined;
}

export type SandboxProbe =
  | { readonly available: true; readonly detail: string }
  | { readonly available: false; readonly detail: string; readonly hint: string };

export interface SandboxPlugin {
  readonly name: string;
  readonly summary: string;
  /** Whether programs are held off the host; `process` is not, and is never chosen by itself. */
  readonly isolates: boolean;
  /** Whether programs run on an interpreter of this machine, the one that `SandboxOptions.python` names. */
  readonly usesHostPython?: true | undefined;
  probe(): Promise<SandboxProbe>;
  /** @throws SandboxError when it cannot be started. */
  open(options: SandboxOptions): Promise<Sandbox>;
}

/** Results of a sandbox, kept while a command works so that the same command can go on; a lost entry costs time only. */
export interface ResultJournal {
  /** @param key hash of all that decides the result */
  get(key: string): Promise<SandboxResult | null>;
  /** Resolves once the result is handed to the operating system. @throws StoreError */
  put(key: string, result: SandboxResult): Promise<void>;
}

/** One letter per verdict, as rows of matrices hold them in files and pages. */
export const VERDICT_LETTERS: Readonly<Record<Verdict, string>> = {
  pass: 'p',
  fail: 'f',
  error: 'e',
  timeout: 't',
  'out-of-memory': 'm',
  'not-run': 'n',
};
