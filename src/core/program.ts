import { z } from 'zod';
import { count, record, type Stored, text } from './stored.ts';

/** Which reply a program or test came from. */
const originSchema = record({ variantId: text, sample: count });
export const originsSchema = z.array(originSchema);
export type Origin = Stored<typeof originSchema>;

/** One text per sample of a task, for sets and maps: the reply that a program or test came from. */
export const sampleKey = ({ variantId, sample }: Origin): string => JSON.stringify([variantId, sample]);

export const candidateSchema = record({
  /** Content hash of the normalised program, 16 hex digits; unique within its task. */
  id: text,
  taskId: text,
  /** The first program seen with this normal form, complete and runnable. */
  code: text,
  origins: originsSchema,
});
export type Candidate = Stored<typeof candidateSchema>;

/** The body of a test: a statement, one method of a `unittest.TestCase` in its module, or an input/output pair. */
const testBodySchema = z.discriminatedUnion('kind', [
  record({ kind: z.literal('assertion'), code: text }),
  record({ kind: z.literal('method'), module: text, method: text }),
  record({ kind: z.literal('stdio'), stdin: text, expectedStdout: text }),
]);
export type TestBody = Stored<typeof testBodySchema>;

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
export const generatedTestSchema = record({
  /** Content hash of the normalised test, 16 hex digits; unique within its task. */
  id: text,
  taskId: text,
  body: testBodySchema,
  origins: originsSchema,
});
export type GeneratedTest = Stored<typeof generatedTestSchema>;

export function testText(body: TestBody): string {
  if (body.kind === 'assertion') return body.code;
  return body.kind === 'method'
    ? `${body.method} of\n${body.module}`
    : `stdin ${body.stdin}\nstdout ${body.expectedStdout}`;
}
