import { groupBy } from '../../core/group-by.ts';
import { applyEdits } from '../../core/text.ts';
import { importBindings, isImport, moduleImports, wildcardModule } from '../scopes/import-bindings.ts';
import { analyseScopes, bindsIn, reachable, type ScopeAnalysis, usesIn } from '../scopes/scopes.ts';
import { collectNames } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';

const isFuture = (node: PythonNode) => node.type === 'future_import_statement' && /\bannotations\b/.test(node.text);

/** Annotations as strings, as `from __future__ import annotations` would have them, without changing the file's. */
function quoteAnnotations(code: string): string {
  const isAnnotation = ({ type, field, text }: PythonNode) =>
    type === 'type' && /^(?:return_)?type$/.test(field ?? '') && !/^[rbu]*["']/i.test(text);
  const quoted = (text: string) => `"${text.replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&')}"`;
  const edits = parsePython(code)
    .root.findAll(isAnnotation)
    .map((node) => node.replacedBy(quoted(node.text)));
  return applyEdits(code, edits);
}

/** Top-level statements that bind names of the module, with those names. */
function bindingsOf(scopes: ScopeAnalysis): Map<PythonNode, Set<string>> {
  const found = scopes.root.namedChildren.map((statement) => [statement, bindsIn(scopes, statement)] as const);
  return new Map(found.filter(([statement, names]) => names.size > 0 || isImport(statement)));
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
    futureAnnotations: imports.some(isFuture),
  };
}

/**
 * Finds the definitions that the candidate's function needs, and renames those whose name the file uses otherwise;
 * `support` are the statements needed before the function.
 *
 * @param partsIn finds in a candidate's tree the definitions that go into the file: the function and its methods
 */
export function fitCandidate(
  file: PythonTree,
  program: string,
  partsIn: (tree: PythonTree) => readonly PythonNode[],
): { readonly code: string; readonly support: readonly string[] } {
  const known = fileNames(file);
  const hasFuture = moduleImports(parsePython(program)).some(isFuture);
  const code = hasFuture && !known.futureAnnotations ? quoteAnnotations(program) : program;
  const tree = parsePython(code);
  const scopes = analyseScopes(tree);
  const parts = partsIn(tree);
  // The function itself and its class are those of the file.
  const own = new Set(parts.map(({ outermost }) => outermost));
  const bindings = bindingsOf(scopes);
  const replaced = new Set([...own].flatMap((node) => [...(bindings.get(node) ?? [])]));
  const bound = [...bindings].flatMap(([node, names]) =>
    own.has(node) ? [] : [...names].map((name) => ({ name, node })),
  );
  const binders = groupBy(bound, ({ name }) => name);
  // Names lead to the statements that bind them, and these to the names that they use.
  const needed = reachable<string | PythonNode>(
    parts.flatMap(({ whole }) => [...usesIn(scopes, whole)]),
    (item) => (typeof item === 'string' ? (binders.get(item) ?? []).map(({ node }) => node) : usesIn(scopes, item)),
  );
  const renames = new Map<string, string>();
  const all = new Set([...collectNames(file.text), ...collectNames(code)]);
  const isTaken = (name: string) => known.taken.has(name) || known.hasWildcard;
  const rename = (name: string) => {
    let fresh = renames.get(name) ?? `_candidate_${name.replace(/^_+/, '')}`;
    while (!renames.has(name) && all.has(fresh)) fresh += '_';
    all.add(fresh);
    renames.set(name, fresh);
    return fresh;
  };
  /** Places of statements among the module's, with their texts where these are not copied. */
  const plan = tree.root.children.flatMap((statement, index): { index: number; text?: string }[] => {
    if (!needed.has(statement)) return [];
    if (isImport(statement)) {
      const wanted = importBindings(statement).filter(
        ({ name, meaning }) => needed.has(name) && !replaced.has(name) && !known.imports.has(`${name}=${meaning}`),
      );
      return wanted.map((each) => ({
        index,
        text: each.statement(isTaken(each.name) ? rename(each.name) : each.name),
      }));
    }
    if (known.statements.has(statement.text.trim())) return [];
    for (const name of bindings.get(statement) ?? []) if (isTaken(name)) rename(name);
    return [{ index }];
  });
  const wildcards = wildcardImports(tree, needed, known.bound, scopes);
  const renamed = parsePython(renameModuleNames(scopes, renames));
  const support = plan.map(({ index, text }) => text ?? renamed.root.children[index]?.text ?? '');
  return { code: renamed.text, support: [...wildcards, ...support] };
}

/** Names that only `from m import *` can bind, imported one by one. */
function wildcardImports(
  tree: PythonTree,
  needed: ReadonlySet<string | PythonNode>,
  bound: ReadonlyMap<string, unknown>,
  { module }: ScopeAnalysis,
): string[] {
  const names = [...needed].filter((item) => typeof item === 'string');
  const open = names.filter((name) => !module.bound.has(name) && !bound.has(name) && !PYTHON_BUILTINS.has(name));
  const modules = moduleImports(tree).flatMap((node) => wildcardModule(node) ?? []);
  return modules.flatMap((from) =>
    open.map((name) => `try:\n    from ${from} import ${name}\nexcept ImportError:\n    pass`),
  );
}

/** Renames variables of the module, except imports, which are written again. */
function renameModuleNames({ occurrences, module, root }: ScopeAnalysis, renames: ReadonlyMap<string, string>): string {
  const edits = occurrences.flatMap(({ node, name, home }) => {
    const replacement = home === module ? renames.get(name) : undefined;
    if (replacement === undefined || node.enclosing('import_statement', 'import_from_statement')) return [];
    return node.replacedBy(replacement);
  });
  return applyEdits(root.source, edits);
}
