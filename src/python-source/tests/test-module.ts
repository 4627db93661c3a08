import { applyEdits, type Edit } from '../../core/text.ts';
import { renameIdentifiers } from '../renaming/rename.ts';
import { importedNames } from '../scopes/import-bindings.ts';
import { analyseScopes, firstAtLeast } from '../scopes/scopes.ts';
import { reindented } from '../syntax/indentation.ts';
import { isMainGuard } from '../syntax/program-statements.ts';
import { definedNames, flattenConditionals, isStub } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { isKnownPackage, PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { importEdits } from './test-imports.ts';
import { saysName } from './test-purpose.ts';
import type { TestSubject } from './test-subject.ts';

/** Calls that only run or show: `unittest.main()`, `print(...)`. */
const isRunner = ({ type, children: [value] }: PythonNode): boolean =>
  type === 'expression_statement' &&
  /^(?:print|unittest\.main|pytest\.main|doctest\.testmod|main|run_tests|sys\.exit)$/.test(value?.callee?.text ?? '');

/** The body of a main guard that holds asserts, moved to the margin; empty where it only starts the tests. */
function guardBody(node: PythonNode): string {
  if (!/\bassert\b/.test(node.childText('consequence'))) return '';
  const kept = node.childrenIn('consequence').filter((statement) => !isRunner(statement));
  return kept.map((statement) => reindented(statement, '')).join('\n');
}

/** Functions that are called and that neither the module nor a package it may rely on provides. */
function unknownCallees(tree: PythonTree): string[] {
  const { occurrences, module, root } = analyseScopes(tree);
  const provided = new Set(
    root.children.flatMap((node) => {
      const from = node.child('module_name')?.text;
      if ((from !== undefined && !isKnownPackage(from)) || (node.type === 'function_definition' && isStub(node)))
        return [];
      return /^import/.test(node.type) ? importedNames(node).map(({ bound }) => bound) : definedNames(node);
    }),
  );
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

/**
 * The module's name for the function under test if the real one never occurs: models write `test_func`, or import a
 * function under their own name from a missing module. Null if that isn't clear.
 */
function assumedName(tree: PythonTree, entryPoint: string): string | null {
  if (saysName(tree, entryPoint)) return null;
  const callees = unknownCallees(tree);
  const lines = [...tree.text.matchAll(/^(?:from .*?\bimport\b(.*)|def (\w+))/gm)];
  const words = lines.map(([, imported, defined]) => imported ?? defined).join();
  const announced = new Set<string>(words.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  if (!/^class\b.*Test/m.test(tree.text) && !callees.some((name) => announced.has(name))) return null;
  return callees.length === 1 ? (callees[0] ?? null) : null;
}

/**
 * Removes from a test module its own version of the function under test, imports of it from missing modules, and the
 * code that starts the tests; other names for the function and its module are replaced by the real ones.
 */
export function cleanTestModule(code: string, subject: TestSubject): string {
  const tree = parsePython(code);
  const { name } = subject;
  const other = name === subject.entryPoint ? assumedName(tree, name) : null;
  if (other === null) return cleanModule(code, subject);
  const renamed = renameIdentifiers(code, { [other]: name });
  return 'code' in renamed
    ? cleanModule(renamed.code, subject)
    : `${other} = ${name}\n${cleanModule(code, { ...subject, name: other })}`;
}

/** Removes the statements that define the subject or run the tests, anywhere in the module's own body. */
function definitionEdits(root: PythonNode, name: string): Edit[] {
  const removed = flattenConditionals(root).filter((node) => definedNames(node).includes(name) || isRunner(node));
  return removed.map((node) => node.replacedBy(node.parent?.type === 'module' ? '' : 'pass'));
}

function cleanModule(code: string, subject: TestSubject): string {
  const { root } = parsePython(code);
  const guards = root.children.filter(isMainGuard).map((node) => node.replacedBy(guardBody(node)));
  // Edits inside a removed stretch are unnecessary.
  const edits = withoutOverlaps([...guards, ...definitionEdits(root, subject.name), ...importEdits(root, subject)]);
  const edited = applyEdits(code, edits).replace(/\n{4,}/g, '\n\n\n');
  return `${edited.trim()}\n`;
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
