import { freeNames } from '../python-source/scopes/borrow-definitions.ts';
import { findFunction, listFunctions } from '../python-source/syntax/python-names.ts';
import {
  childOf,
  namedChildren,
  type PythonNode,
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

/** Reads a program; `wanted` names the function under test, else the last one counts. */
export function readProgram(code: string, wanted: string | null): ProgramFacts {
  const tree = parsePython(code);
  const calls: string[] = [];
  const keywords: string[] = [];
  const attributes: string[] = [];
  const selfAttributes: string[] = [];
  const imports: string[] = [];
  const numbers: string[] = [];
  const strings: string[] = [];
  const operators: string[] = [];
  const identifiers: string[] = [];
  const definitions: string[] = [];
  const comments: string[] = [];
  const nodeCounts: Record<string, number> = {};
  let returnWidth = 0;
  const enter = (node: PythonNode): unknown => {
    nodeCounts[node.type] = (nodeCounts[node.type] ?? 0) + 1;
    const text = () => textOf(tree, node);
    switch (node.type) {
      case 'call': {
        const callee = childOf(node, 'function');
        if (callee) calls.push(calleeOf(textOf(tree, callee)));
        break;
      }
      case 'keyword_argument': {
        const name = childOf(node, 'name');
        if (name) keywords.push(textOf(tree, name));
        break;
      }
      case 'attribute': {
        const name = childOf(node, 'attribute');
        const object = childOf(node, 'object');
        if (name) attributes.push(textOf(tree, name));
        if (name && object && textOf(tree, object) === 'self') selfAttributes.push(textOf(tree, name));
        break;
      }
      case 'import_from_statement':
      case 'import_statement': {
        const module = childOf(node, 'module_name');
        const prefix = module ? `${textOf(tree, module)}.` : '';
        for (const child of namedChildren(node)) {
          if (child === module) continue;
          imports.push(prefix + textOf(tree, childOf(child, 'name') ?? child));
        }
        return false;
      }
      case 'integer':
      case 'float':
        numbers.push(text());
        break;
      case 'string':
        if (node.parent?.type !== 'expression_statement') strings.push(text());
        break;
      case 'binary_operator':
      case 'boolean_operator':
      case 'unary_operator':
      case 'augmented_assignment':
      case 'comparison_operator':
        for (const child of node.children) if (!child.named) operators.push(child.type);
        break;
      case 'return_statement': {
        const value = namedChildren(node)[0];
        const inner = value?.type === 'parenthesized_expression' ? namedChildren(value)[0] : value;
        if (value) {
          const tuple = inner && /^(expression_list|tuple)$/.test(inner.type);
          returnWidth = Math.max(returnWidth, tuple ? namedChildren(inner).length : 1);
        }
        break;
      }
      case 'identifier':
        identifiers.push(text());
        break;
      case 'comment':
        comments.push(text());
        break;
      case 'function_definition':
      case 'class_definition': {
        const name = childOf(node, 'name');
        if (name) definitions.push(textOf(tree, name));
        break;
      }
    }
    return true;
  };
  visit(tree.root, enter);
  const named = wanted === null ? null : findFunction(code, wanted);
  const target = named ?? listFunctions(code).at(-1) ?? null;
  const parameters = (target?.parameters ?? []).map(({ name }) => name);
  const isMethod = parameters[0] === 'self' || parameters[0] === 'cls';
  const defaults = new Map<string, string>();
  if (target) {
    const signature = code.slice(target.signature.start, target.signature.end);
    for (const [, name, value] of signature.matchAll(/(\w+)\s*(?::[^=,]+(?:\[[^\]]*\])?)?\s*=\s*([^,)]+)/g)) {
      if (name && value) defaults.set(name, value.trim());
    }
  }
  return {
    isValid: !tree.hasError && code.trim() !== '',
    functionName: target?.name ?? null,
    parameters: isMethod ? parameters.slice(1) : parameters,
    defaults,
    isMethod,
    calls,
    keywords,
    attributes,
    selfAttributes,
    imports,
    importRoots: [...new Set(imports.map((name) => name.split('.')[0] ?? ''))],
    numbers,
    strings,
    operators,
    identifiers,
    freeNames: [...freeNames(code)],
    nodeCounts,
    returnWidth,
    definitions,
    comments: comments.join('\n'),
    lines: code.split('\n').filter((line) => line.trim() !== '').length,
  };
}
