import { isImport } from '../scopes/import-bindings.ts';
import { dedentFully, unixLines } from '../syntax/indentation.ts';
import { docstringText } from '../syntax/python-names.ts';
import type { PythonNode } from '../syntax/python-tree.ts';

/** Without the indentation that all lines but the first share (PEP 257). */
function docstringIn(target: PythonNode): string | null {
  const [first = '', ...rest] = unixLines(docstringText(target.child('body')) ?? '').split('\n');
  const lines = [first, ...dedentFully(rest.join('\n')).split('\n')];
  return (
    lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trim() || null
  );
}

/** With the indentation of its first line. */
const indented = ({ source, start }: PythonNode, text: string): string =>
  `${source.slice(source.lastIndexOf('\n', start - 1) + 1, start).match(/^[ \t]*/)?.[0] ?? ''}${text}`;

/** A definition down to its colon, decorators included. */
const headOf = ({ source, start, end, undecorated }: PythonNode): string =>
  source.slice(start, undecorated.child('body')?.start ?? end).trimEnd();

const isDefinition = ({ undecorated: { type } }: PythonNode): boolean => /^(?:function|class)_definition$/.test(type);

/** What is shown the sooner, the earlier it stands here. */
const RANKS = ['target', 'imports', 'owner', 'constructor', 'member', 'constant', 'neighbour'] as const;
type Rank = (typeof RANKS)[number];

/** Something that may be shown. */
type Piece = ReturnType<typeof pieceOf>;

/** `__init__` whole, so that it is seen how an object is made; of everything else the signature. */
function pieceOf(node: PythonNode, target: PythonNode, other: Rank) {
  const piece = (rank: Rank, text: string) => ({ node, rank, text: indented(node, text) });
  if (node === target.whole) return piece('target', `${headOf(node)} ...  # to be written`);
  if (!isDefinition(node)) return piece(other, node.text);
  const isConstructor = other === 'member' && /^__(?:init|new|post_init)__$/.test(node.name);
  return isConstructor ? piece('constructor', node.text) : piece(other, `${headOf(node)} ...`);
}

function classPieces(node: PythonNode, target: PythonNode): Piece[] {
  const members = node.undecorated.childrenIn('body').flatMap((member) => {
    const isAround = member.start <= target.start && target.end <= member.end;
    return isAround && member.undecorated.type === 'class_definition'
      ? classPieces(member, target)
      : [pieceOf(member, target, 'member')];
  });
  return [{ node, rank: 'owner', text: indented(node, headOf(node)) }, ...members];
}

function modulePieces(target: PythonNode): Piece[] {
  return (target.outermost.parent ?? target).namedChildren.flatMap((node): Piece[] => {
    if (node === target.outermost && node.undecorated.type === 'class_definition') return classPieces(node, target);
    if (isImport(node)) return [pieceOf(node, target, 'imports')];
    if (isDefinition(node)) return [pieceOf(node, target, 'neighbour')];
    return node.namedChildren[0]?.type === 'assignment' ? [pieceOf(node, target, 'constant')] : [];
  });
}

/**
 * The context of a module for writing one of its functions, within a budget: first the signature, the imports and the
 * class with its constructor, then the other members' signatures, constants, and the signatures of the module's other
 * functions and classes.
 *
 * @param budget characters of `code`; the signature, the imports and the class's own line are always shown
 */
export function functionContext(target: PythonNode, budget: number) {
  const pieces = modulePieces(target);
  const shown = new Set<Piece>();
  let spent = 0;
  for (const rank of RANKS) {
    const isAlways = /^(?:target|imports|owner)$/.test(rank);
    for (const piece of pieces.filter((each) => each.rank === rank)) {
      if (!isAlways && spent + piece.text.length > budget) continue;
      spent += piece.text.length + 1;
      shown.add(piece);
    }
  }
  const texts = pieces.filter((piece) => shown.has(piece)).map(({ text }) => text);
  return {
    /** Imports, constants, its class and neighbouring signatures, in the module's order; bodies are `...`. */
    code: unixLines(texts.join('\n')),
    /** The text of its docstring, without quotes and common indentation; null without one. */
    docstring: docstringIn(target),
    /** Definitions that the budget had no room for. */
    left: pieces.filter((piece) => isDefinition(piece.node) && !shown.has(piece)).length,
  };
}
