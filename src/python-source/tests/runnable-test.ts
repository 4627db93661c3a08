import type { TestBody } from '../../core/program.ts';
import { isValidPython } from '../syntax/parse-python.ts';

/** Whether a test can run at all: a broken one is not informative about a program. */
export function isRunnableTest(body: TestBody): boolean {
  return body.kind === 'stdio' || isValidPython(body.kind === 'method' ? body.module : body.code);
}
