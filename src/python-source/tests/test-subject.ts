import { importedNames } from '../scopes/import-bindings.ts';
import type { Occurrence, ScopeAnalysis } from '../scopes/scopes.ts';
import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import { firstAtLeast } from '../syntax/sorted-places.ts';
import { isKnownPackage } from './known-packages.ts';

/** Where the function under test lives in a repository. */
export interface EntryLocation {
  /** Dotted path by which tests import it, such as `sklearn.metrics._classification`. */
  readonly module: string;
  /** The class, where it is a method. */
  readonly className?: string;
}

/** The subject of a test module. */
export interface TestSubject {
  readonly entryPoint: string;
  /** The name that tests use: the function, or its class. */
  readonly name: string;
  /** The module that replaces those that don't exist. */
  readonly module: string;
  /** Whether tests must import the function; in a sandbox they are given it. */
  readonly imported: boolean;
}

/** The module as which sandboxes load a program. */
const CANDIDATE_MODULE = 'candidate';

export function testSubject(entryPoint: string, location?: EntryLocation): TestSubject {
  if (!location) return { entryPoint, name: entryPoint, module: CANDIDATE_MODULE, imported: false };
  const { module, className } = location;
  return { entryPoint, name: className?.split('.')[0] ?? entryPoint, module, imported: true };
}

/** Names that models give to a module that does not exist. */
const PLACEHOLDER =
  /^\.|^(?:your|my|the|some|target|task|test|solution|main|module|script|program|code|answer|submission|implementation|func|function|src|app|user|student|candidate|__main__)(?:_?\w*)?$/i;

/** Whether a dotted module name is one that models invent. */
export function isPlaceholder(module: string): boolean {
  return PLACEHOLDER.test(module.startsWith('.') ? module : (module.split('.')[0] ?? '')) && !isKnownPackage(module);
}

/** The text of a plain string, without prefix and quotes; null for anything else. */
export function plainString(node: PythonNode): string | null {
  if (node.type !== 'string' || node.children.some(({ type }) => type === 'interpolation')) return null;
  return /^[ru]?(["'])([^"'\\\n]*)\1$/i.exec(node.text)?.[2] ?? null;
}

/** Most characters of a chain whose end is the called name. */
const CALLEE_LENGTH = 200;

/** Calls that replace something while a test runs: `patch`, `mock.patch.object`, `monkeypatch.setattr`. */
export function isPatch(call: PythonNode): boolean {
  const callee = call.callee;
  return callee !== null && /(?:^|\.)(?:patch(?:\.\w+)?|setattr|delattr)$/.test(callee.text.slice(-CALLEE_LENGTH));
}

function patchesSubject(call: PythonNode, { entryPoint, name, module }: TestSubject): boolean {
  if (!isPatch(call)) return false;
  const [first, second] = call.childrenIn('arguments');
  const target = first ? plainString(first) : null;
  if (target !== null) {
    const own = [`${module}.${name}`, `__main__.${name}`, `builtins.${name}`];
    return own.some((path) => target === path || target === `${path}.${entryPoint}`);
  }
  const attribute = second ? plainString(second) : null;
  return attribute === entryPoint || attribute === name;
}

/**
 * Whether a part replaces the function under test, so that its checks are not about the program: a definition or
 * assignment of its own, a parameter of that name, a patch of it.
 */
export function replacesSubject(
  { occurrences, scopes }: ScopeAnalysis,
  node: PythonNode,
  subject: TestSubject,
): boolean {
  const inside = (at: PythonNode) => node.start <= at.start && at.end <= node.end;
  const { name } = subject;
  let isOwn = false;
  const startOf = (found: Occurrence) => found.node.start;
  for (let at = firstAtLeast(occurrences, node.start, startOf); !isOwn; at++) {
    const found = occurrences[at];
    if (!found || found.node.start >= node.end) break;
    isOwn = found.name === name && inside(found.node) && found.home !== null && !/module|class/.test(found.home.kind);
  }
  return (
    isOwn ||
    scopes.some((scope) => scope.kind !== 'module' && inside(scope.node) && scope.globals.has(name)) ||
    node.some((inner) => patchesSubject(inner, subject))
  );
}

/** Aliases of the subject's package: `import pkg.mod as m`, `from pkg import mod`. */
function packageAliases(tree: PythonTree, { module, imported }: TestSubject): ReadonlySet<string> {
  if (!imported) return new Set();
  const root = module.split('.')[0] ?? '';
  const imports = tree.root.findAll(({ type }) => /^import_(?:from_)?statement$/.test(type));
  const names = imports.flatMap((node) => {
    const from = node.childText('module_name');
    return importedNames(node).filter(({ name }) => (from || name).split('.')[0] === root);
  });
  return new Set(names.map(({ bound }) => bound));
}

/** Says of stretches of a test module whether they use the function under test. */
export function subjectFinder(
  tree: PythonTree,
  { occurrences }: ScopeAnalysis,
  subject: TestSubject,
): (node: PythonNode) => boolean {
  const { name, entryPoint } = subject;
  const places = occurrences
    .filter((found) => found.name === name && (found.home === null || found.home.kind === 'module'))
    .map(({ node }) => node.start);
  const aliases = packageAliases(tree, subject);
  tree.root.visit((node) => {
    const member = node.member;
    if (!member) return;
    const called = member.name.text;
    const isMethod = name !== entryPoint && called === entryPoint;
    if (isMethod || (called === name && aliases.has(member.object.text))) places.push(member.name.start);
  });
  const sorted = places.sort((a, b) => a - b);
  return ({ start, end }) => {
    const first = sorted[firstAtLeast(sorted, start, (place) => place)];
    return first !== undefined && first < end;
  };
}
