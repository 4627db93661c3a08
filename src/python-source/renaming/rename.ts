import { applyEdits } from '../../core/edit.ts';
import type { Scope } from '../scopes/scopes.ts';
import { PYTHON_KEYWORDS } from '../syntax/python-words.ts';
import {
  functionNameOf,
  functionsNamed,
  hasParameter,
  isLookedUpByText,
  isOpenCallee,
  moduleFunctions,
  type Pick,
  parameterObstacle,
  pickKeywords,
  pickModuleName,
  pickParameter,
  type ScopedCode,
  scopedCode,
} from './rename-picks.ts';

export { undoRenames, undoRenamesInTest } from './undo-renames.ts';

/** old -> new */
export type Renames = Readonly<Record<string, string>>;

export interface RenameOptions {
  /**
   * The function whose parameters may be renamed, by its old name; all other names are then taken for parameters.
   * Without it: the functions that are renamed themselves, or else every function of the module with such a parameter.
   */
  readonly entryPoint?: string | null;
}

export type RenameOutcome = { readonly code: string; readonly renamed: number } | { readonly refused: string };

const isIdentifier = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !PYTHON_KEYWORDS.has(name);

function isMethodOnly({ scopes, module }: ScopedCode, name: string): boolean {
  return (
    !module.bound.has(name) && scopes.some(({ kind, bound }) => kind === 'class' && bound.get(name) === 'definition')
  );
}

/** Functions whose parameter of that name is meant. */
function ownersOf(code: ScopedCode, parameter: string, renames: Renames, entryPoint: string | null): Scope[] {
  const functions = moduleFunctions(code);
  const renamed = functions.filter((scope) => functionNameOf(scope) in renames);
  const meant = entryPoint ? functionsNamed(code, entryPoint) : renamed.length > 0 ? renamed : functions;
  return meant.filter((scope) => hasParameter(scope, parameter));
}

/** No honest text has more functions with one parameter; each is looked for in the whole text. */
const MOST_OWNERS = 64;

/** The changes of one rename, or the reason why it is impossible. */
function picksFor(code: ScopedCode, old: string, renames: Renames, entryPoint: string | null): Pick[] | string {
  const picks: Pick[] = [];
  const owners = ownersOf(code, old, renames, entryPoint);
  if (owners.length > MOST_OWNERS) return 'too-many-functions';
  for (const scope of owners) {
    const obstacle = parameterObstacle(code, scope, old);
    if (obstacle) return obstacle;
    picks.push(pickParameter(code, scope, old));
  }
  if (owners.length === 0) {
    const isTarget = entryPoint ? (callee: string) => callee === entryPoint : isOpenCallee;
    picks.push({ home: code.module, occurrences: [], keywords: pickKeywords(code, old, isTarget) });
  }
  if (!entryPoint || entryPoint === old) {
    if (owners.length === 0 && isMethodOnly(code, old)) return 'name-is-method';
    if (isLookedUpByText(code, old)) return 'dynamic-names';
    picks.push(pickModuleName(code, old));
  }
  return picks;
}

/**
 * Renames by scope: a function wherever its name is the module's or free, a parameter in its own function and as a
 * keyword in calls of that function. Attributes, strings, comments and other callees' keywords stay.
 *
 * Refused: `invalid-name`, `name-collision`, `name-is-method`, `dynamic-names` (the function takes `**`, or names
 * are looked up by text), `too-many-functions` and `indirect-keyword` (as in `partial(f, x=1)`).
 */
export function renameIdentifiers(code: string, renames: Renames, options: RenameOptions = {}): RenameOutcome {
  const scoped = scopedCode(code);
  const replaced = new Map<number, { start: number; end: number; replacement: string }>();
  const entries = Object.entries(renames).filter(([old, to]) => old !== to);
  for (const [old, to] of entries) {
    if (!isIdentifier(to)) return { refused: 'invalid-name' };
    const picks = picksFor(scoped, old, renames, options.entryPoint ?? null);
    if (typeof picks === 'string') return { refused: picks };
    const nodes = picks.flatMap(({ occurrences, keywords }) => [...occurrences.map(({ node }) => node), ...keywords]);
    for (const { start, end } of nodes) replaced.set(start, { start, end, replacement: to });
  }
  const targets = new Set(entries.map(([, to]) => to));
  const collides = scoped.occurrences.some(({ name, node }) => targets.has(name) && !replaced.has(node.start));
  if (collides) return { refused: 'name-collision' };
  return { code: applyEdits(code, [...replaced.values()]), renamed: replaced.size };
}
