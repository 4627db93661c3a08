import { isValidPython } from '../syntax/parse-python.ts';
import { holdsCode } from '../syntax/program-statements.ts';
import { definesFunction, findFunction, listClasses } from '../syntax/python-names.ts';
import type { SyntaxBudget } from '../syntax/reading-limits.ts';
import { longestValidPrefix, topLevelChunks } from './code-chunks.ts';
import { repairedCode } from './repair-code.ts';

/** The criteria of the search for a program. */
export interface Search {
  /** As the prompt names it; null for a script. */
  readonly entryPoint: string | null;
  readonly truncated: boolean;
  readonly budget: SyntaxBudget;
}

/** One reading of a text as a program. */
export interface Reading {
  readonly code: string;
  /** 4: complete; 3: a name for something else; 2: the function without a body; 1: other code. */
  readonly worth: 1 | 2 | 3 | 4;
}

const READS_INPUT = /\binput\s*\(|\bstdin\b(?!\s*=)|\bopen\(\s*0|\bfileinput\b/;

function worthOf(code: string, entryPoint: string | null): Reading['worth'] {
  if (entryPoint === null) return READS_INPUT.test(code) ? 4 : /\bprint\s*\(|\bstdout\b/.test(code) ? 3 : 2;
  const found = findFunction(code, entryPoint);
  if (!found) return definesFunction(code, entryPoint) ? (isClass(code, entryPoint) ? 4 : 3) : 1;
  return found.implemented ? 4 : 2;
}

const isClass = (code: string, name: string): boolean => listClasses(code).some((found) => found.name === name);

/** The valid statements of a text; null where there is no code among them. */
function validParts(code: string, { truncated, budget }: Search): string | null {
  const chunks = topLevelChunks(code, budget);
  const lastText = chunks.findLastIndex(({ text }) => text.trim() !== '');
  const kept = chunks.flatMap(({ text, valid }, index) => {
    if (valid) return holdsCode(text) || /^(?:#|\s*$)/.test(text) ? [text] : [];
    const prefix = truncated && index >= lastText ? longestValidPrefix(text, () => true, budget) : null;
    return prefix === null ? [] : [prefix.trimEnd()];
  });
  const joined = `${kept.join('\n').trimEnd()}\n`;
  return isValidPython(joined) && holdsCode(joined) ? joined : null;
}

/** The best of the readings, each made as far as none before it is complete; the first of equal worth. */
export function bestReading(readings: Iterable<Reading | null>): Reading | null {
  let best: Reading | null = null;
  for (const reading of readings) {
    if ((reading?.worth ?? 0) > (best?.worth ?? 0)) best = reading;
    if (best?.worth === 4) break;
  }
  return best;
}

/** The text as a program: whole if it can be repaired so, else the parts of it that are Python. */
export function readCode(source: string, search: Search): Reading | null {
  const { entryPoint, budget } = search;
  const wholeIn = (code: string) => (isValidPython(code) && holdsCode(code) ? code : null);
  const versions = [...repairedCode(source)];
  function* readings(): Iterable<Reading | null> {
    for (const read of [wholeIn, validParts]) {
      for (const version of versions) {
        if (!budget.allows(version.length)) break;
        const code = read(version, search);
        yield code === null ? null : { code, worth: worthOf(code, entryPoint) };
      }
    }
  }
  return bestReading(readings());
}
