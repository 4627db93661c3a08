/** Which reply a program or test came from. */
export interface Origin {
  readonly variantId: string;
  readonly sample: number;
}

/** One text per sample of a task, for sets and maps: the reply that a program or test came from. */
export const sampleKey = ({ variantId, sample }: Origin): string => JSON.stringify([variantId, sample]);

/** A distinct program for a task, renames undone. */
export interface Candidate {
  /** Content hash of the normalised program, 16 hex digits; unique within its task. */
  readonly id: string;
  readonly taskId: string;
  /** The first program seen with this normal form, complete and runnable. */
  readonly code: string;
  readonly origins: readonly Origin[];
}

/** The body of a test: a statement, one method of a `unittest.TestCase` in its module, or an input/output pair. */
export type TestBody =
  | { readonly kind: 'assertion'; readonly code: string }
  | { readonly kind: 'method'; readonly module: string; readonly method: string }
  | { readonly kind: 'stdio'; readonly stdin: string; readonly expectedStdout: string };

/**
 * A test module that runs in one process with the program, as its benchmark's authors run it. Its verdict is weak.
 * `unittest`: runs after the program in its namespace, and every test of its `TestCase` classes must pass. `script`: runs
 * alone, with the program's text as `solution`, and passes when it comes to its end.
 */
export interface InProcessTest {
  readonly kind: 'in-process';
  readonly form: 'unittest' | 'script';
  readonly module: string;
}

/** A distinct check that the model wrote, renames undone. */
export interface GeneratedTest {
  /** Content hash of the normalised test, 16 hex digits; unique within its task. */
  readonly id: string;
  readonly taskId: string;
  readonly origins: readonly Origin[];
  readonly body: TestBody;
}

/** A test as people read it. */
export function testText(body: TestBody): string {
  if (body.kind === 'assertion') return body.code;
  return body.kind === 'method'
    ? `${body.method} of\n${body.module}`
    : `stdin ${body.stdin}\nstdout ${body.expectedStdout}`;
}
