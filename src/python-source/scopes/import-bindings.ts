import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { BORROWED_DEFINITIONS } from '../syntax/reading-limits.ts';
import { analyseScopes, bindsIn } from './scopes.ts';

/** One name that an import binds. */
export interface ImportBinding {
  readonly name: string;
  /** The imported object: equal for equal imports, however they are written. */
  readonly meaning: string;
  /** The import that binds it under `name`, or under another one. */
  statement(as: string): string;
}

/** One name of an import as written, and its local name. */
export interface ImportedName {
  readonly name: string;
  readonly bound: string;
}

/** The names of an import statement; none for a wildcard. */
export function importedNames(node: PythonNode): ImportedName[] {
  return node.children
    .filter((child) => child.field === 'name')
    .map((child) => {
      const name = child.child('name') ?? child;
      return { name: name.text, bound: (child.child('alias') ?? name).text };
    });
}

/** The imports of names, anywhere in the text. */
export const importsIn = (root: PythonNode): PythonNode[] =>
  root.findAll(({ type }) => /^import_(?:from_)?statement$/.test(type));

const squeezed = (text: string) => text.replace(/\s+/g, '');

function plainImport({ name, bound }: ImportedName): ImportBinding {
  const module = squeezed(name);
  if (bound !== name) {
    return { name: bound, meaning: `import ${module}`, statement: (as) => `import ${module} as ${as}` };
  }
  const [root = module] = module.split('.');
  // `import a.b` binds `a`: under another name, further modules that it loads get an import of their own.
  const load = (as: string) => (module === root ? '' : `, ${module} as ${as}_loaded`);
  return {
    name: root,
    meaning: module === root ? `import ${module}` : `import ${root} with ${module}`,
    statement: (as) => (as === root ? `import ${module}` : `import ${root} as ${as}${load(as)}`),
  };
}

function fromImport(module: string, { name, bound }: ImportedName): ImportBinding {
  return {
    name: bound,
    meaning: `from ${module} import ${name}`,
    statement: (as) => `from ${module} import ${name}${as === name ? '' : ` as ${as}`}`,
  };
}

/** The names that an import statement binds, in order; none for a wildcard or a `__future__` import. */
export function importBindings(node: PythonNode): ImportBinding[] {
  const names = importedNames(node);
  if (node.type === 'import_statement') return names.map(plainImport);
  const from = node.type === 'import_from_statement' ? node.child('module_name') : null;
  return from ? names.map((name) => fromImport(squeezed(from.text), name)) : [];
}

/** The module of `from m import *`; null for any other statement. */
export function wildcardModule(node: PythonNode): string | null {
  const from = node.type === 'import_from_statement' ? node.child('module_name') : null;
  return from && node.children.some(({ type }) => type === 'wildcard_import') ? squeezed(from.text) : null;
}

export const isImport = ({ type }: PythonNode): boolean =>
  /^(?:import|import_from|future_import)_statement$/.test(type);

/** Every import of the module itself, those under `if` and `try` included. */
export function moduleImports({ root }: PythonTree): PythonNode[] {
  const found: PythonNode[] = [];
  root.visit((node) => {
    if (isImport(node)) found.push(node);
    return !/^(?:function|class)_definition$/.test(node.type);
  });
  return found;
}

/** Names that the code uses and nothing binds. */
export function freeNames(code: string): Set<string> {
  const { occurrences } = analyseScopes(parsePython(code));
  const free = occurrences.filter(({ home, name }) => home === null && !PYTHON_BUILTINS.has(name));
  return new Set(free.map(({ name }) => name));
}

/** Names that a top-level statement binds in the module. */
export const boundNames = (code: string): Set<string> => new Set(analyseScopes(parsePython(code)).module.bound.keys());

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
