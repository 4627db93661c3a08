import { asStatement, bindingStatements, borrowDefinitions, boundNames } from '../scopes/borrow-definitions.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { findFunction } from '../syntax/python-names.ts';
import { parsePython } from '../syntax/python-tree.ts';

/** Whether the prompt is Python down to the function that it begins; running text around code is not. */
function isBegunProgram(promptText: string, entryPoint: string): boolean {
  const stub = findFunction(promptText, entryPoint);
  const { firstError } = parsePython(promptText);
  return firstError === null || (stub !== null && firstError >= stub.nameSpan.start);
}

/**
 * Imports, helpers and constants of the prompt that the program lacks, as code to stand in front of it; the stub of the
 * wanted function is not among them. Of running text with code in it, only what the program uses. Empty where nothing is
 * missing.
 */
export function missingFromPrompt(promptText: string, code: string, entryPoint: string): string {
  const offered = bindingStatements(promptText).filter(
    ({ text, names }) => !names.has(entryPoint) && isValidPython(text),
  );
  if (!isBegunProgram(promptText, entryPoint)) {
    const completed = borrowDefinitions(code, [offered.map(({ text }) => `${text}\n`).join('')]);
    return completed.slice(0, completed.length - code.length);
  }
  const bound = boundNames(code);
  const missing = offered.filter(({ text, names }) =>
    names.size === 0 ? !code.includes(text) : [...names].some((name) => !bound.has(name)),
  );
  return missing.map(({ text }) => asStatement(text)).join('');
}
