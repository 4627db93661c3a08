import { applyEdits, type Edit } from '../core/edit.ts';
import { isKnownPackage } from './known-packages.ts';
import { definedNames } from './python-names.ts';
import { childOf, namedChildren, type PythonNode, type PythonTree, parsePython, textOf, visit } from './python-tree.ts';
import { PYTHON_BUILTINS } from './python-words.ts';
import { renameIdentifiers } from './rename.ts';
import { analyseScopes } from './scopes.ts';

/** Names that models give to a module that does not exist. */
const PLACEHOLDER =
  /^\.|^(?:your|my|the|some|target|task|test|solution|main|module|script|program|code|answer|submission|implementation|func|function|src|app|user|student|candidate|__main__)(?:_?\w*)?$/i;

const isPlaceholder = (module: string): boolean => PLACEHOLDER.test(module) && !isKnownPackage(module);

function importedNames(node: PythonNode, tree: PythonTree): { readonly name: string; readonly bound: string }[] {
  return node.children
    .filter((child) => child.field === 'name')
    .map((child) => {
      const name = childOf(child, 'name') ?? child;
      const alias = childOf(child, 'alias');
      return { name: textOf(tree, name), bound: textOf(tree, alias ?? name) };
    });
}

/** What an import gives the tests of the function under test. */
interface Imported {
  /** Whether the statement must go. */
  readonly drop: boolean;
  /** A name that stands for its module. */
  readonly moduleAlias?: string;
}

/** The name under which `from somewhere import entryPoint as other` brings the function; null without one. */
function importedAs(tree: PythonTree, entryPoint: string): string | null {
  for (const node of tree.root.children) {
    if (node.type !== 'import_from_statement') continue;
    const own = importedNames(node, tree).find(({ name }) => name === entryPoint);
    if (own && own.bound !== entryPoint) return own.bound;
  }
  return null;
}

function readImport(
  node: PythonNode,
  tree: PythonTree,
  entryPoint: string,
  usedModules: ReadonlySet<string>,
): Imported {
  const names = importedNames(node, tree);
  if (node.type === 'import_from_statement') {
    const module = childOf(node, 'module_name');
    const from = module ? textOf(tree, module) : '';
    if (names.some(({ name }) => name === entryPoint)) return { drop: true };
    return { drop: isPlaceholder(from) };
  }
  const stand = names.find(({ bound }) => usedModules.has(bound));
  if (stand) return { drop: true, moduleAlias: stand.bound };
  return { drop: names.every(({ name }) => isPlaceholder(name)) };
}

/** Objects `m` of which the text uses `m.entryPoint`. */
function modulesUsed(tree: PythonTree, entryPoint: string): Set<string> {
  const used = new Set<string>();
  visit(tree.root, (node) => {
    const attribute = node.type === 'attribute' ? childOf(node, 'attribute') : null;
    const object = attribute ? childOf(node, 'object') : null;
    if (object && attribute && textOf(tree, attribute) === entryPoint) used.add(textOf(tree, object));
  });
  return used;
}

function isMainGuard(node: PythonNode, tree: PythonTree): boolean {
  const condition = node.type === 'if_statement' ? childOf(node, 'condition') : null;
  return condition !== null && /\b__name__\b/.test(textOf(tree, condition));
}

/** Calls that only run or show: `unittest.main()`, `print(...)`. */
function isRunner(node: PythonNode, tree: PythonTree): boolean {
  const call = node.type === 'expression_statement' ? node.children[0] : undefined;
  const callee = call?.type === 'call' ? childOf(call, 'function') : null;
  return (
    callee !== null &&
    /^(?:print|unittest\.main|pytest\.main|doctest\.testmod|main|run_tests|sys\.exit)$/.test(textOf(tree, callee))
  );
}

function definesEntry(node: PythonNode, tree: PythonTree, entryPoint: string): boolean {
  return definedNames(node, tree).includes(entryPoint);
}

/** The body of a main guard that holds asserts, moved to the margin; empty where it only starts the tests. */
function guardBody(node: PythonNode, tree: PythonTree): string {
  const body = childOf(node, 'consequence');
  if (!body || !/\bassert\b/.test(textOf(tree, body))) return '';
  return namedChildren(body)
    .filter((statement) => !isRunner(statement, tree))
    .map((statement) => dedented(tree, statement))
    .join('\n');
}

/** A statement's text at the left margin; lines inside a text in quotes stay as they are. */
export function dedented(tree: PythonTree, node: PythonNode): string {
  const lineStart = tree.text.lastIndexOf('\n', node.start - 1) + 1;
  const lead = tree.text.slice(lineStart, node.start);
  const text = textOf(tree, node);
  if (lead === '' || lead.trim() !== '' || !text.includes('\n')) return text;
  const strings: PythonNode[] = [];
  visit(node, (inner) => {
    if (inner.type === 'string') strings.push(inner);
    return inner.type !== 'string';
  });
  return text.replace(/\n[ \t]*/g, (gap, offset: number) => {
    const at = node.start + offset;
    const inside = strings.some(({ start, end }) => start < at && at < end);
    return inside || !gap.startsWith(`\n${lead}`) ? gap : `\n${gap.slice(lead.length + 1)}`;
  });
}

/** Functions that are called and that neither the module nor a package it may rely on provides. */
function unknownCallees(tree: PythonTree): string[] {
  const { occurrences, module } = analyseScopes(tree);
  const provided = new Set<string>();
  for (const node of tree.root.children) {
    const from = childOf(node, 'module_name');
    const isUnknown = from !== null && !isKnownPackage(textOf(tree, from));
    if (!isUnknown && !isStub(node, tree)) for (const name of namesBoundBy(node, tree)) provided.add(name);
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

function namesBoundBy(node: PythonNode, tree: PythonTree): string[] {
  return /^import/.test(node.type) ? importedNames(node, tree).map(({ bound }) => bound) : definedNames(node, tree);
}

/** A function that only says `pass`, raises NotImplementedError or is documented. */
function isStub(node: PythonNode, tree: PythonTree): boolean {
  const body = node.type === 'function_definition' ? childOf(node, 'body') : null;
  if (!body) return false;
  return namedChildren(body).every((statement) =>
    /^(?:pass$|\.\.\.$|raise NotImplementedError|[rbu]*["'])/i.test(textOf(tree, statement)),
  );
}

/**
 * What the module calls the function under test, where it never says the name: models write `test_func`, or import a
 * function of their own naming from a module that does not exist. Null where that isn't clear.
 */
function assumedName(tree: PythonTree, entryPoint: string): string | null {
  if (new RegExp(`(?<![\\w])${entryPoint.replace(/\W/g, '')}(?!\\w)`).test(tree.text)) return null;
  const callees = unknownCallees(tree);
  const isSure = (name: string) => new RegExp(`^(?:from .*\\bimport\\b.*|def )\\b${name}\\b`, 'm').test(tree.text);
  if (!/^class\b.*Test/m.test(tree.text) && !callees.some(isSure)) return null;
  const usual = callees.find((name) => /^(?:test_func|task_func|func|function|solution|solve|candidate)$/.test(name));
  return usual ?? (callees.length === 1 ? (callees[0] ?? null) : null);
}

/**
 * A test module without its own version of the function under test, without imports of it from modules that don't
 * exist, and without what starts the tests; other names for the function are led back to it.
 */
export function cleanTestModule(code: string, entryPoint: string): string {
  const tree = parsePython(code);
  const other = importedAs(tree, entryPoint) ?? assumedName(tree, entryPoint);
  if (other === null) return cleanModule(code, entryPoint);
  const renamed = renameIdentifiers(code, { [other]: entryPoint });
  return 'code' in renamed
    ? cleanModule(renamed.code, entryPoint)
    : `${other} = ${entryPoint}\n${cleanModule(code, other)}`;
}

function cleanModule(code: string, entryPoint: string): string {
  const tree = parsePython(code);
  const used = modulesUsed(tree, entryPoint);
  const edits: Edit[] = [];
  const modules = new Set<string>();
  const replace = (node: PythonNode, replacement: string) => {
    edits.push({ start: node.start, end: node.end, replacement });
  };
  for (const node of tree.root.children) {
    if (/^import/.test(node.type)) {
      const read = readImport(node, tree, entryPoint, used);
      if (read.moduleAlias) modules.add(read.moduleAlias);
      if (read.drop) replace(node, '');
    } else if (isMainGuard(node, tree)) replace(node, guardBody(node, tree));
    else if (definesEntry(node, tree, entryPoint) || isRunner(node, tree)) replace(node, '');
  }
  const removed = edits.map(({ start, end }) => ({ start, end }));
  visit(tree.root, (node) => {
    if (removed.some(({ start, end }) => start <= node.start && node.end <= end && node !== tree.root)) return false;
    const attribute = node.type === 'attribute' ? childOf(node, 'attribute') : null;
    const object = attribute ? childOf(node, 'object') : null;
    if (object && modules.has(textOf(tree, object)) && attribute && textOf(tree, attribute) === entryPoint) {
      replace(node, entryPoint);
    }
    return true;
  });
  const cleaned = applyEdits(code, edits);
  return `${cleaned.replace(/\n{4,}/g, '\n\n\n').trim()}\n`;
}
