import { createRequire } from 'node:module';
import type { Span } from '../../core/span.ts';
import { blanked, type CommentRun, longCommentRuns, withoutRunRests } from './comment-runs.ts';
import { longContinuationRuns } from './continuation-runs.ts';

/** One node of a Python syntax tree, tokens included. */
export interface PythonNode extends Span {
  /** The grammar's name: `function_definition`, `identifier`, `block`, or a token's own text such as `def`. */
  readonly type: string;
  readonly named: boolean;
  /** Its role in the parent, such as `name`, `body` or `left`; null where the grammar names none. */
  readonly field: string | null;
  readonly parent: PythonNode | null;
  readonly children: readonly PythonNode[];
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

/** The used part of the parser's API. */
interface Cursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}
interface TreeSitterParser {
  setLanguage(language: unknown): void;
  parse(read: (offset: number) => string | null): { readonly rootNode: { readonly hasError: boolean; walk(): Cursor } };
}

let loaded: TreeSitterParser | null = null;

/** Loaded at the first use: commands that never parse Python start without the native library. */
function parser(): TreeSitterParser {
  if (!loaded) {
    const require = createRequire(import.meta.url);
    const Parser = require('tree-sitter') as new () => TreeSitterParser;
    loaded = new Parser();
    loaded.setLanguage(require('tree-sitter-python'));
  }
  return loaded;
}

/** The parser's buffer holds 32 Ki code units; it asks again for the rest. */
const CHUNK = 16_384;

interface MutableNode extends PythonNode {
  end: number;
  readonly children: MutableNode[];
}

function nodeAt(cursor: Cursor, parent: MutableNode | null): MutableNode {
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName ?? null,
    start: cursor.startIndex,
    end: cursor.endIndex,
    parent,
    children: [],
  };
}

/** Parses the whole text, in time that grows with the square of its longest run of comment lines in a block. */
export function parseUnabridged(text: string): PythonTree {
  const { rootNode } = parser().parse((offset) => (offset < text.length ? text.slice(offset, offset + CHUNK) : null));
  const suspicious = rootNode.hasError;
  const cursor = rootNode.walk();
  const root = nodeAt(cursor, null);
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
      const child = nodeAt(cursor, node);
      node.children.push(child);
      node = child;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent() || !node.parent) return { text, root, hasError: firstError !== null, firstError };
      node = node.parent as MutableNode;
      depth--;
    }
    const parent = node.parent as MutableNode;
    node = nodeAt(cursor, parent);
    parent.children.push(node);
  }
}

/**
 * The tree of `parseUnabridged` in linear time: all but the first comment of a long run are put in afterwards, and long
 * runs of lines with nothing but a backslash are read as the blanks that they mean.
 */
function parseFresh(text: string): PythonTree {
  const joined = blanked(text, longContinuationRuns(text));
  return { ...parseWithoutComments(joined), text };
}

function parseWithoutComments(text: string): PythonTree {
  let runs = longCommentRuns(text);
  for (let attempt = 0; attempt < ATTEMPTS && runs.length > 0; attempt++) {
    const tree = parseUnabridged(withoutRunRests(text, runs));
    const heads = commentsAt(tree, new Set(runs.map(({ head }) => head)));
    if (heads.size === runs.length) {
      for (const run of runs) addRest(heads.get(run.head) as MutableNode, run);
      return { ...tree, text };
    }
    // A `#` that is no comment in the tree is part of a string and must stay.
    runs = runs.filter(({ head }) => heads.has(head));
  }
  return parseUnabridged(text);
}

const ATTEMPTS = 3;

/** The comments of a tree that start at one of the places, by their start. */
function commentsAt({ root }: PythonTree, starts: ReadonlySet<number>): Map<number, MutableNode> {
  const found = new Map<number, MutableNode>();
  visit(root, (node) => {
    if (node.type === 'comment' && starts.has(node.start)) found.set(node.start, node as MutableNode);
  });
  return found;
}

/** Adds the other comments of a run after its first one. */
function addRest(head: MutableNode, { rest }: CommentRun): void {
  const parent = head.parent as MutableNode;
  const nodes = rest.map(({ start, end }): MutableNode => ({ ...head, start, end, children: [] }));
  const at = parent.children.indexOf(head) + 1;
  // Not by `splice(at, 0, ...nodes)`: a long run does not fit on the stack.
  const behind = parent.children.splice(at);
  for (const node of nodes) parent.children.push(node);
  for (const node of behind) parent.children.push(node);
  const end = nodes.at(-1)?.end ?? head.end;
  for (
    let around: MutableNode | null = parent;
    around && around.end < end;
    around = around.parent as MutableNode | null
  )
    around.end = end;
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

/** The node's source text. */
export function textOf(tree: PythonTree, node: Span): string {
  return tree.text.slice(node.start, node.end);
}

/** The child in a role, or null. */
export function childOf(node: PythonNode, field: string): PythonNode | null {
  return node.children.find((child) => child.field === field) ?? null;
}

/** The text of the child in a role, such as a definition's name; empty without one. */
export function fieldText(tree: PythonTree, node: PythonNode, field: string): string {
  const child = childOf(node, field);
  return child ? textOf(tree, child) : '';
}

/** The function or class under its decorators; anything else as it is. */
export function undecorated(node: PythonNode): PythonNode {
  return (node.type === 'decorated_definition' ? childOf(node, 'definition') : null) ?? node;
}

/** The function of a call; null for any other node. */
export function calleeOf(node: PythonNode | null | undefined): PythonNode | null {
  return node?.type === 'call' ? childOf(node, 'function') : null;
}

/** The parts before and after the dot of `object.name`; null for any other node. */
export function memberOf(node: PythonNode): { readonly object: PythonNode; readonly name: PythonNode } | null {
  const name = node.type === 'attribute' ? childOf(node, 'attribute') : null;
  const object = name && childOf(node, 'object');
  return name && object ? { object, name } : null;
}

/** Children that are neither punctuation nor comments. */
export function namedChildren(node: PythonNode): PythonNode[] {
  return node.children.filter((child) => child.named && child.type !== 'comment');
}

/** The children of the child in a role: the statements of a body, the arguments of a call. */
export function childrenIn(node: PythonNode, field: string): PythonNode[] {
  const child = childOf(node, field);
  return child ? namedChildren(child) : [];
}

/** The first of `namedChildren`, without looking at the others. */
export function firstNamedChild(node: PythonNode): PythonNode | undefined {
  return node.children.find((child) => child.named && child.type !== 'comment');
}

/** Calls `enter` on the node and all its descendants, in source order; `false` skips the descendants of a node. */
export function visit(node: PythonNode, enter: (node: PythonNode) => unknown): void {
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (enter(next) === false) continue;
    for (let index = next.children.length - 1; index >= 0; index--) pending.push(next.children[index] as PythonNode);
  }
}

/** Returns the matching nodes among the node and its descendants, in source order. */
export function nodesWhere(node: PythonNode, accepts: (node: PythonNode) => boolean): PythonNode[] {
  const found: PythonNode[] = [];
  visit(node, (inner) => void (accepts(inner) && found.push(inner)));
  return found;
}

/** Whether the node or anything below it passes. */
export function someNode(node: PythonNode, accepts: (node: PythonNode) => boolean): boolean {
  let found = false;
  visit(node, (inner) => {
    found ||= accepts(inner);
    return !found;
  });
  return found;
}

/** The nearest node around this one, itself excluded, whose type is one of `types`. */
export function enclosing(node: PythonNode, ...types: readonly string[]): PythonNode | null {
  let at = node.parent;
  while (at && !types.includes(at.type)) at = at.parent;
  return at;
}
