import { flattenConditionals } from './python-names.ts';
import { type PythonNode, parsePython } from './python-tree.ts';

/** The head of a class. */
export interface ClassHead {
  readonly name: string;
  /** As they are written, keywords such as `metaclass=ABCMeta` included. */
  readonly bases: readonly string[];
  /** As they are written, `@` included. */
  readonly decorators: readonly string[];
}

/** The classes of the module, in the order of the text; those inside of others are left out. */
export function listClasses(code: string): ClassHead[] {
  const tree = parsePython(code);
  const textsOf = (nodes: readonly PythonNode[]) => nodes.map((node) => node.text);
  return flattenConditionals(tree.root).flatMap((statement) => {
    const node = statement.undecorated;
    const name = node.type === 'class_definition' ? node.child('name') : null;
    if (!name) return [];
    const decorators = statement.children.filter(({ type }) => type === 'decorator');
    const bases = node.childrenIn('superclasses');
    return [{ name: name.text, bases: textsOf(bases), decorators: textsOf(decorators) }];
  });
}
