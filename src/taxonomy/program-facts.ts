import { freeNames } from '../python-source/scopes/borrow-definitions.ts';
import { findFunction, listFunctions } from '../python-source/syntax/python-names.ts';
import {
  childOf,
  namedChildren,
  type PythonNode,
  type PythonTree,
  parsePython,
  textOf,
  visit,
} from '../python-source/syntax/python-tree.ts';

/** What the syntax tree of one program says; every list may hold a name several times. */
export interface ProgramFacts {
  readonly isValid: boolean;
  readonly functionName: string | null;
  /** Of the wanted function, `self` and `cls` left out. */
  readonly parameters: readonly string[];
  /** Name -> text of the default. */
  readonly defaults: ReadonlyMap<string, string>;
  readonly isMethod: boolean;
  /** Dotted callees, `self.` kept: `torch.sqrt`, `self.fc`, `x.view` becomes `.view`. */
  readonly calls: readonly string[];
  readonly keywords: readonly string[];
  readonly attributes: readonly string[];
  readonly selfAttributes: readonly string[];
  readonly imports: readonly string[];
  readonly importRoots: readonly string[];
  readonly numbers: readonly string[];
  readonly strings: readonly string[];
  readonly operators: readonly string[];
  readonly identifiers: readonly string[];
  readonly freeNames: readonly string[];
  readonly nodeCounts: Readonly<Record<string, number>>;
  /** Elements of the widest returned tuple; 0 where nothing is returned. */
  readonly returnWidth: number;
  readonly definitions: readonly string[];
  readonly comments: string;
  readonly lines: number;
}

const LAST_PART = /[^.]+$/;

function calleeOf(text: string): string {
  const flat = text.replace(/\s+/g, '');
  if (/^[\w.]+$/.test(flat)) return flat;
  return `.${LAST_PART.exec(flat)?.[0]?.replace(/\W.*$/, '') ?? ''}`;
}

/** What the nodes of a syntax tree say, as they are met. */
interface Found {
  readonly calls: string[];
  readonly keywords: string[];
  readonly attributes: string[];
  readonly selfAttributes: string[];
  readonly imports: string[];
  readonly numbers: string[];
  readonly strings: string[];
  readonly operators: string[];
  readonly identifiers: string[];
  readonly definitions: string[];
  readonly comments: string[];
  readonly nodeCounts: Record<string, number>;
  returnWidth: number;
}

/** Notes what one node says. */
type NodeReader = (node: PythonNode, found: Found, tree: PythonTree) => void;

const named = (node: PythonNode, field: string, into: string[], tree: PythonTree) => {
  const child = childOf(node, field);
  if (child) into.push(textOf(tree, child));
};

const readNumber: NodeReader = (node, { numbers }, tree) => numbers.push(textOf(tree, node));

const readOperator: NodeReader = (node, { operators }) => {
  for (const child of node.children) if (!child.named) operators.push(child.type);
};

const readDefinition: NodeReader = (node, { definitions }, tree) => named(node, 'name', definitions, tree);

const readImport: NodeReader = (node, { imports }, tree) => {
  const module = childOf(node, 'module_name');
  const prefix = module ? `${textOf(tree, module)}.` : '';
  for (const child of namedChildren(node)) {
    if (child !== module) imports.push(prefix + textOf(tree, childOf(child, 'name') ?? child));
  }
};

/** By type of node. */
const READERS: Readonly<Record<string, NodeReader>> = {
  call: (node, { calls }, tree) => {
    const callee = childOf(node, 'function');
    if (callee) calls.push(calleeOf(textOf(tree, callee)));
  },
  keyword_argument: (node, { keywords }, tree) => named(node, 'name', keywords, tree),
  attribute: (node, { attributes, selfAttributes }, tree) => {
    const object = childOf(node, 'object');
    named(node, 'attribute', attributes, tree);
    if (object && textOf(tree, object) === 'self') named(node, 'attribute', selfAttributes, tree);
  },
  import_from_statement: readImport,
  import_statement: readImport,
  integer: readNumber,
  float: readNumber,
  string: (node, { strings }, tree) => {
    if (node.parent?.type !== 'expression_statement') strings.push(textOf(tree, node));
  },
  binary_operator: readOperator,
  boolean_operator: readOperator,
  unary_operator: readOperator,
  augmented_assignment: readOperator,
  comparison_operator: readOperator,
  return_statement: (node, found) => {
    const value = namedChildren(node)[0];
    if (!value) return;
    const inner = value.type === 'parenthesized_expression' ? namedChildren(value)[0] : value;
    const isTuple = inner !== undefined && /^(expression_list|tuple)$/.test(inner.type);
    found.returnWidth = Math.max(found.returnWidth, isTuple ? namedChildren(inner).length : 1);
  },
  identifier: (node, { identifiers }, tree) => identifiers.push(textOf(tree, node)),
  comment: (node, { comments }, tree) => comments.push(textOf(tree, node)),
  function_definition: readDefinition,
  class_definition: readDefinition,
};

function readNodes(tree: PythonTree): Found {
  const found: Found = {
    calls: [],
    keywords: [],
    attributes: [],
    selfAttributes: [],
    imports: [],
    numbers: [],
    strings: [],
    operators: [],
    identifiers: [],
    definitions: [],
    comments: [],
    nodeCounts: {},
    returnWidth: 0,
  };
  visit(tree.root, (node) => {
    found.nodeCounts[node.type] = (found.nodeCounts[node.type] ?? 0) + 1;
    READERS[node.type]?.(node, found, tree);
    // The names that an import binds are not uses of them.
    return READERS[node.type] !== readImport;
  });
  return found;
}

/** The defaults of a signature, by parameter. */
function defaultsIn(signature: string): Map<string, string> {
  const defaults = new Map<string, string>();
  for (const [, name, value] of signature.matchAll(/(\w+)\s*(?::[^=,]+(?:\[[^\]]*\])?)?\s*=\s*([^,)]+)/g)) {
    if (name && value) defaults.set(name, value.trim());
  }
  return defaults;
}

/** Reads a program; `wanted` names the function under test, else the last one counts. */
export function readProgram(code: string, wanted: string | null): ProgramFacts {
  const tree = parsePython(code);
  const { comments, ...found } = readNodes(tree);
  const target = (wanted === null ? null : findFunction(code, wanted)) ?? listFunctions(code).at(-1) ?? null;
  const parameters = (target?.parameters ?? []).map(({ name }) => name);
  const isMethod = parameters[0] === 'self' || parameters[0] === 'cls';
  return {
    ...found,
    isValid: !tree.hasError && code.trim() !== '',
    functionName: target?.name ?? null,
    parameters: isMethod ? parameters.slice(1) : parameters,
    defaults: defaultsIn(target ? code.slice(target.signature.start, target.signature.end) : ''),
    isMethod,
    importRoots: [...new Set(found.imports.map((name) => name.split('.')[0] ?? ''))],
    freeNames: [...freeNames(code)],
    comments: comments.join('\n'),
    lines: code.split('\n').filter((line) => line.trim() !== '').length,
  };
}
