import { chainOf, chainsIn } from '../python-source/scopes/name-chains.ts';
import { definedName } from '../python-source/syntax/locate-function.ts';
import { docstringOf, docstringText, flattenConditionals, parametersOf } from '../python-source/syntax/python-names.ts';
import {
  childOf,
  namedChildren,
  type PythonNode,
  type PythonTree,
  parsePython,
  textOf,
  visit,
} from '../python-source/syntax/python-tree.ts';
import type { ClassFacts, FunctionFacts, ModuleFacts } from './module-facts.ts';

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

function assignedIn(tree: PythonTree, body: PythonNode | null): Record<string, string> {
  const assigned: Record<string, string> = {};
  const note = (left: PythonNode | null, right: PythonNode | null) => {
    const name = left && /^(?:identifier|attribute)$/.test(left.type) ? chainOf(tree, left) : null;
    const value = right ? chainOf(tree, right) : null;
    if (name !== null && value !== null && /^(?:\w+|self\.\w+|cls\.\w+)$/.test(name)) {
      const key = name.replace(/^cls\./, 'self.');
      if (!Object.hasOwn(assigned, key)) assigned[key] = value;
    }
  };
  if (body) {
    visit(body, (node) => {
      if (node.type === 'assignment' || node.type === 'named_expression')
        note(childOf(node, 'left') ?? childOf(node, 'name'), childOf(node, 'right') ?? childOf(node, 'value'));
      if (node.type === 'as_pattern') {
        const [value, target] = namedChildren(node);
        note(target?.children[0] ?? null, value ?? null);
      }
      return true;
    });
  }
  return assigned;
}

function returnsOf(tree: PythonTree, definition: PythonNode, body: PythonNode | null): string[] {
  const found: string[] = [];
  const annotated = childOf(definition, 'return_type');
  const type = annotated?.children[0] ? chainOf(tree, annotated.children[0]) : null;
  if (type !== null) found.push(`${type}()`);
  if (body) {
    visit(body, (node) => {
      if (/^(?:function_definition|class_definition)$/.test(node.type)) return false;
      if (node.type !== 'return_statement' && node.type !== 'yield') return true;
      const [value] = namedChildren(node);
      const chain = value ? chainOf(tree, value) : null;
      if (chain !== null) found.push(chain);
      return true;
    });
  }
  return found;
}

/** Names that loops bind: within the function they are not names of the module. */
function loopNames(tree: PythonTree, body: PythonNode | null): string[] {
  const names: string[] = [];
  if (body) {
    visit(body, (node) => {
      const target = /^for_(?:statement|in_clause)$/.test(node.type) ? childOf(node, 'left') : null;
      if (target) visit(target, (inner) => void (inner.type === 'identifier' && names.push(textOf(tree, inner))));
      return true;
    });
  }
  return names;
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
  lineAt: (place: number) => number,
): FunctionFacts {
  const body = childOf(definition, 'body');
  const decorators = statement.children.filter(({ type }) => type === 'decorator');
  return {
    name: definedName(tree, definition),
    className,
    line: lineAt(definition.start),
    parameters: parametersOf(childOf(definition, 'parameters'), tree).map(({ name }) => name),
    loopNames: [...new Set(loopNames(tree, body))],
    decorators: decorators.map((node) => textOf(tree, node).replace(/^@\s*/, '').trim()),
    docstring: docstringText(tree, body),
    statements: statementsIn(body),
    mentions: [
      ...new Set([...decorators.flatMap((node) => chainsIn(tree, node)), ...(body ? chainsIn(tree, body) : [])]),
    ],
    assigned: assignedIn(tree, body),
    returns: returnsOf(tree, definition, body),
  };
}

interface Found {
  readonly functions: FunctionFacts[];
  readonly classes: ClassFacts[];
  readonly values: Record<string, string[]>;
}

function readBlock(
  tree: PythonTree,
  block: PythonNode,
  className: string | null,
  found: Found,
  lineAt: (place: number) => number,
): void {
  for (const statement of flattenConditionals(block)) {
    const definition = statement.type === 'decorated_definition' ? childOf(statement, 'definition') : statement;
    if (definition?.type === 'function_definition') {
      found.functions.push(readFunction(tree, statement, definition, className, lineAt));
    } else if (definition?.type === 'class_definition') {
      const own = definedName(tree, definition);
      const name = className === null ? own : `${className}.${own}`;
      const parents = childOf(definition, 'superclasses');
      found.classes.push({
        name,
        bases: parents ? namedChildren(parents).flatMap((node) => chainOf(tree, node) ?? []) : [],
      });
      const body = childOf(definition, 'body');
      if (body) readBlock(tree, body, name, found, lineAt);
    } else if (statement.type === 'expression_statement') {
      const assignment = statement.children[0];
      const left = assignment?.type === 'assignment' ? childOf(assignment, 'left') : null;
      const right = assignment ? childOf(assignment, 'right') : null;
      if (left?.type !== 'identifier' || !right) continue;
      const own = chainOf(tree, right);
      const name = className === null ? textOf(tree, left) : `${className}.${textOf(tree, left)}`;
      found.values[name] = [...(own === null ? [] : [own]), ...chainsIn(tree, right).filter((chain) => chain !== own)];
    }
  }
}

/** What a file's source says, for the call graph. Never throws; what is not Python says little. */
export function readModule(path: string, source: string): ModuleFacts {
  const tree = parsePython(source);
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (place: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const found: Found = { functions: [], classes: [], values: {} };
  readBlock(tree, tree.root, null, found, lineAt);
  return { path, ...readImports(tree, path), ...found };
}
