import type { TestBody } from '../../core/program.ts';
import { applyEdits } from '../../core/text.ts';
import type { Scope, ScopeAnalysis } from '../scopes/scopes.ts';
import { holdsProse } from '../syntax/parse-python.ts';
import { collectNames } from '../syntax/python-names.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { PROGRAM_CHARACTERS, RENAMED_FUNCTIONS } from '../syntax/reading-limits.ts';
import {
  calledFunction,
  calledMethod,
  functionNameOf,
  functionsNamed,
  hasParameter,
  isOpenCallee,
  methodsOf,
  moduleFunctions,
  type Pick,
  parameterObstacle,
  pickKeywords,
  pickName,
  pickParameter,
  type Renames,
  scopedCode,
} from './rename.ts';

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
function conflictsWith({ occurrences, occurrenceAt }: ScopeAnalysis, pick: Pick, name: string) {
  const conflicts = new Set<Scope | 'builtin'>();
  const around = new Set<Scope>();
  for (const { start } of pick.nodes) {
    const found = occurrenceAt.get(start);
    for (let at = found?.scope ?? null; at && !around.has(at); at = at.parent) around.add(at);
  }
  if (around.size === 0) return conflicts;
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

/** One scope's own variable, and its keyword where it is a parameter. */
const pickOwn = (code: ScopeAnalysis, scope: Scope, name: string): Pick =>
  hasParameter(scope, name) ? pickParameter(code, scope, name) : pickName(code, name, scope);

/** No program has more variables in the way; each is looked for in the whole text. */
const MOST_CONFLICTS = 32;

/** Renames the picked occurrences to `name`, after other uses of `name` made way; null if impossible. */
function renamePicked(code: string, name: string, pick: (code: ScopeAnalysis) => Pick | null): string | null {
  const scoped = scopedCode(code);
  const picked = pick(scoped);
  const conflicts = picked && conflictsWith(scoped, picked, name);
  if (!conflicts || conflicts.has('builtin') || conflicts.size > MOST_CONFLICTS) return null;
  const other = conflicts.size > 0 ? freshName(name, code) : '';
  const inTheWay = [...conflicts].flatMap((scope) => (scope === 'builtin' ? [] : pickOwn(scoped, scope, name).nodes));
  const starts = new Set(picked.nodes.map(({ start }) => start));
  return applyEdits(code, [
    ...inTheWay.filter(({ start }) => !starts.has(start)).map((node) => node.replacedBy(other)),
    ...picked.nodes.map((node) => node.replacedBy(name)),
  ]);
}

/** Renames the picked occurrences, one function after the other. */
function renameEach(code: string, name: string, pick: (code: ScopeAnalysis) => Pick | null): string {
  let renamed = code;
  for (let round = 0; round < RENAMED_FUNCTIONS; round++) {
    const next = renamePicked(renamed, name, pick);
    if (next === null || next === renamed) break;
    renamed = next;
  }
  return renamed;
}

/** Whether the module itself binds the name by a definition or an assignment. */
const defines = ({ module }: ScopeAnalysis, name: string): boolean =>
  /^(?:definition|variable)$/.test(module.bound.get(name) ?? '');

const definesMethod = (code: ScopeAnalysis, name: string): boolean =>
  methodsOf(code).some((scope) => functionNameOf(scope) === name);

/** Attributes of that name: after a dot, anywhere. */
const attributesNamed = (root: PythonNode, name: string): PythonNode[] =>
  root.findAll((node) => node.field === 'attribute' && node.parent?.type === 'attribute' && node.text === name);

/** Gives a method of a class, and the calls of it, its old name back. */
export function undoMethodRename(code: string, old: string, renamed: string): string {
  const { root } = parsePython(code);
  const isName = (node: PythonNode) =>
    node.field === 'name' && node.parent?.type === 'function_definition' && node.text === renamed;
  const edits = [...root.findAll(isName), ...attributesNamed(root, renamed)].map((node) => node.replacedBy(old));
  return applyEdits(code, edits);
}

/** A function of the module, or a method; null if neither has either name. One with the old name stays the called one. */
function undoFunctionName(code: string, old: string, renamed: string): string | null {
  const scoped = scopedCode(code);
  if (defines(scoped, renamed)) return renamePicked(code, old, (parsed) => pickName(parsed, renamed, parsed.module));
  if (defines(scoped, old) || definesMethod(scoped, old)) return code;
  return definesMethod(scoped, renamed) ? undoMethodRename(code, old, renamed) : null;
}

/** A program may define the function up to `RENAMED_FUNCTIONS` times; without an entry point any function is meant. */
function undoParameter(code: string, entryPoint: string | null, old: string, renamed: string): string {
  return renameEach(code, old, (parsed) => {
    const functions =
      entryPoint === null ? [...moduleFunctions(parsed), ...methodsOf(parsed)] : functionsNamed(parsed, entryPoint);
    const owner = functions.findLast((scope) => hasParameter(scope, renamed) && !hasParameter(scope, old));
    if (!owner || parameterObstacle(parsed, owner, renamed) !== null) return null;
    return pickParameter(parsed, owner, renamed);
  });
}

/** Local variables that a program took over from code that its prompt shows, in every function. */
function undoLocal(code: string, old: string, renamed: string): string {
  return renameEach(code, old, (parsed) => {
    const home = parsed.scopes.find(({ kind, bound }) => kind !== 'class' && bound.get(renamed) === 'variable');
    return home && home !== parsed.module ? pickName(parsed, renamed, home) : null;
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
  renames: Renames,
  { entryPoint }: { readonly entryPoint: string | null },
): { readonly code: string } | { readonly problem: 'entry-missing' } {
  if (code.length > PROGRAM_CHARACTERS || holdsProse(code)) return { problem: 'entry-missing' };
  const renamedEntry = entryPoint === null ? undefined : renames[entryPoint];
  const named =
    entryPoint === null || renamedEntry === undefined || renamedEntry === entryPoint
      ? code
      : undoFunctionName(code, entryPoint, renamedEntry);
  if (named === null) return { problem: 'entry-missing' };
  let undone = named;
  for (const [old, renamed] of Object.entries(renames)) {
    if (old === entryPoint || old === renamed) continue;
    const scoped = scopedCode(undone);
    const isFunction = entryPoint === null && (defines(scoped, renamed) || definesMethod(scoped, renamed));
    undone = isFunction
      ? (undoFunctionName(undone, old, renamed) ?? undone)
      : undoLocal(undoParameter(undone, entryPoint, old, renamed), old, renamed);
  }
  return { code: undone };
}

function undoInTestCode(code: string, renames: Renames): string {
  if (code.length > PROGRAM_CHARACTERS || holdsProse(code)) return code;
  const functions = new Set(Object.entries(renames).flat());
  let undone = code;
  for (const [old, renamed] of Object.entries(renames)) {
    if (old === renamed) continue;
    undone =
      renamePicked(undone, old, (parsed) => {
        const { module, root } = parsed;
        // The new name is like no other, so that a method that takes it is the one under test; so is any attribute.
        const takes = (callee: PythonNode) =>
          calledMethod(callee) !== null ||
          functions.has(calledFunction(parsed, callee)?.name ?? '') ||
          isOpenCallee(parsed, callee);
        const members = [...pickKeywords(parsed, renamed, takes), ...attributesNamed(root, renamed)];
        // The function's name, unless the test has a variable of that name.
        const isOwn = module.bound.get(renamed) === 'variable';
        return { home: module, nodes: isOwn ? members : [...pickName(parsed, renamed, module).nodes, ...members] };
      }) ?? undone;
  }
  return undone;
}

/** Gives a generated test its original names back; its own variables stay, unless one is in the way. */
export function undoRenamesInTest(body: TestBody, renames: Renames): TestBody {
  if (body.kind === 'stdio' || Object.keys(renames).length === 0) return body;
  if (body.kind === 'assertion') return { kind: 'assertion', code: undoInTestCode(body.code, renames) };
  return { ...body, module: undoInTestCode(body.module, renames) };
}
