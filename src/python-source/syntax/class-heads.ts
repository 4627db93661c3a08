import { flattenConditionals } from './python-names.ts';
import { childOf, namedChildren, type PythonNode, parsePython, textOf } from './python-tree.ts';

/** What the head of a class says. */
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
    const decorated = statement.type === 'decorated_definition';
    const node = decorated ? childOf(statement, 'definition') : statement;
    const name = node?.type === 'class_definition' ? childOf(node, 'name') : null;
    if (!node || !name) return [];
    const bases = childOf(node, 'superclasses');
    const decorators = decorated ? statement.children.filter(({ type }) => type === 'decorator') : [];
    return [
      { name: textOf(tree, name), bases: bases ? textsOf(namedChildren(bases)) : [], decorators: textsOf(decorators) },
    ];
  });
}
