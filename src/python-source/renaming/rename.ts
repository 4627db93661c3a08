import { applyEdits, type Edit } from '../../core/text.ts';
import { analyseScopes, type Scope, type ScopeAnalysis, seesOwnNames } from '../scopes/scopes.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../syntax/python-words.ts';

/** Identifiers that change together: occurrences of a variable, and keyword arguments that go along. */
export interface Pick {
  /** The scope that binds them; the module also for free names. */
  readonly home: Scope;
  readonly nodes: readonly PythonNode[];
}

export const scopedCode = (code: string): ScopeAnalysis => analyseScopes(parsePython(code));

/** The name of a scope's function as a node; of a lambda, that of the variable it is assigned to. */
function nameNodeOf({ kind, node }: Scope): PythonNode | null {
  if (kind !== 'lambda') return node.child('name');
  const left = node.parent?.type === 'assignment' ? node.parent.child('left') : null;
  return left?.type === 'identifier' ? left : null;
}

export const functionNameOf = (scope: Scope): string => nameNodeOf(scope)?.text ?? '';

/** The functions defined directly in the module, `f = lambda x: x` included. */
export const moduleFunctions = ({ scopes, module }: ScopeAnalysis): Scope[] =>
  scopes.filter(
    (scope) => scope.parent === module && /^(?:function|lambda)$/.test(scope.kind) && nameNodeOf(scope) !== null,
  );

const isMethod = ({ kind, parent }: Scope): boolean => kind === 'function' && parent?.kind === 'class';

/** The methods of all classes, at any depth. */
export const methodsOf = ({ scopes }: ScopeAnalysis): Scope[] => scopes.filter(isMethod);

/** The functions of that name: of the module, or without any the methods of its classes. */
export function functionsNamed(code: ScopeAnalysis, name: string): Scope[] {
  const isNamed = (scope: Scope) => functionNameOf(scope) === name;
  const own = moduleFunctions(code).filter(isNamed);
  return own.length > 0 ? own : methodsOf(code).filter(isNamed);
}

export const hasParameter = ({ bound }: Scope, name: string): boolean => bound.get(name) === 'parameter';

/** Every use of a name of one scope; of the module, free ones included. */
export function pickName({ occurrences, module }: ScopeAnalysis, name: string, home: Scope): Pick {
  const own = occurrences.filter((found) => found.name === name && (found.home ?? module) === home);
  return { home, nodes: own.map(({ node }) => node) };
}

/** Names of keyword arguments in calls of functions of which `accepts` says that they take them. */
export const pickKeywords = (
  { keywords }: ScopeAnalysis,
  name: string,
  accepts: (callee: PythonNode) => boolean,
): PythonNode[] =>
  keywords
    .filter(({ name: own, call }) => own === name && accepts(call.child('function') ?? call))
    .map(({ node }) => node);

/** The method in `object.method(...)`; null for other calls, and for those of a superclass, which has its own names. */
export const calledMethod = ({ member }: PythonNode): string | null =>
  member && !member.object.text.startsWith('super(') ? member.name.text : null;

/** The function in a call by its plain name, where that is a name of `home`; of the module, free ones included. */
export function calledFunction({ occurrenceAt, module }: ScopeAnalysis, callee: PythonNode, home = module) {
  const found = callee.type === 'identifier' ? occurrenceAt.get(callee.start) : undefined;
  return found && (found.home ?? module) === home ? found : undefined;
}

/** Whether a callee may be the function under test, in a text that does not define it. */
export function isOpenCallee(code: ScopeAnalysis, callee: PythonNode): boolean {
  const found = calledFunction(code, callee);
  return found !== undefined && found.home === null && !PYTHON_BUILTINS.has(found.name);
}

/** A parameter in its function, and its keyword in calls of that function; of `__init__`, in calls of the class. */
export function pickParameter(code: ScopeAnalysis, scope: Scope, name: string): Pick {
  const own = nameNodeOf(scope);
  const home = (own && code.occurrenceAt.get(own.start)?.home) ?? code.module;
  const className = own?.text === '__init__' && scope.parent ? functionNameOf(scope.parent) : null;
  const takes = (callee: PythonNode) =>
    isMethod(scope)
      ? calledMethod(callee) === own?.text || (className !== null && calledFunction(code, callee)?.name === className)
      : calledFunction(code, callee, home)?.name === own?.text;
  return { home: scope, nodes: [...pickName(code, name, scope).nodes, ...pickKeywords(code, name, takes)] };
}

const accessesByText = (node: PythonNode): boolean =>
  seesOwnNames(node) ||
  node.some((inner) => inner.type === 'identifier' && /^(?:get|set|has|del)attr$/.test(inner.text));

/** Variables that are assigned the function itself: `g = f`. */
function aliasesOf(root: PythonNode, name: string): ReadonlySet<string> {
  const assignments = root.findAll(({ type }) => type === 'assignment');
  const own = assignments.filter(
    (node) => node.childText('right') === name && node.child('left')?.type === 'identifier',
  );
  return new Set(own.map((node) => node.childText('left')).filter((alias) => alias !== name));
}

/**
 * Why this function's parameter cannot be renamed safely, or null: `dynamic-names` where it takes or is given `**`, or
 * looks names up by text; `indirect-keyword` where it is handed on with the keyword, as in `partial(f, x=1)`, or called
 * by another name.
 */
export function parameterObstacle({ root, keywords }: ScopeAnalysis, scope: Scope, name: string): string | null {
  const owner = functionNameOf(scope);
  const isOwner = (node: PythonNode | null) => node?.type === 'identifier' && node.text === owner;
  const takesDictionary = scope.node.childrenIn('parameters').some(({ text }) => text.startsWith('**'));
  const isGivenDictionary = (node: PythonNode) =>
    isOwner(node.callee) && node.childrenIn('arguments').some(({ type }) => type === 'dictionary_splat');
  if (takesDictionary || accessesByText(scope.node) || root.some(isGivenDictionary)) return 'dynamic-names';
  const aliases = aliasesOf(root, owner);
  const handsOn = (call: PythonNode) =>
    aliases.has(call.childText('function')) || call.childrenIn('arguments').some(isOwner);
  return keywords.some((keyword) => keyword.name === name && handsOn(keyword.call)) ? 'indirect-keyword' : null;
}

/** Whether a text that is looked up as a name, as in `globals()["f"]`, is this one. */
export function isLookedUpByText({ root }: ScopeAnalysis, name: string): boolean {
  const says = (node: PythonNode) => node.type === 'string' && node.text.replace(/^\w*["']+|["']+$/g, '') === name;
  return accessesByText(root) && root.some(says);
}

/** old -> new */
export type Renames = Readonly<Record<string, string>>;

const isIdentifier = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !PYTHON_KEYWORDS.has(name);

const isMethodOnly = ({ scopes, module }: ScopeAnalysis, name: string): boolean =>
  !module.bound.has(name) && scopes.some(({ kind, bound }) => kind === 'class' && bound.get(name) === 'definition');

/** Functions whose parameter of that name is meant. */
function ownersOf(code: ScopeAnalysis, parameter: string, renames: Renames, entryPoint: string | null): Scope[] {
  const functions = moduleFunctions(code);
  const renamed = functions.filter((scope) => functionNameOf(scope) in renames);
  const meant = entryPoint ? functionsNamed(code, entryPoint) : renamed.length > 0 ? renamed : functions;
  return meant.filter((scope) => hasParameter(scope, parameter));
}

/** No honest text has more functions with one parameter; each is looked for in the whole text. */
const MOST_OWNERS = 64;

/** The places of one rename, or the reason why it is impossible. */
function placesOf(code: ScopeAnalysis, old: string, renames: Renames, entryPoint: string | null) {
  const owners = ownersOf(code, old, renames, entryPoint);
  if (owners.length > MOST_OWNERS) return 'too-many-functions';
  const obstacle = owners.map((scope) => parameterObstacle(code, scope, old)).find((reason) => reason !== null);
  if (obstacle) return obstacle;
  const takes = (callee: PythonNode) =>
    entryPoint ? calledFunction(code, callee)?.name === entryPoint : isOpenCallee(code, callee);
  const own =
    owners.length > 0
      ? owners.flatMap((scope) => pickParameter(code, scope, old).nodes)
      : pickKeywords(code, old, takes);
  if (entryPoint && entryPoint !== old) return own;
  if (owners.length === 0 && isMethodOnly(code, old)) return 'name-is-method';
  return isLookedUpByText(code, old) ? 'dynamic-names' : [...own, ...pickName(code, old, code.module).nodes];
}

/**
 * Renames by scope: a function wherever its name is the module's or free, a parameter in its own function and as a
 * keyword in calls of that function. Attributes, strings, comments and other callees' keywords stay.
 *
 * Refused: `invalid-name`, `name-collision`, `name-is-method`, `dynamic-names` (the function takes `**`, or names
 * are looked up by text), `too-many-functions` and `indirect-keyword` (as in `partial(f, x=1)`).
 *
 * @param entryPoint the function whose parameters may be renamed, by its old name; all other names are then taken for
 * parameters. Without it: the functions that are renamed themselves, or else every function of the module with such a
 * parameter.
 */
export function renameIdentifiers(
  code: string,
  renames: Renames,
  { entryPoint = null }: { readonly entryPoint?: string | null } = {},
): { readonly code: string } | { readonly refused: string } {
  const scoped = scopedCode(code);
  const replaced = new Map<number, Edit>();
  const entries = Object.entries(renames).filter(([old, to]) => old !== to);
  for (const [old, to] of entries) {
    if (!isIdentifier(to)) return { refused: 'invalid-name' };
    const places = placesOf(scoped, old, renames, entryPoint);
    if (typeof places === 'string') return { refused: places };
    for (const node of places) replaced.set(node.start, node.replacedBy(to));
  }
  const targets = new Set(entries.map(([, to]) => to));
  const collides = scoped.occurrences.some(({ name, node }) => targets.has(name) && !replaced.has(node.start));
  return collides ? { refused: 'name-collision' } : { code: applyEdits(code, [...replaced.values()]) };
}
