import { childOf, type PythonNode, type PythonTree, textOf, visit } from '../syntax/python-tree.ts';

/** One name that an import binds. */
export interface ImportBinding {
  readonly name: string;
  /** What it stands for: equal for equal imports, however they are written. */
  readonly meaning: string;
  /** The import that binds it under `name`, or under another one. */
  statement(as: string): string;
}

const squeezed = (text: string) => text.replace(/\s+/g, '');

function plainImport(tree: PythonTree, child: PythonNode): ImportBinding {
  const alias = childOf(child, 'alias');
  const module = squeezed(textOf(tree, alias ? (childOf(child, 'name') ?? child) : child));
  if (alias) {
    const name = textOf(tree, alias);
    return { name, meaning: `import ${module}`, statement: (as) => `import ${module} as ${as}` };
  }
  const [root = module] = module.split('.');
  // `import a.b` binds `a`: under another name, what it loads beside that is loaded without one.
  const load = (as: string) => (module === root ? '' : `, ${module} as ${as}_loaded`);
  return {
    name: root,
    meaning: module === root ? `import ${module}` : `import ${root} with ${module}`,
    statement: (as) => (as === root ? `import ${module}` : `import ${root} as ${as}${load(as)}`),
  };
}

function fromImport(tree: PythonTree, module: string, child: PythonNode): ImportBinding {
  const alias = childOf(child, 'alias');
  const imported = textOf(tree, alias ? (childOf(child, 'name') ?? child) : child);
  return {
    name: alias ? textOf(tree, alias) : imported,
    meaning: `from ${module} import ${imported}`,
    statement: (as) => `from ${module} import ${imported}${as === imported ? '' : ` as ${as}`}`,
  };
}

/** The names that an import statement binds, in order; none for a wildcard or a `__future__` import. */
export function importBindings(tree: PythonTree, node: PythonNode): ImportBinding[] {
  const names = node.children.filter((child) => child.field === 'name');
  if (node.type === 'import_statement') return names.map((child) => plainImport(tree, child));
  if (node.type !== 'import_from_statement') return [];
  const from = childOf(node, 'module_name');
  return from ? names.map((child) => fromImport(tree, squeezed(textOf(tree, from)), child)) : [];
}

/** The module of `from m import *`; null for any other statement. */
export function wildcardModule(tree: PythonTree, node: PythonNode): string | null {
  const from = node.type === 'import_from_statement' ? childOf(node, 'module_name') : null;
  return from && node.children.some(({ type }) => type === 'wildcard_import') ? squeezed(textOf(tree, from)) : null;
}

/** Every import of the module itself, those under `if` and `try` included. */
export function moduleImports(tree: PythonTree): PythonNode[] {
  const found: PythonNode[] = [];
  visit(tree.root, (node) => {
    if (/^(?:import|import_from|future_import)_statement$/.test(node.type)) found.push(node);
    return !/^(?:function|class)_definition$/.test(node.type);
  });
  return found;
}
