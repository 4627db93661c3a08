import { countsOf } from '../../core/counts-of.ts';
import { definesFunction } from '../../python-source/syntax/python-names.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-words.ts';

/** Names followed by an opening parenthesis and not preceded by a dot, in order of appearance. */
function calledNames(test: string): string[] {
  return [...test.matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?=\s*\()/gu)].map(([name]) => name);
}

/** Of the names that count, the one that most tests call; of equals the one called first. */
function mostCalled(tests: readonly string[], counted: (name: string) => boolean): string | null {
  const counts = countsOf(tests.flatMap((test) => [...new Set(calledNames(test))]));
  const found = [...counts].filter(([name]) => counted(name));
  return found.reduce<[string, number] | null>((a, b) => (a && a[1] >= b[1] ? a : b), null)?.[0] ?? null;
}

/**
 * The function that tests are about: of those that the reference defines, the one called in most tests; of equals, the
 * one called first, which is the outer one of `f(g(x))`. Null where no test calls any.
 */
export const testedFunction = (reference: string, tests: readonly string[]): string | null =>
  mostCalled(tests, (name) => definesFunction(reference, name));

/** Names that a test defines or imports itself: these are not under test. */
const OWN_NAME =
  /\b(?:def|class|as|import|for|lambda)\s+([\p{L}_][\p{L}\p{N}_]*)|^[ \t]*([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/gmu;

/** Where there is no reference: the name that most tests call, and that is neither Python's nor their own. */
export function calledFunction(tests: readonly string[]): string | null {
  const own = tests.flatMap((test) => [...test.matchAll(OWN_NAME)].map(([, made, bound]) => made ?? bound ?? ''));
  const known = new Set<string>([...PYTHON_BUILTINS, ...PYTHON_KEYWORDS, 'candidate', 'check', ...own]);
  return mostCalled(tests, (name) => !known.has(name));
}
