import { renameIdentifiers } from '../../python-source/renaming/rename.ts';
import { findFunction, listCalls } from '../../python-source/syntax/python-names.ts';

/**
 * The test with keywords renamed in calls of the function that `check` is given: `candidate(size=3)` follows a renaming
 * of `size`, although nothing in the test says which function `candidate` is.
 */
export function renameCandidateKeywords(
  test: string,
  entryPoint: string,
  renames: Readonly<Record<string, string>>,
): string {
  const candidate = findFunction(test, 'check')?.parameters[0]?.name;
  const words = new Set(test.match(/[\p{L}\p{N}_]+(?=\s*=(?!=))/gu));
  const keywords = Object.fromEntries(Object.entries(renames).filter(([old]) => old !== entryPoint && words.has(old)));
  if (candidate === undefined || Object.keys(keywords).length === 0) return test;
  let renamed = test;
  // One call after the other: a keyword's new name moves the calls after it, but keeps their order.
  for (let at = 0; at < listCalls(renamed, candidate).length; at++) {
    const { arguments: span } = listCalls(renamed, candidate)[at] as ReturnType<typeof listCalls>[number];
    const outcome = renameIdentifiers(entryPoint + renamed.slice(span.start, span.end), keywords, { entryPoint });
    if ('refused' in outcome) continue;
    renamed = renamed.slice(0, span.start) + outcome.code.slice(entryPoint.length) + renamed.slice(span.end);
  }
  return renamed;
}
