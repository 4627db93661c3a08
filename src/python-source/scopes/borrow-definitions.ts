import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { BORROWED_DEFINITIONS } from '../syntax/reading-limits.ts';
import { isImport } from './import-bindings.ts';
import { analyseScopes, bindsIn } from './scopes.ts';

/** Names that the code uses and nothing binds. */
export function freeNames(code: string): Set<string> {
  const { occurrences } = analyseScopes(parsePython(code));
  const free = occurrences.filter(({ home, name }) => home === null && !PYTHON_BUILTINS.has(name));
  return new Set(free.map(({ name }) => name));
}

/** Names that a top-level statement binds in the module. */
export function boundNames(code: string): Set<string> {
  return new Set(analyseScopes(parsePython(code)).module.bound.keys());
}

/** Top-level statements with the names that each binds, definitions and imports and constants alike. */
export function bindingStatements(code: string): { readonly text: string; readonly names: ReadonlySet<string> }[] {
  const binds = (node: PythonNode) =>
    isImport(node) ||
    /^(?:function|class|decorated)_definition$/.test(node.type) ||
    node.children[0]?.type === 'assignment';
  const scopes = analyseScopes(parsePython(code));
  return scopes.root.children.filter(binds).map((node) => ({ text: node.text, names: bindsIn(scopes, node) }));
}

/** The code with up to `BORROWED_DEFINITIONS` of `others` before it, for names that only they define. */
export function borrowDefinitions(code: string, others: readonly string[]): string {
  const missing = freeNames(code);
  if (missing.size === 0 || others.length === 0) return code;
  const offered = others.flatMap(bindingStatements);
  const bound = boundNames(code);
  const borrowed: string[] = [];
  while (borrowed.length < BORROWED_DEFINITIONS) {
    const wanted = offered.find(({ names }) => [...names].some((name) => missing.has(name)));
    if (!wanted) break;
    borrowed.unshift(wanted.text);
    for (const name of wanted.names) bound.add(name);
    for (const name of freeNames(wanted.text)) missing.add(name);
    for (const name of bound) missing.delete(name);
  }
  return borrowed.map(asStatement).join('') + code;
}

/** Includes the blank lines after a definition. */
export const asStatement = (text: string): string =>
  /^(?:@|class\b|def\b|async\b)/.test(text) ? `${text}\n\n\n` : `${text}\n`;
