import { analyseScopes, type Occurrence, type Scope, type ScopeAnalysis, seesOwnNames } from '../scopes/scopes.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';

/** A text with its scopes. */
export interface ScopedCode extends ScopeAnalysis {
  readonly tree: PythonTree;
}

/** Identifiers that change together. */
export interface Pick {
  /** The scope that binds them; the module also for free names. */
  readonly home: Scope;
  readonly occurrences: readonly Occurrence[];
  /** Names of keyword arguments that go along. */
  readonly keywords: readonly PythonNode[];
}

/** By trees, which are remembered themselves: a prompt's code is asked for once per name. */
const analysed = new WeakMap<PythonTree, ScopedCode>();

export function scopedCode(code: string): ScopedCode {
  const tree = parsePython(code);
  const known = analysed.get(tree);
  if (known) return known;
  const scoped = { tree, ...analyseScopes(tree) };
  analysed.set(tree, scoped);
  return scoped;
}

/** The name of a scope's function; of a lambda, that of the variable it is assigned to. */
export function functionNameOf(scope: Scope): string {
  const name = scope.kind === 'lambda' ? assignedName(scope) : scope.node.child('name');
  return name ? name.text : '';
}

function assignedName({ node }: Scope): PythonNode | null {
  const left = node.parent?.type === 'assignment' ? node.parent.child('left') : null;
  return left?.type === 'identifier' ? left : null;
}

/** The functions defined directly in the module, `f = lambda x: x` included. */
export function moduleFunctions(code: ScopedCode): Scope[] {
  return code.scopes.filter(
    (scope) =>
      scope.parent === code.module &&
      (scope.kind === 'function' || (scope.kind === 'lambda' && assignedName(scope) !== null)),
  );
}

/** The functions of the module and the methods of its classes. */
export function allFunctions(code: ScopedCode): Scope[] {
  return [...moduleFunctions(code), ...code.scopes.filter(isMethod)];
}

/** The functions of that name: of the module, or without any the methods of its classes. */
export function functionsNamed(code: ScopedCode, name: string): Scope[] {
  const isNamed = (scope: Scope) => functionNameOf(scope) === name;
  const own = moduleFunctions(code).filter(isNamed);
  return own.length > 0 ? own : code.scopes.filter((scope) => isMethod(scope) && isNamed(scope));
}

function isMethod({ kind, parent }: Scope): boolean {
  return kind === 'function' && parent?.kind === 'class';
}

export function hasParameter(scope: Scope, name: string): boolean {
  return scope.bound.get(name) === 'parameter';
}

/** Every use of a name of the module, or of one that the text leaves free. */
export function pickModuleName({ occurrences, module }: ScopedCode, name: string): Pick {
  const own = occurrences.filter((found) => found.name === name && (found.home === null || found.home === module));
  return { home: module, occurrences: own, keywords: [] };
}

/** A parameter in its function, and its keyword in calls of that function. */
export function pickParameter(code: ScopedCode, scope: Scope, name: string): Pick {
  const owner = functionNameOf(scope);
  return {
    home: scope,
    occurrences: code.occurrences.filter((found) => found.name === name && found.home === scope),
    keywords: isMethod(scope)
      ? [...pickMethodKeywords(code, name, (method) => method === owner), ...pickConstructorKeywords(code, scope, name)]
      : pickKeywords(code, name, (callee) => callee === owner, homeOfFunction(code, scope)),
  };
}

/** Parameters of `__init__` are keywords of the class: `A(x=1)`. */
function pickConstructorKeywords(code: ScopedCode, scope: Scope, name: string): PythonNode[] {
  if (functionNameOf(scope) !== '__init__' || scope.parent === null) return [];
  const owner = functionNameOf(scope.parent);
  return pickKeywords(code, name, (callee) => callee === owner);
}

/** Names of keyword arguments in calls `object.method(...)`; those of a superclass have their own names. */
export function pickMethodKeywords(
  { keywords }: ScopedCode,
  name: string,
  isTarget: (method: string) => boolean,
): PythonNode[] {
  return keywords.flatMap((keyword) => {
    const callee = keyword.call.child('function');
    const member = callee?.member;
    if (keyword.name !== name || !member || member.object.text.startsWith('super(')) return [];
    return isTarget(member.name.text) ? [keyword.node] : [];
  });
}

/** The scope that binds a function's own name. */
function homeOfFunction({ module, occurrenceAt }: ScopedCode, scope: Scope): Scope {
  const name = scope.kind === 'lambda' ? assignedName(scope) : scope.node.child('name');
  return (name && occurrenceAt.get(name.start)?.home) ?? module;
}

/** Names of keyword arguments in calls of functions that `binder` binds; the module also for free names. */
export function pickKeywords(
  { keywords, occurrenceAt, module }: ScopedCode,
  name: string,
  isTarget: (callee: string, isFree: boolean) => boolean,
  binder: Scope = module,
): PythonNode[] {
  return keywords.flatMap((keyword) => {
    const callee = keyword.call.child('function');
    if (keyword.name !== name || callee?.type !== 'identifier') return [];
    const home = occurrenceAt.get(callee.start)?.home ?? null;
    if ((home ?? module) !== binder) return [];
    return isTarget(callee.text, home === null) ? [keyword.node] : [];
  });
}

/** Whether a callee may be the function under test, in a text that does not define it. */
export function isOpenCallee(callee: string, isFree: boolean): boolean {
  return isFree && !PYTHON_BUILTINS.has(callee);
}

const ATTRIBUTE_BY_NAME = /^(get|set|has|del)attr$/;

function accessesByText(node: PythonNode): boolean {
  const isAccess = (inner: PythonNode) => inner.type === 'identifier' && ATTRIBUTE_BY_NAME.test(inner.text);
  return seesOwnNames(node) || node.some(isAccess);
}

/**
 * Why this function's parameter cannot be renamed safely, or null: `dynamic-names` where it takes or is given `**`, or
 * looks names up by text; `indirect-keyword` where it is handed on with the keyword, as in `partial(f, x=1)`, or called by another name.
 */
export function parameterObstacle(code: ScopedCode, scope: Scope, name: string): string | null {
  const { tree, keywords } = code;
  const owner = functionNameOf(scope);
  const parameters = (scope.node.child('parameters') ?? scope.node).namedChildren;
  if (parameters.some((parameter) => parameter.text.startsWith('**'))) return 'dynamic-names';
  if (accessesByText(scope.node) || isGivenDictionary(tree, owner)) return 'dynamic-names';
  const aliases = aliasesOf(tree, owner);
  const isOwner = (node: PythonNode) => node.type === 'identifier' && node.text === owner;
  const handedOn = keywords.some(
    (keyword) =>
      keyword.name === name &&
      (aliases.has(keyword.call.childText('function')) || keyword.call.childrenIn('arguments').some(isOwner)),
  );
  return handedOn ? 'indirect-keyword' : null;
}

/** Variables that are assigned the function itself: `g = f`. */
function aliasesOf(tree: PythonTree, name: string): ReadonlySet<string> {
  const aliases = new Set<string>();
  tree.root.visit((node) => {
    const right = node.type === 'assignment' ? node.child('right') : null;
    const left = right ? node.child('left') : null;
    if (right?.type === 'identifier' && left?.type === 'identifier' && right.text === name) {
      if (left.text !== name) aliases.add(left.text);
    }
    return true;
  });
  return aliases;
}

/** Whether a text that is looked up as a name, as in `globals()["f"]`, is this one. */
export function isLookedUpByText({ tree }: ScopedCode, name: string): boolean {
  const says = (node: PythonNode) => node.type === 'string' && node.text.replace(/^\w*["']+|["']+$/g, '') === name;
  return accessesByText(tree.root) && tree.root.some(says);
}

function isGivenDictionary(tree: PythonTree, name: string): boolean {
  return tree.root.some((node) => {
    const callee = node.callee;
    if (callee?.type !== 'identifier' || callee.text !== name) return false;
    return node.childrenIn('arguments').some(({ type }) => type === 'dictionary_splat');
  });
}
