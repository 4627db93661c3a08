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

const LAST_PART = /[^.]+$/;

function calleeOf(text: string): string {
  const flat = text.replace(/\s+/g, '');
  if (/^[\w.]+$/.test(flat)) return flat;
  return `.${LAST_PART.exec(flat)?.[0]?.replace(/\W.*$/, '') ?? ''}`;
}

/** What the nodes of a syntax tree say, as they are met; every list may hold a name several times. */
const nothingFound = () => ({
  /** Dotted callees, `self.` kept: `torch.sqrt`, `self.fc`, `x.view` becomes `.view`. */
  calls: [] as string[],
  selfAttributes: [] as string[],
  imports: [] as string[],
  numbers: [] as string[],
  identifiers: [] as string[],
  definitions: [] as string[],
  comments: [] as string[],
  nodeCounts: {} as Record<string, number>,
  /** Elements of the widest returned tuple; 0 where nothing is returned. */
  returnWidth: 0,
});

type Found = ReturnType<typeof nothingFound>;

/** Notes what one node says. */
type NodeReader = (node: PythonNode, found: Found, tree: PythonTree) => void;

const named = (node: PythonNode, field: string, into: string[], tree: PythonTree) => {
  const child = childOf(node, field);
  if (child) into.push(textOf(tree, child));
};

const readNumber: NodeReader = (node, { numbers }, tree) => numbers.push(textOf(tree, node));

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
  attribute: (node, { selfAttributes }, tree) => {
    const object = childOf(node, 'object');
    if (object && textOf(tree, object) === 'self') named(node, 'attribute', selfAttributes, tree);
  },
  import_from_statement: readImport,
  import_statement: readImport,
  integer: readNumber,
  float: readNumber,
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
  const found = nothingFound();
  visit(tree.root, (node) => {
    found.nodeCounts[node.type] = (found.nodeCounts[node.type] ?? 0) + 1;
    READERS[node.type]?.(node, found, tree);
    // The names that an import binds are not uses of them.
    return READERS[node.type] !== readImport;
  });
  return found;
}

/** Reads a program; `wanted` names the function under test, else the last one counts. */
export function readProgram(code: string, wanted: string | null) {
  const tree = parsePython(code);
  const { comments, ...found } = readNodes(tree);
  const target = (wanted === null ? null : findFunction(code, wanted)) ?? listFunctions(code).at(-1) ?? null;
  const parameters = (target?.parameters ?? []).map(({ name }) => name);
  return {
    ...found,
    isValid: !tree.hasError && code.trim() !== '',
    functionName: target?.name ?? null,
    /** Of the wanted function, `self` and `cls` left out. */
    parameters: ['self', 'cls'].includes(parameters[0] ?? '') ? parameters.slice(1) : parameters,
    importRoots: [...new Set(found.imports.map((name) => name.split('.')[0] ?? ''))],
    freeNames: [...freeNames(code)],
    comments: comments.join('\n'),
  };
}

export type ProgramFacts = ReturnType<typeof readProgram>;
