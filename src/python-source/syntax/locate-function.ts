import type { PythonNode, PythonTree } from './python-tree.ts';

/** A function in a text, as something that can be replaced. */
export interface LocatedFunction {
  /** The definition without its decorators. */
  readonly definition: PythonNode;
  /** With its decorators. */
  readonly whole: PythonNode;
  /** The class that holds it directly; null elsewhere. */
  readonly owner: PythonNode | null;
  /** The statement of the module that it is, or lies in. */
  readonly outermost: PythonNode;
}

/** The texts of a definition's decorators, without `@`. */
export function decoratorsOf(whole: PythonNode): string[] {
  return whole.children.filter(({ type }) => type === 'decorator').map((node) => node.text.replace(/^@\s*/, '').trim());
}

/** Declares a form, or another part of a property: not the function that a name is asked for. */
const SECONDARY = /^(?:(?:typing|t|typing_extensions)\.)?overload$|\.(?:setter|deleter|getter|register)\b/;

function located(definition: PythonNode): LocatedFunction {
  const whole = definition.parent?.type === 'decorated_definition' ? definition.parent : definition;
  const block = whole.parent?.type === 'block' ? whole.parent.parent : null;
  let outermost = whole;
  while (outermost.parent && outermost.parent.type !== 'module') outermost = outermost.parent;
  return { definition, whole, owner: block?.type === 'class_definition' ? block : null, outermost };
}

function functionsNamed(tree: PythonTree, name: string): LocatedFunction[] {
  const isNamed = (node: PythonNode) => node.type === 'function_definition' && node.name === name;
  return tree.root.findAll(isNamed).map(located);
}

/** `A.B` of the classes around a function, the innermost last. */
function ownerPath({ owner }: LocatedFunction): string {
  const names: string[] = [];
  for (let at = owner; at; at = at.parent) if (at.type === 'class_definition') names.unshift(at.name);
  return names.join('.');
}

function isNested({ whole }: LocatedFunction): boolean {
  for (let at = whole.parent; at; at = at.parent) {
    if (at.type === 'function_definition') return true;
    if (at.type === 'class_definition') return false;
  }
  return false;
}

/**
 * The function of that name: a method of the class where one is named (`A.B` for a class in a class); else the
 * module's own, a method that only one class has, or a nested one that is the only one. Of several definitions in one
 * place it is the last, as Python would have it; overloads and the setters of a property do not count.
 */
export function locateFunction(tree: PythonTree, name: string, className: string | null): LocatedFunction | null {
  const all = functionsNamed(tree, name);
  const primary = all.filter(({ whole }) => !decoratorsOf(whole).some((text) => SECONDARY.test(text)));
  const found = primary.length > 0 ? primary : all;
  if (className) {
    const last = className.split('.').at(-1);
    const mine = found.filter((each) => each.owner && !isNested(each));
    const exact = mine.filter((each) => ownerPath(each) === className);
    return (
      (exact.length > 0 ? exact : mine.filter((each) => ownerPath(each).split('.').at(-1) === last)).at(-1) ?? null
    );
  }
  const plain = found.filter((each) => each.owner === null && !isNested(each));
  if (plain.length > 0) return plain.at(-1) ?? null;
  const methods = found.filter((each) => each.owner !== null && !isNested(each));
  const pool = methods.length > 0 ? methods : found;
  return new Set(pool.map(({ owner, whole }) => owner?.start ?? whole.parent?.start)).size === 1
    ? (pool.at(-1) ?? null)
    : null;
}

/**
 * Every definition of that name in exactly this place: the module, or the class of that path. Overloads and the other
 * parts of a property do not count.
 */
export function sameFunctions(tree: PythonTree, name: string, className: string | null): LocatedFunction[] {
  return functionsNamed(tree, name).filter(
    (each) =>
      !isNested(each) &&
      ownerPath(each) === (className ?? '') &&
      !decoratorsOf(each.whole).some((text) => SECONDARY.test(text)),
  );
}

/** The functions directly in a class, by name; the last of each. */
export function methodsOfClass(owner: PythonNode): Map<string, LocatedFunction> {
  const functions = owner
    .childrenIn('body')
    .map((member) => member.undecorated)
    .filter(({ type }) => type === 'function_definition');
  return new Map(functions.map((definition) => [definition.name, located(definition)]));
}

/** Names that a class body binds: methods, inner classes, assigned attributes, and attributes that methods assign. */
export function membersOfClass(owner: PythonNode): Set<string> {
  const members = new Set<string>();
  for (const statement of owner.childrenIn('body')) {
    const definition = statement.undecorated;
    if (/^(?:function|class)_definition$/.test(definition.type)) members.add(definition.name);
    const left = statement.type === 'expression_statement' ? (statement.children[0] ?? statement).child('left') : null;
    if (left?.type === 'identifier') members.add(left.text);
  }
  for (const node of owner.findAll(({ field }) => field === 'left')) {
    const member = node.member;
    if (member && member.object.text === 'self') members.add(member.name.text);
  }
  return members;
}
