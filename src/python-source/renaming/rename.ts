import { applyEdits, type Edit } from '../../core/edit.ts';
import type { Scope, ScopeAnalysis } from '../scopes/scopes.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { PYTHON_KEYWORDS } from '../syntax/python-words.ts';
import {
  calledFunction,
  functionNameOf,
  functionsNamed,
  hasParameter,
  isLookedUpByText,
  isOpenCallee,
  moduleFunctions,
  parameterObstacle,
  pickKeywords,
  pickName,
  pickParameter,
  scopedCode,
} from './rename-picks.ts';

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
function placesOf(
  code: ScopeAnalysis,
  old: string,
  renames: Renames,
  entryPoint: string | null,
): readonly PythonNode[] | string {
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
