import type { Edit } from '../../core/edit.ts';
import { type ImportedName, importedNames } from '../scopes/import-bindings.ts';
import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import { PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { isKnownPackage } from './known-packages.ts';
import { isPatch, isPlaceholder, plainString, type TestSubject } from './test-subject.ts';

/** The name under which `from somewhere import entryPoint as other` brings the function; null without one. */
export function importedAs(tree: PythonTree, name: string): string | null {
  for (const node of tree.root.children) {
    if (node.type !== 'import_from_statement') continue;
    const own = importedNames(node).find((imported) => imported.name === name);
    if (own && own.bound !== name) return own.bound;
  }
  return null;
}

const write = ({ name, bound }: ImportedName): string => (name === bound ? name : `${name} as ${bound}`);
const isAtMargin = (node: PythonNode): boolean => node.parent?.type === 'module';

/** The rest of `from module import …`; null if it stays unchanged. */
function rewrittenFrom(node: PythonNode, subject: TestSubject): string | null {
  const module = (node.child('module_name') ?? node).text;
  const names = importedNames(node);
  const isSubject = ({ name, bound }: ImportedName) => name === subject.name || bound === subject.name;
  const own = names.filter(isSubject);
  const others = names.filter((imported) => !isSubject(imported));
  const isUnreal = isPlaceholder(module) || (own.length > 0 && !subject.imported && !isKnownPackage(module));
  if (own.length === 0 && !isUnreal) return null;
  // At the margin the alias has been renamed already.
  const lines = own.flatMap(({ bound }) => (bound === subject.name ? [] : [`${bound} = ${subject.name}`]));
  const source = isUnreal ? subject.module : module;
  const isStar = names.length === 0;
  // In a sandbox the program's names are global, and a missing one harms only the tests that use it.
  const kept = isUnreal && !subject.imported ? others.filter(({ name, bound }) => name !== bound) : others;
  if (kept.length > 0) lines.push(`from ${source} import ${kept.map(write).join(', ')}`);
  else if (isStar && subject.imported && isAtMargin(node)) lines.push(`from ${source} import *`);
  return lines.join('; ');
}

/** Modules that don't exist, with the names under which the test imports them. */
interface UnrealModules {
  /** Dotted names. */
  readonly names: Set<string>;
  /** `m` of `import your_module as m`. */
  readonly aliases: Set<string>;
}

function unrealModules(tree: PythonTree, subject: TestSubject): UnrealModules {
  const names = new Set<string>();
  const aliases = new Set<string>();
  const withSubject = new Set<string>();
  tree.root.visit((node) => {
    const member = node.member;
    if (member && member.name.text === subject.name) withSubject.add(member.object.text);
  });
  tree.root.visit((node) => {
    if (node.type === 'import_from_statement') {
      const module = (node.child('module_name') ?? node).text;
      const own = importedNames(node).some(({ name, bound }) => name === subject.name || bound === subject.name);
      if (isPlaceholder(module) || (own && !subject.imported && !isKnownPackage(module))) names.add(module);
    } else if (node.type === 'import_statement') {
      for (const { name, bound } of importedNames(node)) {
        const isUsed = withSubject.has(bound) && !subject.imported && !isKnownPackage(name);
        if (!isPlaceholder(name) && !isUsed) continue;
        names.add(name);
        aliases.add(bound);
      }
    }
    return !/^import/.test(node.type);
  });
  return { names, aliases };
}

/** The real path of `your_module.requests.get`; null if the module is real. */
function patchTarget(target: string, { names, aliases }: UnrealModules, { module }: TestSubject): string | null {
  let known: string | undefined;
  for (let dot = target.indexOf('.'); dot >= 0; dot = target.indexOf('.', dot + 1)) {
    const module = target.slice(0, dot);
    if (names.has(module) || aliases.has(module)) known = module;
  }
  const first = target.split('.')[0] ?? '';
  const unreal = known ?? (isPlaceholder(first) && target.includes('.') ? first : null);
  if (unreal === null || unreal === module) return null;
  const rest = target.slice(unreal.length + 1);
  return PYTHON_BUILTINS.has(rest) ? `builtins.${rest}` : `${module}.${rest}`;
}

/** The last characters of a node: chains of calls hold one another, and reading each in full would take their square. */
const endOf = (tree: PythonTree, { start, end }: PythonNode) => tree.text.slice(Math.max(start, end - 40), end);

/** Paths in texts: patched, looked up in `sys.modules` or imported by name. */
function textEdits(tree: PythonTree, unreal: UnrealModules, subject: TestSubject): Edit[] {
  const edits: Edit[] = [];
  const quoted = ({ start, end }: PythonNode, text: string) => edits.push({ start, end, replacement: `'${text}'` });
  const isLookUp = (node: PythonNode) =>
    (node.type === 'subscript' && /\bmodules$/.test(endOf(tree, node.child('value') ?? node))) ||
    (node.type === 'call' && /\b(?:import_module|__import__)$/.test(endOf(tree, node.child('function') ?? node)));
  tree.root.visit((node) => {
    const patch = isPatch(node);
    if (!patch && !isLookUp(node)) return true;
    const argument = patch || node.type === 'call' ? node.child('arguments') : node;
    for (const part of argument?.children ?? []) {
      const text = plainString(part);
      const target = text !== null && patch ? patchTarget(text, unreal, subject) : null;
      if (target !== null) quoted(part, target);
      else if (text !== null && !patch && (unreal.names.has(text) || isPlaceholder(text))) quoted(part, subject.module);
      else if (text === null && part.type !== 'call') replaceModuleName(part, subject, edits);
    }
    return true;
  });
  return edits;
}

/** `__name__`, alone or joined to a path: pasted together, test and program were one module. */
function replaceModuleName(node: PythonNode, { module }: TestSubject, edits: Edit[]): void {
  node.visit((inner) => {
    if (/^(?:call|lambda|subscript)$/.test(inner.type)) return false;
    if (inner.type === 'interpolation' && /^\{\s*__name__\s*\}$/.test(inner.text)) {
      edits.push({ start: inner.start, end: inner.end, replacement: module });
      return false;
    }
    if (inner.type === 'identifier' && inner.text === '__name__') {
      edits.push({ start: inner.start, end: inner.end, replacement: `'${module}'` });
    }
    return true;
  });
}

/**
 * Edits by which everything that a test module says of modules that don't exist comes to mean the subject's: imports,
 * attributes of their names, paths that are patched. Imports of the function from real modules go, too.
 */
export function importEdits(tree: PythonTree, subject: TestSubject): Edit[] {
  const unreal = unrealModules(tree, subject);
  const edits = textEdits(tree, unreal, subject);
  const used = new Set<string>();
  tree.root.visit((node) => {
    if (/^import/.test(node.type)) return false;
    const member = node.member;
    if (member && member.name.text === subject.name && unreal.aliases.has(member.object.text)) {
      edits.push({ start: node.start, end: node.end, replacement: subject.name });
      return false;
    }
    if (node.type === 'identifier') used.add(node.text);
    return true;
  });
  const replace = (node: PythonNode, text: string) => {
    const replacement = text === '' && !isAtMargin(node) ? 'pass' : text;
    edits.push({ start: node.start, end: node.end, replacement });
  };
  tree.root.visit((node) => {
    if (node.type === 'import_from_statement') {
      const rewritten = rewrittenFrom(node, subject);
      if (rewritten !== null) replace(node, rewritten);
    } else if (node.type === 'import_statement') {
      const names = importedNames(node);
      if (!names.some(({ bound }) => unreal.aliases.has(bound))) return false;
      const parts = names.flatMap((each) => {
        if (!unreal.aliases.has(each.bound)) return [write(each)];
        return used.has(each.bound) ? [`${subject.module} as ${each.bound}`] : [];
      });
      replace(node, parts.length > 0 ? `import ${parts.join(', ')}` : '');
    }
    return !/^import/.test(node.type);
  });
  return edits;
}
