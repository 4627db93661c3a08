import { applyEdits, type Edit } from '../../core/edit.ts';
import type { TestBody } from '../../core/program.ts';
import type { Scope } from '../scopes/scopes.ts';
import { beginsAsProse } from '../syntax/begins-as-prose.ts';
import { collectNames } from '../syntax/python-names.ts';
import { PROGRAM_CHARACTERS, RENAMED_FUNCTIONS } from '../syntax/reading-limits.ts';
import { attributesNamed, definesMethod, undoMethodRename } from './member-names.ts';
import {
  allFunctions,
  functionsNamed,
  hasParameter,
  isOpenCallee,
  type Pick,
  parameterObstacle,
  pickKeywords,
  pickMethodKeywords,
  pickModuleName,
  pickParameter,
  type ScopedCode,
  scopedCode,
} from './rename-picks.ts';

/** A name that occurs nowhere in the code. */
function freshName(base: string, code: string): string {
  const taken = collectNames(code);
  let number = 1;
  while (taken.has(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}

function isWithin(scope: Scope, outer: Scope): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) if (at === outer) return true;
  return false;
}

/**
 * Scopes whose own variable `name` would capture, or be captured by, identifiers of `pick` once these are called
 * `name`; `builtin` where it is not a variable of the text that would be captured.
 */
function conflictsWith({ occurrences }: ScopedCode, pick: Pick, name: string): Set<Scope | 'builtin'> {
  const conflicts = new Set<Scope | 'builtin'>();
  const around = new Set<Scope>();
  for (const { scope } of pick.occurrences) {
    for (let at: Scope | null = scope; at && !around.has(at); at = at.parent) around.add(at);
  }
  for (const { name: found, home, scope } of occurrences) {
    if (found !== name || home?.kind === 'class') continue;
    if (home === null) {
      if (pick.home.kind !== 'module' && isWithin(scope, pick.home)) conflicts.add('builtin');
    } else if (home === pick.home) conflicts.add(home);
    else if (isWithin(home, pick.home)) {
      if (around.has(home)) conflicts.add(home);
    } else if (isWithin(pick.home, home) && isWithin(scope, pick.home)) conflicts.add(home);
  }
  return conflicts;
}

const replacing = (nodes: readonly { start: number; end: number }[], replacement: string): Edit[] =>
  nodes.map(({ start, end }) => ({ start, end, replacement }));

/** Renames one scope's own variable, and its keyword where it is a parameter. */
function renameOwn(code: ScopedCode, scope: Scope, name: string, to: string): Edit[] {
  const own = code.occurrences.filter((found) => found.name === name && found.home === scope).map(({ node }) => node);
  const keywords = hasParameter(scope, name) ? pickParameter(code, scope, name).keywords : [];
  return replacing([...own, ...keywords], to);
}

/** No program has more variables in the way; each is looked for in the whole text. */
const MOST_CONFLICTS = 32;

/** Renames the picked occurrences to `name`, after other uses of `name` made way; null if impossible. */
function renamePicked(code: string, name: string, pick: (code: ScopedCode) => Pick | null): string | null {
  const scoped = scopedCode(code);
  const picked = pick(scoped);
  if (!picked) return null;
  const conflicts = picked.occurrences.length > 0 ? conflictsWith(scoped, picked, name) : new Set<Scope>();
  if (conflicts.has('builtin') || conflicts.size > MOST_CONFLICTS) return null;
  const other = conflicts.size > 0 ? freshName(name, code) : '';
  const clearing = [...conflicts].flatMap((scope) =>
    scope === 'builtin' ? [] : renameOwn(scoped, scope, name, other),
  );
  const nodes = [...picked.occurrences.map(({ node }) => node), ...picked.keywords];
  const starts = new Set(nodes.map(({ start }) => start));
  const kept = clearing.filter(({ start }) => !starts.has(start));
  return applyEdits(code, [...kept, ...replacing(nodes, name)]);
}

/** Renames the picked occurrences, one function after the other. */
function renameEach(code: string, name: string, pick: (code: ScopedCode) => Pick | null): string {
  let renamed = code;
  for (let round = 0; round < RENAMED_FUNCTIONS; round++) {
    const next = renamePicked(renamed, name, pick);
    if (next === null || next === renamed) break;
    renamed = next;
  }
  return renamed;
}

/** Whether the module itself binds the name by a definition or an assignment. */
function defines({ module }: ScopedCode, name: string): boolean {
  const kind = module.bound.get(name);
  return kind === 'definition' || kind === 'variable';
}

/** Whether the module or one of its classes defines a function of that name. */
function isNamed(code: string, name: string): boolean {
  return defines(scopedCode(code), name) || definesMethod(code, name);
}

function undoFunctionName(code: string, old: string, renamed: string): string | null {
  const scoped = scopedCode(code);
  if (!defines(scoped, renamed)) return defines(scoped, old) ? code : undoMethodName(code, old, renamed);
  return renamePicked(code, old, (parsed) => pickModuleName(parsed, renamed));
}

/** The same for a method; null if no class has either name. A method with the old name stays the called one. */
function undoMethodName(code: string, old: string, renamed: string): string | null {
  if (definesMethod(code, old)) return code;
  return definesMethod(code, renamed) ? undoMethodRename(code, old, renamed) : null;
}

/**
 * A program may define the function twice, or in several classes, up to `RENAMED_FUNCTIONS` times; without an entry point
 * any function may be meant.
 */
function undoParameter(code: string, entryPoint: string | null, old: string, renamed: string): string {
  return renameEach(code, old, (parsed) => {
    const functions = entryPoint === null ? allFunctions(parsed) : functionsNamed(parsed, entryPoint);
    const owner = functions.findLast((scope) => hasParameter(scope, renamed) && !hasParameter(scope, old));
    if (!owner || parameterObstacle(parsed, owner, renamed) !== null) return null;
    return pickParameter(parsed, owner, renamed);
  });
}

/** Local variables that a program took over from code that its prompt shows, in every function. */
function undoLocal(code: string, old: string, renamed: string): string {
  return renameEach(code, old, (parsed) => {
    const home = parsed.scopes.find(({ kind, bound }) => kind !== 'class' && bound.get(renamed) === 'variable');
    if (!home || home === parsed.module) return null;
    const occurrences = parsed.occurrences.filter((found) => found.name === renamed && found.home === home);
    return { home, occurrences, keywords: [] };
  });
}

/**
 * Gives a generated program its original names back. A variable of its own that is in the way gets another name; where
 * the program used the original name, it stays; parameters that cannot be renamed safely keep their new name.
 *
 * @param renames old -> new, as the variant's mutation has them.
 */
export function undoRenames(
  code: string,
  renames: Readonly<Record<string, string>>,
  { entryPoint }: { readonly entryPoint: string | null },
): { readonly code: string } | { readonly problem: 'entry-missing' } {
  if (code.length > PROGRAM_CHARACTERS || beginsAsProse(code)) return { problem: 'entry-missing' };
  let undone = code;
  const renamedEntry = entryPoint === null ? undefined : renames[entryPoint];
  if (entryPoint !== null && renamedEntry !== undefined && renamedEntry !== entryPoint) {
    const named = undoFunctionName(undone, entryPoint, renamedEntry);
    if (named === null) return { problem: 'entry-missing' };
    undone = named;
  }
  for (const [old, renamed] of Object.entries(renames)) {
    if (old === entryPoint || old === renamed) continue;
    const named = entryPoint === null && isNamed(undone, renamed);
    undone = named
      ? (undoFunctionName(undone, old, renamed) ?? undone)
      : undoLocal(undoParameter(undone, entryPoint, old, renamed), old, renamed);
  }
  return { code: undone };
}

/** The function's name where the test leaves it free, imports it or defines a stub of it. */
function pickFunctionInTest(code: ScopedCode, name: string): Pick | null {
  const isOwnVariable = code.module.bound.get(name) === 'variable';
  return isOwnVariable ? null : pickModuleName(code, name);
}

function undoInTestCode(code: string, renames: Readonly<Record<string, string>>): string {
  if (code.length > PROGRAM_CHARACTERS || beginsAsProse(code)) return code;
  let undone = code;
  const functions = new Set(Object.entries(renames).flat());
  for (const [old, renamed] of Object.entries(renames)) {
    if (old === renamed) continue;
    undone =
      renamePicked(undone, old, (parsed) => {
        const isTarget = (callee: string, isFree: boolean) => functions.has(callee) || isOpenCallee(callee, isFree);
        const picked = pickFunctionInTest(parsed, renamed);
        // The new name is like no other, so that a method that takes it is the one under test.
        const keywords = [
          ...pickKeywords(parsed, renamed, isTarget),
          ...pickMethodKeywords(parsed, renamed, () => true),
        ];
        // There is no other member of that name either.
        const members = attributesNamed(parsed.tree, renamed);
        return { home: parsed.module, occurrences: picked?.occurrences ?? [], keywords: [...keywords, ...members] };
      }) ?? undone;
  }
  return undone;
}

/**
 * Gives a generated test its original names back: the function's name, and the keywords with which it is called. The
 * test's own variables stay, unless one is in the way.
 */
export function undoRenamesInTest(body: TestBody, renames: Readonly<Record<string, string>>): TestBody {
  if (body.kind === 'stdio' || Object.keys(renames).length === 0) return body;
  if (body.kind === 'assertion') return { kind: 'assertion', code: undoInTestCode(body.code, renames) };
  return { ...body, module: undoInTestCode(body.module, renames) };
}
