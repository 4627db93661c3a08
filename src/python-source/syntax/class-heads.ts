import { flattenConditionals } from './python-names.ts';
import { childOf, childrenIn, type PythonNode, parsePython, textOf, undecorated } from './python-tree.ts';

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
  const textsOf = (nodes: readonly PythonNode[]) => nodes.map((node) => textOf(tree, node));
  return flattenConditionals(tree.root).flatMap((statement) => {
    const node = undecorated(statement);
    const name = node.type === 'class_definition' ? childOf(node, 'name') : null;
    if (!name) return [];
    const decorators = statement.children.filter(({ type }) => type === 'decorator');
    const bases = childrenIn(node, 'superclasses');
    return [{ name: textOf(tree, name), bases: textsOf(bases), decorators: textsOf(decorators) }];
  });
}
