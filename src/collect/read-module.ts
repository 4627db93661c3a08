import { definedName } from '../python-source/syntax/locate-function.ts';
import { docstringOf, docstringText, flattenConditionals, parametersOf } from '../python-source/syntax/python-names.ts';
import {
  childOf,
  type PythonNode,
  type PythonTree,
  parsePython,
  textOf,
  visit,
} from '../python-source/syntax/python-tree.ts';
import type { ClassFacts, FunctionFacts, Mentions, ModuleFacts } from './module-facts.ts';

type Imports = Record<string, { module: string; name?: string }>;

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

function readImports(tree: PythonTree, path: string): { imports: Imports; stars: string[] } {
  const imports: Imports = {};
  const stars: string[] = [];
  visit(tree.root, (node) => {
    if (node.type === 'import_statement') {
      for (const child of node.children.filter(({ field }) => field === 'name')) {
        const alias = childOf(child, 'alias');
        const module = squeezed(textOf(tree, alias ? (childOf(child, 'name') ?? child) : child));
        const root = module.split('.')[0] ?? module;
        if (alias) imports[textOf(tree, alias)] = { module };
        else imports[root] = { module: root };
      }
    } else if (node.type === 'import_from_statement') {
      const from = childOf(node, 'module_name');
      const module = absoluteModule(from ? squeezed(textOf(tree, from)) : '', path);
      if (node.children.some(({ type }) => type === 'wildcard_import')) stars.push(module);
      for (const child of node.children.filter(({ field }) => field === 'name')) {
        const alias = childOf(child, 'alias');
        const name = textOf(tree, alias ? (childOf(child, 'name') ?? child) : child);
        imports[alias ? textOf(tree, alias) : name] = { module, name };
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
function boundIn(tree: PythonTree, root: PythonNode): Set<string> {
  const bound = new Set<string>();
  visit(root, (node) => {
    const target = /^(?:assignment|for_statement|for_in_clause)$/.test(node.type)
      ? childOf(node, 'left')
      : node.type === 'named_expression'
        ? childOf(node, 'name')
        : node.type === 'as_pattern_target'
          ? node
          : null;
    if (target)
      visit(target, (inner) => {
        if (inner.type === 'identifier') bound.add(textOf(tree, inner));
        return inner.type !== 'attribute' && inner.type !== 'subscript';
      });
    return true;
  });
  return bound;
}

function mentionsIn(tree: PythonTree, roots: readonly PythonNode[], bound: ReadonlySet<string> = new Set()): Mentions {
  const [names, attributes] = [new Set<string>(), new Set<string>()];
  for (const root of roots) {
    visit(root, (node) => {
      if (/^import_(?:from_)?statement$/.test(node.type)) return false;
      if (node.type !== 'identifier' || isLabel(node)) return true;
      const text = textOf(tree, node);
      if (node.field === 'attribute') attributes.add(text);
      else if (!bound.has(text)) names.add(text);
      return true;
    });
  }
  return { names: [...names], attributes: [...attributes] };
}

const STATEMENT = /(?:_statement|_definition)$/;

function statementsIn(body: PythonNode | null): number {
  const docstring = docstringOf(body)?.parent;
  let count = 0;
  if (body) visit(body, (node) => void (node !== docstring && STATEMENT.test(node.type) && count++));
  return count;
}

function readFunction(
  tree: PythonTree,
  statement: PythonNode,
  definition: PythonNode,
  className: string | null,
): FunctionFacts {
  const body = childOf(definition, 'body');
  const decorators = statement.children.filter(({ type }) => type === 'decorator');
  const parameters = parametersOf(childOf(definition, 'parameters'), tree).map(({ name }) => name);
  const returned = childOf(definition, 'return_type');
  const within = [body, returned].filter((node) => node !== null);
  const bound = new Set([...parameters, ...(body ? boundIn(tree, body) : [])]);
  const [own, around] = [mentionsIn(tree, within, bound), mentionsIn(tree, decorators)];
  return {
    name: definedName(tree, definition),
    className,
    parameters,
    decorators: decorators.map((node) => textOf(tree, node).replace(/^@\s*/, '').trim()),
    docstring: docstringText(tree, body),
    statements: statementsIn(body),
    names: [...new Set([...own.names, ...around.names])],
    attributes: [...new Set([...own.attributes, ...around.attributes])],
  };
}

interface Found {
  readonly functions: FunctionFacts[];
  readonly classes: ClassFacts[];
  readonly values: Record<string, Mentions>;
}

function readBlock(tree: PythonTree, block: PythonNode, className: string | null, found: Found): void {
  for (const statement of flattenConditionals(block)) {
    const definition = statement.type === 'decorated_definition' ? childOf(statement, 'definition') : statement;
    if (definition?.type === 'function_definition') {
      found.functions.push(readFunction(tree, statement, definition, className));
    } else if (definition?.type === 'class_definition') {
      const own = definedName(tree, definition);
      const name = className === null ? own : `${className}.${own}`;
      const parents = childOf(definition, 'superclasses');
      found.classes.push({ name, bases: mentionsIn(tree, parents ? [parents] : []) });
      const body = childOf(definition, 'body');
      if (body) readBlock(tree, body, name, found);
    } else if (statement.type === 'expression_statement') {
      const assignment = statement.children[0];
      const left = assignment?.type === 'assignment' ? childOf(assignment, 'left') : null;
      const right = assignment ? childOf(assignment, 'right') : null;
      if (left?.type !== 'identifier' || !right) continue;
      const name = className === null ? textOf(tree, left) : `${className}.${textOf(tree, left)}`;
      found.values[name] = mentionsIn(tree, [right]);
    }
  }
}

/** Reads a file's source for the call graph. Never throws; text that is not Python yields few facts. */
export function readModule(path: string, source: string): ModuleFacts {
  const tree = parsePython(source);
  const found: Found = { functions: [], classes: [], values: {} };
  readBlock(tree, tree.root, null, found);
  return { path, ...readImports(tree, path), ...found };
}
