import { bindingStatements, boundNames } from '../scopes/borrow-definitions.ts';

/**
 * Imports, helpers and constants of the prompt that the program lacks, as code to stand in front of it; the stub of the
 * wanted function is not among them. Empty where nothing is missing.
 */
export function missingFromPrompt(promptText: string, code: string, entryPoint: string): string {
  const bound = boundNames(code);
  const missing = bindingStatements(promptText).filter(({ text, names }) => {
    if (names.has(entryPoint)) return false;
    if (names.size === 0) return !code.includes(text);
    return [...names].some((name) => !bound.has(name));
  });
  return missing.map(({ text }) => `${text}\n`).join('');
}
