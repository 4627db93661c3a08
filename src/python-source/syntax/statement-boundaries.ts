import type { PythonNode, PythonTree } from './python-tree.ts';

/** Nodes that begin a logical line although their parent is not a block. */
const CLAUSE = /^(?:(?:elif|else|except|except_group|finally|case)_clause|decorator)$/;

function beginsLogicalLine(node: PythonNode): boolean {
  if (!node.named || node.type === 'comment') return false;
  const parent = node.parent?.type;
  return parent === 'module' || parent === 'block' || CLAUSE.test(node.type) || node.field === 'definition';
}

/** Leaves of the tree in order, each string as one, with whether a logical line begins there. */
function tokensOf(tree: PythonTree) {
  const tokens: { readonly node: PythonNode; readonly beginsLine: boolean }[] = [];
  let lineStart = -1;
  tree.root.visit((node) => {
    if (beginsLogicalLine(node)) lineStart = node.start;
    if (node.children.length > 0 && node.type !== 'string') return true;
    if (node.end > node.start) tokens.push({ node, beginsLine: lineStart === node.start });
    return false;
  });
  return tokens;
}

/** Whether a line ends between two tokens; a backslash before the line end joins the lines. */
function endsLine(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const char = text[at];
    if (char === '\\') at += text[at + 1] === '\r' && text[at + 2] === '\n' ? 2 : 1;
    else if (char === '\n' || char === '\r') return true;
  }
  return false;
}

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/**
 * Whether a statement runs on over the end of its line, or begins in the middle of one: the grammar takes line ends for
 * mere white space wherever that helps, Python never does.
 */
export function hasWrongBoundary(tree: PythonTree): boolean {
  let depth = 0;
  let end = 0;
  let lineEnded = true;
  let previous: PythonNode | null = null;
  for (const { node, beginsLine } of tokensOf(tree)) {
    lineEnded ||= endsLine(tree.text, end, node.start);
    end = node.end;
    if (node.type === 'comment') continue;
    if (previous && depth === 0) {
      if (lineEnded && !beginsLine && node.type !== ';') return true;
      if (!lineEnded && beginsLine && previous.type !== ';' && previous.type !== ':') return true;
    }
    if (OPENING.has(node.type)) depth++;
    if (CLOSING.has(node.type)) depth--;
    lineEnded = false;
    previous = node;
  }
  return false;
}
