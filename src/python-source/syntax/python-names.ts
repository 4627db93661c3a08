import type { Span } from '../../core/text.ts';
import { type PythonNode, parsePython } from './python-tree.ts';

/** A parameter: its name, the name's place, and how it may be passed. */
export interface ParameterSpan extends Span {
  readonly name: string;
  readonly kind: 'plain' | 'args' | 'kwargs';
}

/** Places of the parts of one function. */
export interface FunctionSpans {
  readonly name: string;
  /** Decorators included. */
  readonly whole: Span;
  /** From the first decorator or `def` to the colon, inclusive. */
  readonly signature: Span;
  readonly nameSpan: Span;
  readonly parameters: readonly ParameterSpan[];
  /** The docstring's whole literal, quotes included; null without one. */
  readonly docstring: Span | null;
  /** Whether the body is no stub. */
  readonly implemented: boolean;
  /** Name of the class that holds it; null for a plain function. */
  readonly className: string | null;
}

/** Every name that occurs in the text: variables, functions, attributes, keywords of calls, imports. */
export function collectNames(code: string): Set<string> {
  const tree = parsePython(code);
  const identifiers = tree.root.findAll(({ type }) => type === 'identifier');
  const names = new Set(identifiers.map((node) => node.text));
  // Text that the grammar could not parse still counts: a missed name could collide with a new one.
  if (tree.hasError) for (const [word] of code.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) names.add(word);
  return names;
}

/** Statements of a block with those under `if`, `try` and `with`, which bind names in the same scope. */
export function flattenConditionals(block: PythonNode): PythonNode[] {
  const statements: PythonNode[] = [];
  block.visit((node) => {
    if (node === block || /^(block|ERROR|(if|try|with)_statement|(elif|else|except|finally)_clause)$/.test(node.type)) {
      return true;
    }
    if (node.named) statements.push(node);
    return false;
  });
  return statements;
}

/** The literal of a statement that is nothing but a text: it is evaluated and forgotten. */
export function plainText(statement: PythonNode | undefined): PythonNode | null {
  const [literal, ...others] = statement?.type === 'expression_statement' ? statement.children : [];
  if (!literal || others.length > 0 || !/^(?:concatenated_)?string$/.test(literal.type)) return null;
  return literal.some(({ type }) => type === 'interpolation') ? null : literal;
}

/** The docstring's literal in a function, class or module body. */
export const docstringOf = (body: PythonNode | null): PythonNode | null => plainText(body?.namedChildren[0]);

/** The text of the docstring, without quotes and outer blanks. */
export function docstringText(body: PythonNode | null): string | null {
  const literal = docstringOf(body);
  return literal ? literal.text.replace(/^[A-Za-z]*("""|'''|"|')|("""|'''|"|')$/g, '').trim() : null;
}

export function parameterOf(node: PythonNode): ParameterSpan | null {
  if (node.type === 'identifier') return { name: node.text, start: node.start, end: node.end, kind: 'plain' };
  const inner = node.child('name') ?? node.namedChildren[0];
  if (!inner) return null;
  const found = parameterOf(inner);
  if (!found) return null;
  if (node.type === 'list_splat_pattern') return { ...found, kind: 'args' };
  if (node.type === 'dictionary_splat_pattern') return { ...found, kind: 'kwargs' };
  return found;
}

/** The parameters of a `parameters` or `lambda_parameters` node, in order. */
export function parametersOf(node: PythonNode | null): ParameterSpan[] {
  if (!node) return [];
  return node.namedChildren.flatMap((child) => parameterOf(child) ?? []);
}

/** Whether a function's body holds nothing but a docstring, `pass`, `...` and `raise NotImplementedError`. */
export const isStub = (definition: PythonNode): boolean =>
  definition
    .childrenIn('body')
    .every(({ text }) => /^(?:pass|\.\.\.|raise NotImplementedError\b[\s\S]*|[rbuf]*(["'])[\s\S]*\1)$/i.test(text));

function spansOf(node: PythonNode, className: string | null): FunctionSpans {
  const { whole } = node;
  const colon = node.children.find((child) => child.type === ':');
  const body = node.child('body');
  const docstring = docstringOf(body);
  const name = node.child('name') ?? node;
  return {
    name: name.text,
    whole: { start: whole.start, end: whole.end },
    signature: { start: whole.start, end: colon?.end ?? node.end },
    nameSpan: { start: name.start, end: name.end },
    parameters: parametersOf(node.child('parameters')),
    docstring: docstring && { start: docstring.start, end: docstring.end },
    implemented: !isStub(node),
    className,
  };
}

/** Every function of the module and its classes, in the order of the text; nested functions are left out. */
export function listFunctions(code: string): FunctionSpans[] {
  const definitionsIn = (block: PythonNode) => flattenConditionals(block).map(({ undecorated }) => undecorated);
  const functionsOf = (nodes: readonly PythonNode[], className: string | null) =>
    nodes.filter(({ type }) => type === 'function_definition').map((node) => spansOf(node, className));
  const top = definitionsIn(parsePython(code).root);
  const methods = top.flatMap((node) => {
    const body = node.type === 'class_definition' ? node.child('body') : null;
    return body ? functionsOf(definitionsIn(body), node.name) : [];
  });
  return [...functionsOf(top, null), ...methods].sort((a, b) => a.whole.start - b.whole.start);
}

/** The function of that name: of the module if there is one (the last, as Python would), else a method. */
export function findFunction(code: string, name: string): FunctionSpans | null {
  const named = listFunctions(code).filter((found) => found.name === name);
  return named.filter((found) => found.className === null).at(-1) ?? named.at(-1) ?? null;
}

/** Name of the last function or method of the text; null where there is none. */
export const lastFunctionName = (code: string): string | null => listFunctions(code).at(-1)?.name ?? null;

/** Whether the module binds the name by a function, a class or an assignment; an import or a method doesn't count. */
export function definesFunction(code: string, name: string): boolean {
  const tree = parsePython(code);
  return flattenConditionals(tree.root).some((statement) => definedNames(statement).includes(name));
}

/** Names that a statement defines: of a function, a class, or the plain targets of an assignment. */
export function definedNames(statement: PythonNode): string[] {
  const node = statement.undecorated;
  if (/^(?:function|class)_definition$/.test(node.type)) return [node.name];
  const names: string[] = [];
  let assignment = node.type === 'expression_statement' ? node.children[0] : undefined;
  while (assignment?.type === 'assignment') {
    const left = assignment.child('left');
    const targets = left?.type === 'identifier' ? [left] : (left?.children ?? []);
    for (const target of targets) if (target.type === 'identifier') names.push(target.text);
    assignment = assignment.child('right') ?? undefined;
  }
  return names;
}

/**
 * The classes of the module, in the order of the text; those inside of others are left out. Bases (keywords such as
 * `metaclass=ABCMeta` included) and decorators are as they are written.
 */
export function listClasses(code: string) {
  const tree = parsePython(code);
  const textsOf = (nodes: readonly PythonNode[]) => nodes.map((node) => node.text);
  return flattenConditionals(tree.root).flatMap((statement) => {
    const node = statement.undecorated;
    const name = node.type === 'class_definition' ? node.child('name') : null;
    if (!name) return [];
    const decorators = statement.children.filter(({ type }) => type === 'decorator');
    const bases = node.childrenIn('superclasses');
    return [{ name: name.text, bases: textsOf(bases), decorators: textsOf(decorators) }];
  });
}
