import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';

/** One name that an import binds. */
export interface ImportBinding {
  readonly name: string;
  /** The imported object: equal for equal imports, however they are written. */
  readonly meaning: string;
  /** The import that binds it under `name`, or under another one. */
  statement(as: string): string;
}

/** One name of an import as written, and its local name. */
export interface ImportedName {
  readonly name: string;
  readonly bound: string;
}

/** The names of an import statement; none for a wildcard. */
export function importedNames(node: PythonNode): ImportedName[] {
  return node.children
    .filter((child) => child.field === 'name')
    .map((child) => {
      const name = child.child('name') ?? child;
      return { name: name.text, bound: (child.child('alias') ?? name).text };
    });
}

/** The imports of names, anywhere in the text. */
export const importsIn = (root: PythonNode): PythonNode[] =>
  root.findAll(({ type }) => /^import_(?:from_)?statement$/.test(type));

const squeezed = (text: string) => text.replace(/\s+/g, '');

function plainImport({ name, bound }: ImportedName): ImportBinding {
  const module = squeezed(name);
  if (bound !== name) {
    return { name: bound, meaning: `import ${module}`, statement: (as) => `import ${module} as ${as}` };
  }
  const [root = module] = module.split('.');
  // `import a.b` binds `a`: under another name, further modules that it loads get an import of their own.
  const load = (as: string) => (module === root ? '' : `, ${module} as ${as}_loaded`);
  return {
    name: root,
    meaning: module === root ? `import ${module}` : `import ${root} with ${module}`,
    statement: (as) => (as === root ? `import ${module}` : `import ${root} as ${as}${load(as)}`),
  };
}

function fromImport(module: string, { name, bound }: ImportedName): ImportBinding {
  return {
    name: bound,
    meaning: `from ${module} import ${name}`,
    statement: (as) => `from ${module} import ${name}${as === name ? '' : ` as ${as}`}`,
  };
}

/** The names that an import statement binds, in order; none for a wildcard or a `__future__` import. */
export function importBindings(node: PythonNode): ImportBinding[] {
  const names = importedNames(node);
  if (node.type === 'import_statement') return names.map(plainImport);
  const from = node.type === 'import_from_statement' ? node.child('module_name') : null;
  return from ? names.map((name) => fromImport(squeezed(from.text), name)) : [];
}

/** The module of `from m import *`; null for any other statement. */
export function wildcardModule(node: PythonNode): string | null {
  const from = node.type === 'import_from_statement' ? node.child('module_name') : null;
  return from && node.children.some(({ type }) => type === 'wildcard_import') ? squeezed(from.text) : null;
}

export const isImport = ({ type }: PythonNode): boolean =>
  /^(?:import|import_from|future_import)_statement$/.test(type);

/** Every import of the module itself, those under `if` and `try` included. */
export function moduleImports({ root }: PythonTree): PythonNode[] {
  const found: PythonNode[] = [];
  root.visit((node) => {
    if (isImport(node)) found.push(node);
    return !/^(?:function|class)_definition$/.test(node.type);
  });
  return found;
}
