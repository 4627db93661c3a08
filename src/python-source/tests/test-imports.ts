import type { Edit } from '../../core/edit.ts';
import { type ImportedName, importedNames, importsIn } from '../scopes/import-bindings.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { isKnownPackage } from './known-packages.ts';
import { isPatch, isPlaceholder, plainString, type TestSubject } from './test-subject.ts';

/** The name under which `from somewhere import entryPoint as other` brings the function; null without one. */
export function importedAs(root: PythonNode, name: string): string | null {
  const top = root.children.filter(({ type }) => type === 'import_from_statement');
  return top.flatMap(importedNames).find((own) => own.name === name && own.bound !== name)?.bound ?? null;
}

const write = ({ name, bound }: ImportedName): string => (name === bound ? name : `${name} as ${bound}`);
const isAtMargin = (node: PythonNode): boolean => node.parent?.type === 'module';
const isOf =
  (subject: TestSubject) =>
  ({ name, bound }: ImportedName): boolean =>
    name === subject.name || bound === subject.name;

/** Modules that don't exist. */
interface UnrealModules {
  /** Dotted names. */
  readonly names: Set<string>;
  /** `m` of `import your_module as m`. */
  readonly aliases: Set<string>;
}

function unrealModules(root: PythonNode, subject: TestSubject): UnrealModules {
  const names = new Set<string>();
  const aliases = new Set<string>();
  const owners = root
    .findAll(({ member }) => member?.name.text === subject.name)
    .map(({ member }) => member?.object.text);
  const withSubject = new Set(owners);
  const isUnreal = (module: string, hasSubject: boolean) =>
    isPlaceholder(module) || (hasSubject && !subject.imported && !isKnownPackage(module));
  for (const node of importsIn(root)) {
    const from = node.child('module_name')?.text;
    const imported = importedNames(node);
    if (from !== undefined && isUnreal(from, imported.some(isOf(subject)))) names.add(from);
    for (const { name, bound } of from === undefined ? imported : []) {
      if (!isUnreal(name, withSubject.has(bound))) continue;
      names.add(name);
      aliases.add(bound);
    }
  }
  return { names, aliases };
}

/** The rest of `from module import …`; null if it stays unchanged. */
function rewrittenFrom(node: PythonNode, { names: unreal }: UnrealModules, subject: TestSubject): string | null {
  const module = node.childText('module_name');
  const names = importedNames(node);
  const own = names.filter(isOf(subject));
  const others = names.filter((each) => !own.includes(each));
  const isUnreal = unreal.has(module);
  if (own.length === 0 && !isUnreal) return null;
  // At the margin the alias has been renamed already.
  const lines = own.flatMap(({ bound }) => (bound === subject.name ? [] : [`${bound} = ${subject.name}`]));
  const source = isUnreal ? subject.module : module;
  // In a sandbox the program's names are global, and a missing one harms only the tests that use it.
  const kept = isUnreal && !subject.imported ? others.filter(({ name, bound }) => name !== bound) : others;
  if (kept.length > 0) lines.push(`from ${source} import ${kept.map(write).join(', ')}`);
  else if (names.length === 0 && subject.imported && isAtMargin(node)) lines.push(`from ${source} import *`);
  return lines.join('; ');
}

/** `import` without modules that don't exist; null if it stays unchanged. */
function rewrittenImport(
  node: PythonNode,
  { aliases }: UnrealModules,
  { module }: TestSubject,
  used: ReadonlySet<string>,
): string | null {
  const names = importedNames(node);
  if (!names.some(({ bound }) => aliases.has(bound))) return null;
  const parts = names.flatMap((each) => {
    if (!aliases.has(each.bound)) return [write(each)];
    return used.has(each.bound) ? [`${module} as ${each.bound}`] : [];
  });
  return parts.length > 0 ? `import ${parts.join(', ')}` : '';
}

/** The real path of `your_module.requests.get`; null if the module is real. */
function patchTarget(target: string, { names, aliases }: UnrealModules, { module }: TestSubject): string | null {
  const parts = target.split('.');
  const paths = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
  const known = paths.findLast((path) => names.has(path) || aliases.has(path));
  const unreal = known ?? paths.slice(0, 1).find(isPlaceholder);
  if (unreal === undefined || unreal === module) return null;
  const rest = target.slice(unreal.length + 1);
  return PYTHON_BUILTINS.has(rest) ? `builtins.${rest}` : `${module}.${rest}`;
}

/** Whether a field of a node ends in one of the names; chains of calls hold one another, so it is not read in full. */
const endsIn = (node: PythonNode, field: string, names: RegExp) => names.test(node.childText(field).slice(-40));

/** Paths in texts: patched, looked up in `sys.modules` or imported by name. */
function textEdits(root: PythonNode, unreal: UnrealModules, subject: TestSubject): Edit[] {
  const edits: Edit[] = [];
  const isLookUp = (node: PythonNode) =>
    (node.type === 'subscript' && endsIn(node, 'value', /\bmodules$/)) ||
    (node.type === 'call' && endsIn(node, 'function', /\b(?:import_module|__import__)$/));
  for (const node of root.findAll((each) => isPatch(each) || isLookUp(each))) {
    const isPatched = isPatch(node);
    for (const part of (node.type === 'call' ? node.child('arguments') : node)?.children ?? []) {
      const text = plainString(part);
      if (text === null) {
        if (part.type !== 'call') edits.push(...moduleNameEdits(part, subject));
        continue;
      }
      const isUnreal = unreal.names.has(text) || isPlaceholder(text);
      const target = isPatched ? patchTarget(text, unreal, subject) : isUnreal ? subject.module : null;
      if (target !== null) edits.push(part.replacedBy(`'${target}'`));
    }
  }
  return edits;
}

/** `__name__`, alone or joined to a path: pasted together, test and program were one module. */
function moduleNameEdits(node: PythonNode, { module }: TestSubject): Edit[] {
  const edits: Edit[] = [];
  node.visit((inner) => {
    const isHole = inner.type === 'interpolation' && /^\{\s*__name__\s*\}$/.test(inner.text);
    if (isHole) edits.push(inner.replacedBy(module));
    else if (inner.type === 'identifier' && inner.text === '__name__') edits.push(inner.replacedBy(`'${module}'`));
    return !isHole && !/^(?:call|lambda|subscript)$/.test(inner.type);
  });
  return edits;
}

/**
 * Edits by which everything that a test module says of modules that don't exist comes to mean the subject's: imports,
 * attributes of their names, paths that are patched. Imports of the function from real modules go, too.
 */
export function importEdits(root: PythonNode, subject: TestSubject): Edit[] {
  const unreal = unrealModules(root, subject);
  const edits = textEdits(root, unreal, subject);
  const used = new Set<string>();
  root.visit((node) => {
    const { member } = node;
    const isSubject = member?.name.text === subject.name && unreal.aliases.has(member.object.text);
    if (isSubject) edits.push(node.replacedBy(subject.name));
    else if (node.type === 'identifier') used.add(node.text);
    return !isSubject && !/^import_/.test(node.type);
  });
  for (const node of importsIn(root)) {
    const isFrom = node.type === 'import_from_statement';
    const text = isFrom ? rewrittenFrom(node, unreal, subject) : rewrittenImport(node, unreal, subject, used);
    if (text !== null) edits.push(node.replacedBy(text === '' && !isAtMargin(node) ? 'pass' : text));
  }
  return edits;
}
