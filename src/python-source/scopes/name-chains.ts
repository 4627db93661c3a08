import { childOf, namedChildren, type PythonNode, type PythonTree, textOf, visit } from '../syntax/python-tree.ts';

/** `a.b`, `A().f` for names, attributes and calls of them; null for what begins otherwise. */
export function chainOf(tree: PythonTree, node: PythonNode): string | null {
  if (node.type === 'identifier') return textOf(tree, node);
  if (node.type === 'attribute') {
    const object = childOf(node, 'object');
    const attribute = childOf(node, 'attribute');
    const before = object ? chainOf(tree, object) : null;
    return before === null || !attribute ? null : `${before}.${textOf(tree, attribute)}`;
  }
  if (node.type === 'call') {
    const callee = childOf(node, 'function');
    const before = callee ? chainOf(tree, callee) : null;
    return before === null ? null : `${before}()`;
  }
  if (node.type === 'parenthesized_expression' || node.type === 'await') {
    const [inner] = namedChildren(node);
    return inner ? chainOf(tree, inner) : null;
  }
  return null;
}

/** Whether an identifier is no mention of a value: the name of an argument or of what is defined. */
const isLabel = ({ field, parent }: PythonNode): boolean =>
  field === 'name' &&
  parent !== null &&
  /^(?:keyword_argument|function_definition|class_definition|default_parameter|typed_default_parameter)$/.test(
    parent.type,
  );

/** Every longest chain below a node, each once, in the order of the text. */
export function chainsIn(tree: PythonTree, root: PythonNode): string[] {
  const found = new Set<string>();
  const look = (node: PythonNode): void => {
    visit(node, (inner) => {
      if (/^(?:import_statement|import_from_statement|comment|string)$/.test(inner.type) && inner.children.length === 0)
        return false;
      if (!/^(?:identifier|attribute|call)$/.test(inner.type)) return true;
      const chain = isLabel(inner) ? null : chainOf(tree, inner);
      if (chain === null) return inner.type !== 'identifier';
      found.add(chain);
      // What is passed to calls within the chain is mentioned, too.
      for (let at: PythonNode | null = inner; at && at.type !== 'identifier'; ) {
        const passed = at.type === 'call' ? childOf(at, 'arguments') : null;
        if (passed) look(passed);
        at = childOf(at, at.type === 'call' ? 'function' : 'object');
      }
      return false;
    });
  };
  look(root);
  return [...found];
}
