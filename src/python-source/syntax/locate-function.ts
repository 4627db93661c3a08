import type { PythonNode, PythonTree } from './python-tree.ts';

/** Declares a form, or another part of a property: not the function that a name is asked for. */
const SECONDARY = /^@\s*(?:(?:typing|t|typing_extensions)\.)?overload\s*$|\.(?:setter|deleter|getter|register)\b/;

const isPrimary = ({ whole }: PythonNode): boolean =>
  !whole.children.some(({ type, text }) => type === 'decorator' && SECONDARY.test(text));

const functionsNamed = ({ root }: PythonTree, name: string): PythonNode[] =>
  root.findAll((node) => node.type === 'function_definition' && node.name === name);

/** `A.B` of the classes around a function, the innermost last. */
function ownerPath({ owner }: PythonNode): string {
  const names: string[] = [];
  for (let at = owner; at; at = at.parent) if (at.type === 'class_definition') names.unshift(at.name);
  return names.join('.');
}

const isNested = (definition: PythonNode): boolean =>
  definition.enclosing('function_definition', 'class_definition')?.type === 'function_definition';

/**
 * The function of that name: a method of the class where one is named (`A.B` for a class in a class); else the
 * module's own, a method that only one class has, or a nested one that is the only one. Of several definitions in one
 * place it is the last, as Python would have it; overloads and the setters of a property do not count.
 */
export function locateFunction(tree: PythonTree, name: string, className: string | null): PythonNode | null {
  const all = functionsNamed(tree, name);
  const primary = all.filter(isPrimary);
  const found = primary.length > 0 ? primary : all;
  const open = found.filter((each) => !isNested(each));
  if (className) {
    const exact = open.filter((each) => ownerPath(each) === className);
    const alike = open.filter(({ owner }) => owner?.name === className.split('.').at(-1));
    return (exact.length > 0 ? exact : alike).at(-1) ?? null;
  }
  const plain = open.findLast(({ owner }) => owner === null);
  if (plain) return plain;
  const pool = open.length > 0 ? open : found;
  const places = new Set(pool.map(({ owner, whole }) => owner ?? whole.parent));
  return (places.size === 1 ? pool.at(-1) : null) ?? null;
}

/** Every definition of that name in exactly this place, but overloads and the other parts of a property. */
export const sameFunctions = (tree: PythonTree, name: string, className: string | null): PythonNode[] =>
  functionsNamed(tree, name).filter(
    (each) => !isNested(each) && ownerPath(each) === (className ?? '') && isPrimary(each),
  );

/** The functions directly in a class, by name; the last of each. */
export function methodsOfClass(owner: PythonNode): Map<string, PythonNode> {
  const members = owner.childrenIn('body').map(({ undecorated }) => undecorated);
  return new Map(members.filter(({ type }) => type === 'function_definition').map((each) => [each.name, each]));
}

/** Names that a class body binds: methods, inner classes, assigned attributes, and attributes that methods assign. */
export function membersOfClass(owner: PythonNode): Set<string> {
  const own = owner.childrenIn('body').map(({ name, children: [first] }) => {
    const left = first?.child('left');
    return left?.type === 'identifier' ? left.text : name;
  });
  const assigned = owner.findAll(({ field, member }) => field === 'left' && member?.object.text === 'self');
  return new Set([...own, ...assigned.map(({ member }) => member?.name.text ?? '')]);
}
