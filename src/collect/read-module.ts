import { docstringOf, docstringText, flattenConditionals, parametersOf } from '../python-source/syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../python-source/syntax/python-tree.ts';

const squeezed = (text: string) => text.replace(/\s+/g, '');

/** The absolute module of `from ..a import b` in a file. */
function absoluteModule(written: string, path: string): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return written;
  const folders = path
    .replace(/^src\//, '')
    .split('/')
    .slice(0, -dots);
  return [...folders, ...written.slice(dots).split('.')].filter((part) => part !== '').join('.');
}

function readImports(tree: PythonTree, path: string) {
  /** Local name -> module, or module and name in it; absolute. */
  const imports: Record<string, { module: string; name?: string }> = {};
  /** Modules of `from m import *`. */
  const stars: string[] = [];
  tree.root.visit((node) => {
    if (node.type === 'import_statement') {
      for (const child of node.children.filter(({ field }) => field === 'name')) {
        const alias = child.child('alias');
        const module = squeezed((alias ? (child.child('name') ?? child) : child).text);
        const root = module.split('.')[0] ?? module;
        if (alias) imports[alias.text] = { module };
        else imports[root] = { module: root };
      }
    } else if (node.type === 'import_from_statement') {
      const from = node.child('module_name');
      const module = absoluteModule(from ? squeezed(from.text) : '', path);
      if (node.children.some(({ type }) => type === 'wildcard_import')) stars.push(module);
      for (const child of node.children.filter(({ field }) => field === 'name')) {
        const alias = child.child('alias');
        const name = (alias ? (child.child('name') ?? child) : child).text;
        imports[alias ? alias.text : name] = { module, name };
      }
    }
    return true;
  });
  return { imports, stars };
}

/** Whether an identifier is only a label: the name of an argument or definition. */
const isLabel = ({ field, parent }: PythonNode): boolean =>
  field === 'name' &&
  /^(?:keyword_argument|function_definition|class_definition)$|default_parameter$/.test(parent?.type ?? '');

/** The names bound by a target of `=`, `for`, `as` or `:=`. */
function boundIn(root: PythonNode): Set<string> {
  const bound = new Set<string>();
  root.visit((node) => {
    const target = /^(?:assignment|for_statement|for_in_clause)$/.test(node.type)
      ? node.child('left')
      : node.type === 'named_expression'
        ? node.child('name')
        : node.type === 'as_pattern_target'
          ? node
          : null;
    if (target)
      target.visit((inner) => {
        if (inner.type === 'identifier') bound.add(inner.text);
        return inner.type !== 'attribute' && inner.type !== 'subscript';
      });
    return true;
  });
  return bound;
}

/** The names that a piece of code mentions, and those after a dot, of whatever object. */
function mentionsIn(roots: readonly PythonNode[], bound: ReadonlySet<string> = new Set()) {
  const [names, attributes] = [new Set<string>(), new Set<string>()];
  for (const root of roots) {
    root.visit((node) => {
      if (/^import_(?:from_)?statement$/.test(node.type)) return false;
      if (node.type !== 'identifier' || isLabel(node)) return true;
      const text = node.text;
      if (node.field === 'attribute') attributes.add(text);
      else if (!bound.has(text)) names.add(text);
      return true;
    });
  }
  return { names: [...names], attributes: [...attributes] };
}

export type Mentions = ReturnType<typeof mentionsIn>;

const STATEMENT = /(?:_statement|_definition)$/;

function statementsIn(body: PythonNode | null): number {
  const docstring = docstringOf(body)?.parent;
  let count = 0;
  if (body) body.visit((node) => void (node !== docstring && STATEMENT.test(node.type) && count++));
  return count;
}

function readFunction(statement: PythonNode, definition: PythonNode, className: string | null) {
  const body = definition.child('body');
  const decorators = statement.children.filter(({ type }) => type === 'decorator');
  const parameters = parametersOf(definition.child('parameters')).map(({ name }) => name);
  const returned = definition.child('return_type');
  const within = [body, returned].filter((node) => node !== null);
  const bound = new Set([...parameters, ...(body ? boundIn(body) : [])]);
  const [own, around] = [mentionsIn(within, bound), mentionsIn(decorators)];
  return {
    name: definition.name,
    /** `A.B` for a class in a class; null for a function of the module. */
    className,
    parameters,
    decorators: decorators.map((node) => node.text.replace(/^@\s*/, '').trim()),
    /** Without its quotes; null without one. */
    docstring: docstringText(body),
    /** Those in blocks included, without the docstring. */
    statements: statementsIn(body),
    names: [...new Set([...own.names, ...around.names])],
    attributes: [...new Set([...own.attributes, ...around.attributes])],
  };
}

export type FunctionFacts = ReturnType<typeof readFunction>;

interface Found {
  readonly functions: FunctionFacts[];
  /** By their names, `A.B` for a class in a class. */
  readonly classes: { name: string; bases: Mentions }[];
  /** Names that the module assigns, those of classes as `A.x`, with the names that their values mention. */
  readonly values: Record<string, Mentions>;
}

function readBlock(tree: PythonTree, block: PythonNode, className: string | null, found: Found): void {
  for (const statement of flattenConditionals(block)) {
    const definition = statement.type === 'decorated_definition' ? statement.child('definition') : statement;
    if (definition?.type === 'function_definition') {
      found.functions.push(readFunction(statement, definition, className));
    } else if (definition?.type === 'class_definition') {
      const own = definition.name;
      const name = className === null ? own : `${className}.${own}`;
      const parents = definition.child('superclasses');
      found.classes.push({ name, bases: mentionsIn(parents ? [parents] : []) });
      const body = definition.child('body');
      if (body) readBlock(tree, body, name, found);
    } else if (statement.type === 'expression_statement') {
      const assignment = statement.children[0];
      const left = assignment?.type === 'assignment' ? assignment.child('left') : null;
      const right = assignment ? assignment.child('right') : null;
      if (left?.type !== 'identifier' || !right) continue;
      const name = className === null ? left.text : `${className}.${left.text}`;
      found.values[name] = mentionsIn([right]);
    }
  }
}

/** Reads a file's source for the call graph. Never throws; text that is not Python yields few facts. */
export function readModule(path: string, source: string) {
  const tree = parsePython(source);
  const found: Found = { functions: [], classes: [], values: {} };
  readBlock(tree, tree.root, null, found);
  return { path, ...readImports(tree, path), ...found };
}

export type ModuleFacts = ReturnType<typeof readModule>;
export type ClassFacts = ModuleFacts['classes'][number];

/** The dotted name of a file's module, by its path below the folder on `sys.path`; a folder `src` is not part of it. */
export function moduleOf(path: string): string {
  return path
    .replace(/^src\//, '')
    .replace(/\.py$/, '')
    .replace(/(?:^|\/)__init__$/, '')
    .replaceAll('/', '.');
}

/** `A.f`, or `f`. */
export const ownedName = ({ name, className }: Pick<FunctionFacts, 'name' | 'className'>): string =>
  className === null ? name : `${className}.${name}`;
