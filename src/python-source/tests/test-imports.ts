import type { Edit } from '../../core/text.ts';
import { type ImportedName, importedNames, importsIn } from '../scopes/import-bindings.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { isKnownPackage, PYTHON_BUILTINS } from '../syntax/python-words.ts';
import { isPlaceholder, type TestSubject } from './test-subject.ts';

const write = ({ name, bound }: ImportedName): string => (name === bound ? name : `${name} as ${bound}`);
const isAtMargin = (node: PythonNode): boolean => node.parent?.type === 'module';
const isOf =
  (subject: TestSubject) =>
  ({ name, bound }: ImportedName): boolean =>
    name === subject.name || bound === subject.name;

type UnrealModules = ReturnType<typeof unrealModules>;
/** Modules that don't exist: their dotted names, and `m` of `import your_module as m`. */
function unrealModules(root: PythonNode, subject: TestSubject) {
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
  const lines = own.flatMap(({ bound }) => (bound === subject.name ? [] : [`${bound} = ${subject.name}`]));
  const source = isUnreal ? subject.module : module;
  // In a sandbox the program's names are global, and a missing one harms only the tests that use it.
  const kept = isUnreal && !subject.imported ? others.filter(({ name, bound }) => name !== bound) : others;
  if (kept.length > 0) lines.push(`from ${source} import ${kept.map(write).join(', ')}`);
  else if (names.length === 0 && subject.imported && isAtMargin(node)) lines.push(`from ${source} import *`);
  return lines.join('; ');
}

/** `import` without modules that don't exist; null if it stays unchanged. */
function rewrittenImport(node: PythonNode, { aliases }: UnrealModules, module: string, used: ReadonlySet<string>) {
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

/** The text of a plain string, without prefix and quotes; null for anything else. */
function plainString(node: PythonNode): string | null {
  if (node.type !== 'string' || node.children.some(({ type }) => type === 'interpolation')) return null;
  return /^[ru]?(["'])([^"'\\\n]*)\1$/i.exec(node.text)?.[2] ?? null;
}

/** Calls that replace something while a test runs: `patch`, `mock.patch.object`, `monkeypatch.setattr`. */
const isPatch = ({ callee }: PythonNode): boolean =>
  callee !== null && /(?:^|\.)(?:patch(?:\.\w+)?|setattr|delattr)$/.test(callee.text.slice(-200));

/** Paths that are patched. */
function patchEdits(root: PythonNode, unreal: UnrealModules, subject: TestSubject): Edit[] {
  const parts = root.findAll(isPatch).flatMap((node) => node.childrenIn('arguments'));
  return parts.flatMap((part) => {
    const text = plainString(part);
    const target = text === null ? null : patchTarget(text, unreal, subject);
    return target === null ? [] : part.replacedBy(`'${target}'`);
  });
}

/**
 * Edits by which everything that a test module says of modules that don't exist comes to mean the subject's: imports,
 * attributes of their names, paths that are patched. Imports of the function from real modules go, too.
 */
export function importEdits(root: PythonNode, subject: TestSubject): Edit[] {
  const unreal = unrealModules(root, subject);
  const edits = patchEdits(root, unreal, subject);
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
    const text = isFrom ? rewrittenFrom(node, unreal, subject) : rewrittenImport(node, unreal, subject.module, used);
    if (text !== null) edits.push(node.replacedBy(text === '' && !isAtMargin(node) ? 'pass' : text));
  }
  return edits;
}
