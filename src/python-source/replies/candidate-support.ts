import { applyEdits, type Edit } from '../../core/edit.ts';
import { groupBy } from '../../core/group-by.ts';
import { importBindings, moduleImports, wildcardModule } from '../scopes/import-bindings.ts';
import { analyseScopes, type Occurrence, type ScopeAnalysis } from '../scopes/scopes.ts';
import type { LocatedFunction } from '../syntax/locate-function.ts';
import { collectNames } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { firstAtLeast } from '../syntax/sorted-places.ts';

/** A candidate whose own names don't clash with those of its new file. */
export interface FittedCandidate {
  /** The candidate's text, with names of its own renamed where the file has others of that name. */
  readonly code: string;
  /** Statements needed before the function: imports, helper functions and classes, constants. */
  readonly support: readonly string[];
}

const IMPORT = /^(?:import|import_from|future_import)_statement$/;

const isFuture = (node: PythonNode) => node.type === 'future_import_statement' && /\bannotations\b/.test(node.text);

/** Annotations as strings, as `from __future__ import annotations` would have them, without changing the file's. */
function quoteAnnotations(code: string): string {
  const tree = parsePython(code);
  const edits: Edit[] = [];
  tree.root.visit((node) => {
    const isAnnotation = node.type === 'type' && (node.field === 'type' || node.field === 'return_type');
    if (!isAnnotation) return true;
    const text = node.text;
    if (!/^[rbu]*["']/i.test(text)) edits.push({ start: node.start, end: node.end, replacement: quoted(text) });
    return false;
  });
  return applyEdits(code, edits);
}

function quoted(text: string): string {
  return `"${text.replace(/\s+/g, ' ').replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
}

/** Names that a part of the text takes from its module, or that nothing binds. */
function usesIn({ occurrences, module }: ScopeAnalysis, { start, end }: PythonNode): Set<string> {
  const uses = new Set<string>();
  for (let at = firstAtLeast(occurrences, start, ({ node }) => node.start); at < occurrences.length; at++) {
    const { node, home, name } = occurrences[at] as Occurrence;
    if (node.end > end) break;
    if (home === null || home === module) uses.add(name);
  }
  return uses;
}

/** Top-level statements that bind names of the module, with those names. */
function bindingsOf(tree: PythonTree, { occurrences, module }: ScopeAnalysis): Map<PythonNode, Set<string>> {
  const found = new Map<PythonNode, Set<string>>();
  for (const statement of tree.root.children) {
    if (!statement.named || statement.type === 'comment') continue;
    const own = analyseScopes(parsePython(statement.text)).module.bound;
    const names = new Set([...own.keys()].filter((name) => module.bound.has(name)));
    if (names.size > 0 || IMPORT.test(statement.type)) found.set(statement, names);
  }
  return occurrences.length > 0 ? found : new Map();
}

/** The statements that `used` names need, and those that these need, in the order of the text. */
function needed(
  statements: ReadonlyMap<PythonNode, ReadonlySet<string>>,
  scopes: ScopeAnalysis,
  used: ReadonlySet<string>,
  taken: ReadonlySet<PythonNode>,
): { readonly statements: Set<PythonNode>; readonly names: Set<string> } {
  const bound = [...statements].flatMap(([statement, names]) => [...names].map((name) => ({ name, statement })));
  const binders = groupBy(bound, ({ name }) => name);
  const names = new Set(used);
  const kept = new Set<PythonNode>();
  // A set grows while it is walked: the needs of a statement are visited later.
  for (const name of names) {
    for (const { statement } of binders.get(name) ?? []) {
      if (kept.has(statement) || taken.has(statement)) continue;
      kept.add(statement);
      for (const use of usesIn(scopes, statement)) names.add(use);
    }
  }
  return { statements: kept, names };
}

/** The names of a file and their origins. */
function fileNames(file: PythonTree) {
  const { module, occurrences } = analyseScopes(file);
  const free = occurrences.filter(({ home }) => home === null).map(({ name }) => name);
  const imports = moduleImports(file);
  return {
    taken: new Set([...module.bound.keys(), ...free, ...PYTHON_BUILTINS]),
    bound: module.bound,
    hasWildcard: imports.some((node) => wildcardModule(node) !== null),
    imports: new Set(imports.flatMap((node) => importBindings(node).map(({ name, meaning }) => `${name}=${meaning}`))),
    statements: new Set(file.root.children.map((node) => node.text.trim())),
    futureAnnotations: imports.some((node) => isFuture(node)),
  };
}

function freshName(name: string, known: Set<string>): string {
  let fresh = `_candidate_${name.replace(/^_+/, '')}`;
  while (known.has(fresh)) fresh += '_';
  known.add(fresh);
  return fresh;
}

/**
 * Finds the definitions that the candidate's function needs, and renames those whose name the file uses otherwise, so
 * that nothing outside the function changes its meaning.
 *
 * @param locate finds in a candidate's tree the parts that go into the file: the function and its methods
 * @param skipped statements that are not support, such as the class which holds the method
 */
export function fitCandidate(
  file: PythonTree,
  program: string,
  locate: (tree: PythonTree) => readonly LocatedFunction[],
): FittedCandidate {
  const known = fileNames(file);
  const hasFuture = moduleImports(parsePython(program)).some((node) => isFuture(node));
  const code = hasFuture && !known.futureAnnotations ? quoteAnnotations(program) : program;
  const tree = parsePython(code);
  const scopes = analyseScopes(tree);
  const parts = locate(tree);
  const own = new Set(parts.map(({ outermost }) => outermost));
  const used = new Set(parts.flatMap(({ whole }) => [...usesIn(scopes, whole)]));
  // The function itself and its class are those of the file.
  const bindings = bindingsOf(tree, scopes);
  const replaced = new Set([...own].flatMap((node) => [...(bindings.get(node) ?? [])]));
  const { statements, names } = needed(bindings, scopes, used, own);
  const renames = new Map<string, string>();
  const all = new Set([...collectNames(file.text), ...collectNames(code)]);
  const rename = (name: string) => {
    if (!renames.has(name)) renames.set(name, freshName(name, all));
    return renames.get(name) as string;
  };
  /** Places of statements among the module's, with their texts where these are not copied. */
  const plan: { readonly index: number; readonly text?: string }[] = [];
  tree.root.children.forEach((statement, index) => {
    if (!statements.has(statement)) return;
    if (IMPORT.test(statement.type)) {
      for (const binding of importBindings(statement)) {
        if (!names.has(binding.name) || replaced.has(binding.name)) continue;
        if (known.imports.has(`${binding.name}=${binding.meaning}`)) continue;
        const as = known.taken.has(binding.name) || known.hasWildcard ? rename(binding.name) : binding.name;
        plan.push({ index, text: binding.statement(as) });
      }
      return;
    }
    if (known.statements.has(statement.text.trim())) return;
    const bound = bindings.get(statement) ?? new Set();
    for (const name of bound) if (known.taken.has(name) || known.hasWildcard) rename(name);
    plan.push({ index });
  });
  const wildcards = wildcardImports(tree, names, known.bound, scopes);
  const renamed = parsePython(renameModuleNames(tree, scopes, renames));
  const support = plan.map(({ index, text }) => text ?? renamed.root.children[index]?.text ?? '');
  return { code: renamed.text, support: [...wildcards, ...support] };
}

/** Names that only `from m import *` can bind, imported one by one. */
function wildcardImports(
  tree: PythonTree,
  names: ReadonlySet<string>,
  bound: ReadonlyMap<string, unknown>,
  { module }: ScopeAnalysis,
): string[] {
  const open = [...names].filter((name) => !module.bound.has(name) && !bound.has(name) && !PYTHON_BUILTINS.has(name));
  return moduleImports(tree).flatMap((node) => {
    const from = wildcardModule(node);
    if (from === null) return [];
    return open.map((name) => `try:\n    from ${from} import ${name}\nexcept ImportError:\n    pass`);
  });
}

/** Renames variables of the module, except imports, which are written again. */
function renameModuleNames(tree: PythonTree, scopes: ScopeAnalysis, renames: ReadonlyMap<string, string>): string {
  const inImport = moduleImports(tree);
  const edits = scopes.occurrences.flatMap(({ node, name, home }) => {
    const replacement = home === scopes.module ? renames.get(name) : undefined;
    const before = inImport[firstAtLeast(inImport, node.start + 1, ({ start }) => start) - 1];
    if (replacement === undefined || (before && node.end <= before.end)) return [];
    return [{ start: node.start, end: node.end, replacement }];
  });
  return applyEdits(tree.text, edits);
}
