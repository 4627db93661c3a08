import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxTest } from '../../core/sandbox.ts';
import { packageRoot } from '../../package-root.ts';

/** The function that a measuring program offers: rounds in, (milliseconds of CPU, KiB at the peak) out. */
export const MEASURE = '_mutagree_measure';

const template = () => readFileSync(join(packageRoot(), 'src/pipeline/7-evaluate/measuring_program.py'), 'utf8');

/** JSON's strings are Python's, short of lone surrogates, which neither language can encode. */
const literal = (text: string) => JSON.stringify(text.replace(/[\ud800-\udfff]/gu, '?'));

/** Null for tests that need more than the program, such as those of a repository. */
function testLiteral({ body }: SandboxTest): string | null {
  switch (body.kind) {
    case 'assertion':
      return `("assertion", ${literal(body.code)}, "")`;
    case 'method':
      return `("method", ${literal(body.module)}, ${literal(body.method)})`;
    case 'in-process':
      return `(${literal(body.form)}, ${literal(body.module)}, ${literal(body.method ?? '')})`;
    case 'calls':
      return `("calls", ${literal(body.inputs)}, ${literal(body.target)})`;
    case 'stdio':
      return `("stdio", ${literal(body.stdin)}, "")`;
    default:
      return null;
  }
}

/**
 * A program that measures another on tests: in each round it is loaded anew, outside the clock, and runs them all; the
 * fastest round counts, and a last one, without the clock, traces memory. Assertions and methods raise where they do not
 * pass; what calls return and scripts print was judged before and is not looked at.
 *
 * @returns null where a test needs more than the program.
 */
export function measuringProgram(code: string, tests: readonly SandboxTest[], setup = ''): string | null {
  const literals = tests.map(testLiteral);
  if (literals.includes(null)) return null;
  // The tests first: what stands in the program is not looked for any more then.
  return template()
    .replace('tests = []', () => `tests = [${literals.join(', ')}]`)
    .replace('source = ""', () => `source = ${literal(`${setup}\n${code}`)}`);
}
