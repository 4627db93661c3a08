import type { TestBody } from '../core/program.ts';

/** A generated test as text. */
export function testText(body: TestBody): string {
  if (body.kind === 'assertion') return body.code;
  if (body.kind === 'method') return `# ${body.method}\n${body.module}`;
  return `stdin:\n${body.stdin}\nexpected stdout:\n${body.expectedStdout}`;
}
