import { applyEdits, type Edit } from '../../core/edit.ts';
import { renameIdentifiers } from '../renaming/rename.ts';
import { importedNames } from '../scopes/import-bindings.ts';
import { analyseScopes } from '../scopes/scopes.ts';
import { isMainGuard } from '../syntax/program-statements.ts';
import { definedNames, flattenConditionals } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { firstAtLeast } from '../syntax/sorted-places.ts';
import { isKnownPackage } from './known-packages.ts';
import { importEdits, importedAs } from './test-imports.ts';
import { saysName } from './test-purpose.ts';
import type { TestSubject } from './test-subject.ts';

/** Calls that only run or show: `unittest.main()`, `print(...)`. */
function isRunner(node: PythonNode): boolean {
  const callee = node.type === 'expression_statement' ? (node.children[0]?.callee ?? null) : null;
  return (
    callee !== null &&
    /^(?:print|unittest\.main|pytest\.main|doctest\.testmod|main|run_tests|sys\.exit)$/.test(callee.text)
  );
}

/** The body of a main guard that holds asserts, moved to the margin; empty where it only starts the tests. */
function guardBody(node: PythonNode, tree: PythonTree): string {
  const body = node.child('consequence');
  if (!body || !/\bassert\b/.test(body.text)) return '';
  return body.namedChildren
    .filter((statement) => !isRunner(statement))
    .map((statement) => dedented(tree, statement))
    .join('\n');
}

/** A statement's text at the left margin; lines inside a text in quotes stay as they are. */
export function dedented(tree: PythonTree, node: PythonNode): string {
  const lineStart = tree.text.lastIndexOf('\n', node.start - 1) + 1;
  const lead = tree.text.slice(lineStart, node.start);
  const text = node.text;
  if (lead === '' || lead.trim() !== '' || !text.includes('\n')) return text;
  const strings: PythonNode[] = [];
  node.visit((inner) => {
    if (inner.type === 'string') strings.push(inner);
    return inner.type !== 'string';
  });
  let next = 0;
  return text.replace(/\n[ \t]*/g, (gap, offset: number) => {
    const at = node.start + offset;
    while (next < strings.length && (strings[next] as PythonNode).end <= at) next++;
    const string = strings[next];
    const inside = string !== undefined && string.start < at;
    return inside || !gap.startsWith(`\n${lead}`) ? gap : `\n${gap.slice(lead.length + 1)}`;
  });
}

/** Functions that are called and that neither the module nor a package it may rely on provides. */
function unknownCallees(tree: PythonTree): string[] {
  const { occurrences, module } = analyseScopes(tree);
  const provided = new Set<string>();
  for (const node of tree.root.children) {
    const from = node.child('module_name');
    const isUnknown = from !== null && !isKnownPackage(from.text);
    if (!isUnknown && !isStub(node)) for (const name of namesBoundBy(node)) provided.add(name);
  }
  const called = occurrences.filter(
    ({ node, name, home }) =>
      node.field === 'function' &&
      node.parent?.type === 'call' &&
      (home === null || home === module) &&
      !provided.has(name) &&
      !PYTHON_BUILTINS.has(name),
  );
  return [...new Set(called.map(({ name }) => name))];
}

function namesBoundBy(node: PythonNode): string[] {
  return /^import/.test(node.type) ? importedNames(node).map(({ bound }) => bound) : definedNames(node);
}

/** A function with only `pass`, `raise NotImplementedError` or a docstring. */
function isStub(node: PythonNode): boolean {
  return (
    node.type === 'function_definition' &&
    node
      .childrenIn('body')
      .every((statement) => /^(?:pass$|\.\.\.$|raise NotImplementedError|[rbu]*["'])/i.test(statement.text))
  );
}

/**
 * The module's name for the function under test if the real one never occurs: models write `test_func`, or import a
 * function under their own name from a missing module. Null if that isn't clear.
 */
function assumedName(tree: PythonTree, entryPoint: string): string | null {
  if (saysName(tree, entryPoint)) return null;
  const callees = unknownCallees(tree);
  const sure = announcedNames(tree.text);
  if (!/^class\b.*Test/m.test(tree.text) && !callees.some((name) => sure.has(name))) return null;
  const usual = callees.find((name) => /^(?:test_func|task_func|func|function|solution|solve|candidate)$/.test(name));
  return usual ?? (callees.length === 1 ? (callees[0] ?? null) : null);
}

/** Names that lines at the margin import from somewhere or define. */
function announcedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, imported, defined] of text.matchAll(/^(?:from .*?\bimport\b(.*)|def (\w+))/gm)) {
    for (const [name] of (imported ?? defined ?? '').matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) names.add(name);
  }
  return names;
}

/**
 * Removes from a test module its own version of the function under test, imports of it from missing modules, and the
 * code that starts the tests; other names for the function and its module are replaced by the real ones.
 */
export function cleanTestModule(code: string, subject: TestSubject): string {
  const tree = parsePython(code);
  const { name } = subject;
  const other = importedAs(tree, name) ?? (name === subject.entryPoint ? assumedName(tree, name) : null);
  if (other === null) return cleanModule(code, subject);
  const renamed = renameIdentifiers(code, { [other]: name });
  return 'code' in renamed
    ? cleanModule(renamed.code, subject)
    : `${other} = ${name}\n${cleanModule(code, { ...subject, name: other })}`;
}

/** Removes the statements that define the subject, anywhere in the module's own body. */
function definitionEdits(tree: PythonTree, name: string): Edit[] {
  return flattenConditionals(tree.root).flatMap((node): Edit[] => {
    if (!definedNames(node).includes(name) && !isRunner(node)) return [];
    const replacement = node.parent?.type === 'module' ? '' : 'pass';
    return [{ start: node.start, end: node.end, replacement }];
  });
}

function cleanModule(code: string, subject: TestSubject): string {
  const tree = parsePython(code);
  const guards = tree.root.children
    .filter((node) => isMainGuard(node))
    .map((node) => ({ start: node.start, end: node.end, replacement: guardBody(node, tree) }));
  // Edits inside a removed stretch are unnecessary.
  const edits = withoutOverlaps([...guards, ...definitionEdits(tree, subject.name), ...importEdits(tree, subject)]);
  const cleaned = `${applyEdits(code, edits)
    .replace(/\n{4,}/g, '\n\n\n')
    .trim()}\n`;
  return guards.some(({ replacement }) => replacement !== '') && cleaned !== code ? again(cleaned, subject) : cleaned;
}

/** The edits without those that overlap an earlier one, in the order of the text. */
function withoutOverlaps(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = [];
  for (const edit of edits) {
    const at = firstAtLeast(kept, edit.start, ({ start }) => start);
    const before = kept[at - 1];
    const behind = kept[at];
    if ((!before || before.end <= edit.start) && (!behind || edit.end <= behind.start)) kept.splice(at, 0, edit);
  }
  return kept;
}

/** Checks that came out of a main guard may speak of the same modules. */
function again(code: string, subject: TestSubject): string {
  const tree = parsePython(code);
  const edits = importEdits(tree, subject);
  return edits.length > 0 ? applyEdits(code, edits) : code;
}
