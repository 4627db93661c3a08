import type { LocatedFunction } from '../syntax/locate-function.ts';
import { docstringOf } from '../syntax/python-names.ts';
import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';

/** The surroundings of a function that help to write it. */
export interface FunctionContext {
  /** Imports, constants, its class and neighbouring signatures, in the module's order; bodies are `...`. */
  readonly code: string;
  /** The text of its docstring, without quotes and common indentation; null without one. */
  readonly docstring: string | null;
  /** Definitions that the budget had no room for. */
  readonly left: number;
}

const isDefinition = ({ type }: PythonNode): boolean => /^(?:function|class|decorated)_definition$/.test(type);
const isImport = ({ type }: PythonNode): boolean => /^(?:import|import_from|future_import)_statement$/.test(type);

/** A string literal's text, with the indentation taken off that all of its lines but the first share (PEP 257). */
function dedented(literal: string): string {
  const inner = literal.replace(/^[A-Za-z]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '');
  const [first = '', ...rest] = inner.replace(/\r\n/g, '\n').split('\n');
  const depths = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.length > 0 ? Math.min(...depths) : 0;
  return [first.trim(), ...rest.map((line) => line.slice(depth).trimEnd())].join('\n').trim();
}

const indentOf = (tree: PythonTree, node: PythonNode): string =>
  tree.text.slice(tree.text.lastIndexOf('\n', node.start - 1) + 1, node.start).match(/^[ \t]*/)?.[0] ?? '';

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** A definition down to its colon, decorators included. */
function headOf(tree: PythonTree, whole: PythonNode): string {
  const definition = whole.undecorated;
  const body = definition.child('body');
  return tree.text.slice(whole.start, body?.start ?? definition.end).trimEnd();
}

/** Something that may be shown; the smaller `rank`, the sooner. */
interface Piece {
  readonly at: number;
  readonly rank: number;
  readonly text: string;
  /** Whether it counts as left out where it is. */
  readonly isDefinition: boolean;
}

const RANKS = { target: 0, imports: 1, owner: 1, constructor: 2, member: 3, constant: 4, neighbour: 5 } as const;

/** `__init__` whole, so that it is seen how an object is made; of everything else the signature. */
function memberPiece(tree: PythonTree, member: PythonNode, target: LocatedFunction): Piece {
  const indent = indentOf(tree, member);
  const definition = member.undecorated;
  const at = member.start;
  if (!/^(?:function|class)_definition$/.test(definition.type)) {
    return { at, rank: RANKS.member, text: indent + member.text, isDefinition: false };
  }
  const isConstructor = /^__(?:init|new|post_init)__$/.test(definition.name);
  if (member === target.whole) {
    return {
      at,
      rank: RANKS.target,
      text: `${indent}${headOf(tree, member)} ...  # to be written`,
      isDefinition: true,
    };
  }
  if (isConstructor) return { at, rank: RANKS.constructor, text: indent + member.text, isDefinition: true };
  return { at, rank: RANKS.member, text: `${indent}${headOf(tree, member)} ...`, isDefinition: true };
}

function classPieces(tree: PythonTree, whole: PythonNode, target: LocatedFunction): Piece[] {
  const definition = whole.undecorated;
  const indent = indentOf(tree, whole);
  const head: Piece = { at: whole.start, rank: RANKS.owner, text: indent + headOf(tree, whole), isDefinition: true };
  return [
    head,
    ...definition.childrenIn('body').flatMap((member) => {
      const inner = member.undecorated;
      const holds =
        inner.type === 'class_definition' && inner.start <= target.whole.start && target.whole.end <= inner.end;
      return holds ? classPieces(tree, member, target) : [memberPiece(tree, member, target)];
    }),
  ];
}

function modulePieces(tree: PythonTree, target: LocatedFunction): Piece[] {
  return tree.root.namedChildren.flatMap((node): Piece[] => {
    if (node === target.whole) return [memberPiece(tree, node, target)];
    if (node === target.outermost && node.undecorated.type === 'class_definition')
      return classPieces(tree, node, target);
    const at = node.start;
    if (isImport(node)) return [{ at, rank: RANKS.imports, text: node.text, isDefinition: false }];
    if (isDefinition(node)) {
      return [{ at, rank: RANKS.neighbour, text: `${headOf(tree, node)} ...`, isDefinition: true }];
    }
    const [inner] = node.type === 'expression_statement' ? node.namedChildren : [];
    if (inner?.type !== 'assignment') return [];
    return [{ at, rank: RANKS.constant, text: node.text, isDefinition: false }];
  });
}

/**
 * The context of a module for writing one of its functions, within a budget: first the signature, the imports and the
 * class with its constructor, then the other members' signatures, constants, and the signatures of the module's other
 * functions and classes.
 *
 * @param budget characters of `code`; the signature, the imports and the class's own line are always shown
 */
export function functionContext(tree: PythonTree, target: LocatedFunction, budget: number): FunctionContext {
  const pieces = modulePieces(tree, target);
  const shown: Piece[] = [];
  let spent = 0;
  // The sort is stable: of equal rank, the module's order.
  for (const piece of [...pieces].sort((a, b) => a.rank - b.rank)) {
    if (piece.rank > RANKS.imports && spent + piece.text.length > budget) continue;
    spent += piece.text.length + 1;
    shown.push(piece);
  }
  const docstring = docstringOf(target.definition.child('body'));
  return {
    code: unixLines(
      shown
        .sort((a, b) => a.at - b.at)
        .map(({ text }) => text)
        .join('\n'),
    ),
    docstring: docstring ? dedented(docstring.text) || null : null,
    left: pieces.filter((piece) => piece.isDefinition && !shown.includes(piece)).length,
  };
}
