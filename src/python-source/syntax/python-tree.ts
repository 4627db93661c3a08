import { createRequire } from 'node:module';
import type Parser from 'tree-sitter';
import type { Edit, Span } from '../../core/text.ts';

/** One node of a Python syntax tree, tokens included. */
export class PythonNode implements Span {
  readonly children: PythonNode[] = [];

  /**
   * @param type the grammar's name: `function_definition`, `identifier`, `block`, or a token's own text such as `def`
   * @param field its role in the parent, such as `name`, `body` or `left`; null where the grammar names none
   */
  constructor(
    readonly type: string,
    readonly named: boolean,
    readonly field: string | null,
    readonly start: number,
    readonly end: number,
    readonly parent: PythonNode | null,
    readonly source: string,
  ) {}

  /** Its own source text. */
  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  /** The child in a role, or null. */
  child(field: string): PythonNode | null {
    return this.children.find((child) => child.field === field) ?? null;
  }

  /** The text of the child in a role, such as a definition's name; empty without one. */
  childText(field: string): string {
    return this.child(field)?.text ?? '';
  }

  /** The name of a definition, decorated or not; empty for anything else. */
  get name(): string {
    return this.undecorated.childText('name');
  }

  /** Children that are neither punctuation nor comments. */
  get namedChildren(): PythonNode[] {
    return this.children.filter((child) => child.named && child.type !== 'comment');
  }

  /** The children of the child in a role: the statements of a body, the arguments of a call. */
  childrenIn(field: string): PythonNode[] {
    return this.child(field)?.namedChildren ?? [];
  }

  /** The function or class under its decorators; anything else as it is. */
  get undecorated(): PythonNode {
    return (this.type === 'decorated_definition' ? this.child('definition') : null) ?? this;
  }

  /** A function or class with its decorators; anything else as it is. */
  get whole(): PythonNode {
    return this.parent?.type === 'decorated_definition' ? this.parent : this;
  }

  /** The class that holds a function or class directly; null elsewhere. */
  get owner(): PythonNode | null {
    const block = this.whole.parent;
    return block?.type === 'block' && block.parent?.type === 'class_definition' ? block.parent : null;
  }

  /** The statement of the module that it is, or lies in. */
  get outermost(): PythonNode {
    return this.parent && this.parent.type !== 'module' ? this.parent.outermost : this;
  }

  /** The function of a call; null for any other node. */
  get callee(): PythonNode | null {
    return this.type === 'call' ? this.child('function') : null;
  }

  /** The parts before and after the dot of `object.name`; null for any other node. */
  get member(): { readonly object: PythonNode; readonly name: PythonNode } | null {
    const name = this.type === 'attribute' ? this.child('attribute') : null;
    const object = name && this.child('object');
    return name && object ? { object, name } : null;
  }

  /** The edit that puts another text in its place. */
  replacedBy(replacement: string): Edit {
    return { start: this.start, end: this.end, replacement };
  }

  /** Calls `enter` on the node and all its descendants, in source order; `false` skips the descendants of a node. */
  visit(enter: (node: PythonNode) => unknown): void {
    const pending: PythonNode[] = [this];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (enter(next) === false) continue;
      for (let index = next.children.length - 1; index >= 0; index--) pending.push(next.children[index] as PythonNode);
    }
  }

  /** The matching nodes among the node and its descendants, in source order. */
  findAll(accepts: (node: PythonNode) => boolean): PythonNode[] {
    const found: PythonNode[] = [];
    this.visit((inner) => void (accepts(inner) && found.push(inner)));
    return found;
  }

  /** Whether the node or anything below it passes. */
  some(accepts: (node: PythonNode) => boolean): boolean {
    let found = false;
    this.visit((inner) => {
      found ||= accepts(inner);
      return !found;
    });
    return found;
  }

  /** The nearest node around this one, itself excluded, whose type is one of `types`. */
  enclosing(...types: readonly string[]): PythonNode | null {
    let at = this.parent;
    while (at && !types.includes(at.type)) at = at.parent;
    return at;
  }
}

/** The syntax tree of a text; exists for any text, with ERROR nodes where the text is not Python. */
export interface PythonTree {
  readonly text: string;
  /** Of type `module`; its span may be narrower than the text. */
  readonly root: PythonNode;
  /** Whether the grammar had to skip or invent something, or gave up on depth. */
  readonly hasError: boolean;
  /** Start of the first such place; null without one. */
  readonly firstError: number | null;
}

/** Deeper nodes are dropped, so that recursion over a tree can't exhaust the stack. */
export const MAX_DEPTH = 1000;

let loaded: Parser | null = null;

/** Loaded at the first use: commands that never parse Python start without the native library. */
function parser(): Parser {
  if (!loaded) {
    const require = createRequire(import.meta.url);
    loaded = new (require('tree-sitter') as typeof Parser)();
    loaded.setLanguage(require('tree-sitter-python'));
  }
  return loaded;
}

/** The parser's buffer holds 32 Ki code units; it asks again for the rest. */
const CHUNK = 16_384;

/** Two hundred comment lines, or lines with nothing but a backslash: no program has so many in a row. */
const COMMENT_RUN = /^(?:[ \t]*#(?![^\n]*(?:"""|'''|\\\r?\n))[^\n]*\n(?:[ \t\r]*\n)*){200,}/gm;
const BACKSLASH_RUN = /(?<=\\\n)(?:[ \t]*\\\n){200,}/g;

/** The text with blanks in the place of such runs, which would cost the grammar's scanner the square of their length. */
const abridged = (text: string): string =>
  text
    .replace(COMMENT_RUN, (run) => run.replace(/[^\r\n]/g, ' '))
    .replace(BACKSLASH_RUN, (run) => ' '.repeat(run.length));

function parseFresh(text: string): PythonTree {
  const read = abridged(text);
  const { rootNode } = parser().parse((offset) => (offset < read.length ? read.slice(offset, offset + CHUNK) : null));
  const suspicious = rootNode.hasError;
  const cursor = rootNode.walk();
  const nodeIn = (parent: PythonNode | null) => {
    const { nodeType, nodeIsNamed, currentFieldName, startIndex, endIndex } = cursor;
    const node = new PythonNode(nodeType, nodeIsNamed, currentFieldName ?? null, startIndex, endIndex, parent, text);
    parent?.children.push(node);
    return node;
  };
  const root = nodeIn(null);
  let firstError: number | null = null;
  let node = root;
  let depth = 0;
  for (;;) {
    const isError = suspicious && (node.type === 'ERROR' || cursor.nodeIsMissing);
    const descended = cursor.gotoFirstChild();
    if (descended && depth >= MAX_DEPTH) cursor.gotoParent();
    if (isError || (descended && depth >= MAX_DEPTH)) firstError ??= node.start;
    if (descended && depth < MAX_DEPTH) {
      depth++;
      node = nodeIn(node);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent() || !node.parent) return { text, root, hasError: firstError !== null, firstError };
      node = node.parent;
      depth--;
    }
    node = nodeIn(node.parent);
  }
}

/** Characters of all texts whose trees are remembered; a tree takes some hundred bytes for each. */
const REMEMBERED_LENGTH = 600_000;
const REMEMBERED = 64;
const remembered = new Map<string, PythonTree>();
let rememberedLength = 0;

function remember(tree: PythonTree): void {
  if (tree.text.length > REMEMBERED_LENGTH / 2) return;
  for (const oldest of remembered.keys()) {
    if (remembered.size < REMEMBERED && rememberedLength + tree.text.length <= REMEMBERED_LENGTH) break;
    remembered.delete(oldest);
    rememberedLength -= oldest.length;
  }
  remembered.set(tree.text, tree);
  rememberedLength += tree.text.length;
}

/** Parses any text, valid Python or not; never throws. Trees of the latest texts are remembered, so don't change them. */
export function parsePython(text: string): PythonTree {
  const known = remembered.get(text);
  if (known) return known;
  const tree = parseFresh(text);
  remember(tree);
  return tree;
}
