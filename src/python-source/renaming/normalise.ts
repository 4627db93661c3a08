import type { TestBody } from '../../core/program.ts';
import { beginsAsProse } from '../syntax/begins-as-prose.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { docstringOf } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PROGRAM_CHARACTERS } from '../syntax/reading-limits.ts';
import { canonicalString } from './canonical-string.ts';
import { isRedundant } from './redundant-parentheses.ts';
import { renamedLocals } from './renamed-locals.ts';

/** Differences that normalisation ignores; each drops or rewrites nodes while the tokens are written. */
interface Canon {
  readonly tree: PythonTree;
  /** New names by the start of the identifier. */
  readonly names: ReadonlyMap<number, string>;
  readonly dropMessages: boolean;
  /** `__doc__` occurs, so that docstrings count. */
  readonly keepDocstrings: boolean;
}

function isDocstring(node: PythonNode): boolean {
  const block = node.parent;
  const owner = block?.type === 'module' ? 'module' : block?.parent?.type;
  if (!owner || !/^(?:module|function_definition|class_definition)$/.test(owner)) return false;
  return block !== null && docstringOf(block)?.parent === node;
}

/** A plain text on its own: it is evaluated and forgotten. */
function isIdle(node: PythonNode): boolean {
  const value = node.type === 'expression_statement' && node.children.length === 1 ? node.children[0] : undefined;
  return value?.type === 'string' && value.children.every(({ type }) => type !== 'interpolation');
}

class Writer {
  private readonly out: string[] = [];

  constructor(private readonly canon: Canon) {}

  get text(): string {
    return this.out.join(' ');
  }

  write(node: PythonNode): void {
    const { names } = this.canon;
    switch (node.type) {
      case 'comment':
      case 'line_continuation':
        return;
      case 'module':
      case 'block':
        this.block(node);
        return;
      case 'string':
        this.out.push(canonicalString(node.text, node, (inner) => this.nested(inner)));
        return;
      case 'identifier':
        this.out.push(names.get(node.start) ?? node.text);
        return;
      case 'format_specifier':
        this.mixed(node);
        return;
      case 'parenthesized_expression':
        if (isRedundant(node)) {
          this.all(node.namedChildren);
          return;
        }
        break;
      case 'assert_statement':
        if (this.canon.dropMessages) {
          this.out.push('assert');
          this.all(node.namedChildren.slice(0, 1));
          return;
        }
        break;
    }
    if (node.children.length === 0) this.leaf(node);
    else this.all(withoutTrailingComma(node));
  }

  private leaf(node: PythonNode): void {
    const text = node.text;
    if (text.trim() !== '' && text !== ';') this.out.push(text);
  }

  private all(nodes: readonly PythonNode[]): void {
    for (const node of nodes) this.write(node);
  }

  /** Mixed text and expressions, as after the colon in `{x:>{width}}`. */
  private mixed(node: PythonNode): void {
    let at = node.start;
    for (const child of node.children) {
      this.out.push(JSON.stringify(this.canon.tree.text.slice(at, child.start)));
      this.write(child);
      at = child.end;
    }
    this.out.push(JSON.stringify(this.canon.tree.text.slice(at, node.end)));
  }

  /** Brackets that no program holds show where blocks and statements end. */
  private block(node: PythonNode): void {
    this.out.push('⟦');
    for (const statement of node.namedChildren) {
      if (isDocstring(statement) ? !this.canon.keepDocstrings : isIdle(statement)) continue;
      this.write(statement);
      this.out.push('⏎');
    }
    this.out.push('⟧');
  }

  private nested(node: PythonNode): string {
    const writer = new Writer(this.canon);
    writer.write(node);
    return writer.text;
  }
}

/** `f(1,)` calls as `f(1)` does, and `[1,]` is `[1]`; only a tuple lives by its comma. */
function withoutTrailingComma(node: PythonNode): readonly PythonNode[] {
  if (!/^(?:argument_list|list|dictionary|set|parameters)$/.test(node.type)) return node.children;
  const real = node.children.filter((child) => child.type !== 'comment');
  return real.at(-2)?.type === ',' ? [...real.slice(0, -2), real.at(-1) as PythonNode] : real;
}

/** Ways for a program to read its own lines, constants and names, also through an error. */
const READS_ITSELF =
  /__code__|\bco_\w+|_getframe|\b[ft]b?_lineno|\binspect\b|\btraceback\b|\bNameError\b|\bUnboundLocalError\b|\bgetattr\b/;

function normalise(code: string, { isTest }: { readonly isTest: boolean }): string {
  if (code.length > PROGRAM_CHARACTERS || beginsAsProse(code) || (!isTest && READS_ITSELF.test(code))) return code;
  const tree = parsePython(code);
  if (tree.hasError || !isValidPython(code)) return code;
  const writer = new Writer({
    tree,
    names: renamedLocals(tree, { moduleToo: isTest }),
    dropMessages: isTest,
    keepDocstrings: code.includes('__doc__') || code.includes('getdoc') || code.includes('doctest'),
  });
  writer.write(tree.root);
  return writer.text;
}

/** Files of repositories are longer than programs of models. */
const FILE_CHARACTERS = 2_000_000;

/**
 * Text of a file without its comments and layout: two files with the same one are the same program, whatever it reads of
 * itself but its lines. Not Python, or too long to be read: the text itself.
 */
export function normaliseLayout(code: string): string {
  if (code.length > FILE_CHARACTERS) return code;
  const tree = parsePython(code);
  if (tree.hasError) return code;
  const writer = new Writer({ tree, names: new Map(), dropMessages: false, keepDocstrings: true });
  writer.write(tree.root);
  return writer.text;
}

/**
 * Canonical text of a program: two programs with the same one behave equally, unless they read their own text in a way
 * that is not looked for (docs/sandbox.md). Comments, docstrings, layout, quotes, redundant parentheses and the names of
 * local variables don't count; names of the module, of classes, attributes and parameters of its functions do. Not Python,
 * or a program that can read its own text: the text itself. The canonical text is for comparing; it is not Python.
 */
export function normaliseProgram(code: string): string {
  return normalise(code, { isTest: false });
}

/** Canonical text of a test; the messages of its asserts don't count either, nor, in a plain assertion, its variables' names. */
export function normaliseTest(body: TestBody): string {
  switch (body.kind) {
    case 'assertion':
      return normalise(body.code, { isTest: true });
    case 'method':
      return `${body.method} ⟦ ${normalise(methodModule(body.module, body.method), { isTest: true })} ⟧`;
    case 'stdio':
      return JSON.stringify([body.stdin, body.expectedStdout]);
  }
}

/** The module without the other test methods of the class, which have no part in this test. */
function methodModule(module: string, method: string): string {
  if (module.length > PROGRAM_CHARACTERS || beginsAsProse(module)) return module;
  const [className, name] = method.split('.');
  const tree = parsePython(module);
  if (tree.hasError) return module;
  let kept = '';
  let at = 0;
  for (const node of tree.root.children) {
    const owner = node.undecorated;
    if (owner.type !== 'class_definition' || owner.name !== className) continue;
    for (const member of owner.childrenIn('body')) {
      const definition = member.undecorated;
      const text = definition.name;
      if (definition.type !== 'function_definition' || !text.startsWith('test') || text === name) continue;
      kept += module.slice(at, member.start);
      at = member.end;
    }
  }
  return kept + module.slice(at);
}
