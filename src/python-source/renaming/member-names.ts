import { applyEdits, type Edit } from '../../core/edit.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';

/** Attributes of that name: after a dot, anywhere. */
export function attributesNamed(tree: PythonTree, name: string): PythonNode[] {
  return namesOf(tree, 'attribute', 'attribute', name);
}

/** Children of nodes of a type, in a role, whose text is the name. */
function namesOf(tree: PythonTree, type: string, field: string, name: string): PythonNode[] {
  return tree.root
    .findAll((node) => node.type === type)
    .flatMap((node) => {
      const own = node.child(field);
      return own && own.text === name ? [own] : [];
    });
}

function methodsNamed(tree: PythonTree, name: string): PythonNode[] {
  return namesOf(tree, 'function_definition', 'name', name);
}

/** Whether some class of the code, at any depth, has a method of that name. */
export function definesMethod(code: string, name: string): boolean {
  return methodsNamed(parsePython(code), name).some(isInClass);
}

function isInClass(name: PythonNode): boolean {
  let at = name.parent?.parent;
  while (at && (at.type === 'block' || at.type === 'decorated_definition')) at = at.parent;
  return at?.type === 'class_definition';
}

/** Gives a method of a class, and the calls of it, its old name back. */
export function undoMethodRename(code: string, old: string, renamed: string): string {
  const tree = parsePython(code);
  const places = [...methodsNamed(tree, renamed), ...attributesNamed(tree, renamed)];
  const edits: Edit[] = places.map(({ start, end }) => ({ start, end, replacement: old }));
  return applyEdits(code, edits);
}
