import { childOf, type PythonNode, parsePython, textOf, visit } from '../syntax/python-tree.ts';
import { type SourceLines, sourceLines } from '../syntax/source-lines.ts';
import { cognitiveComplexity } from './cognitive-complexity.ts';
import { decisionsOf } from './cyclomatic-complexity.ts';
import { type Halstead, halsteadOf } from './halstead.ts';

export interface FunctionComplexity {
  readonly name: string;
  readonly cyclomatic: number;
  /** Of an outermost function, nested ones included. */
  readonly cognitive: number;
}

/** What a program's text says of how hard it is to follow and to keep. */
export interface Complexity {
  /** McCabe's paths over the whole text: 1, and one more a decision. */
  readonly cyclomatic: number;
  readonly cognitive: number;
  readonly halstead: Halstead;
  readonly lines: SourceLines;
  /** 0 (hopeless) to 100; above 20 counts as maintainable. */
  readonly maintainabilityIndex: number;
  /** Nested ones and methods too, in source order. */
  readonly functions: readonly FunctionComplexity[];
}

/** The nearest function around a node, or null. */
function ownerOf(node: PythonNode): PythonNode | null {
  let at = node.parent;
  while (at && at.type !== 'function_definition') at = at.parent;
  return at;
}

/**
 * The maintainability index as radon scales it: Oman and Hagemeister's polynomial (1992) with comments by Coleman et
 * al. (1994), cut to 0 to 100.
 */
function maintainability(volume: number, cyclomatic: number, { logical, source, comment }: SourceLines): number {
  if (volume <= 0 || logical <= 0) return 100;
  const commentPercent = source > 0 ? (100 * comment) / source : 0;
  const index =
    171 -
    5.2 * Math.log(volume) -
    0.23 * cyclomatic -
    16.2 * Math.log(logical) +
    50 * Math.sin(Math.sqrt((2.46 * commentPercent * Math.PI) / 180));
  return Math.min(100, Math.max(0, (index * 100) / 171));
}

/**
 * Complexity of a Python text, from its syntax tree alone. Texts that are not Python get the figures of what can be
 * parsed of them.
 */
export function complexityOf(code: string): Complexity {
  const tree = parsePython(code);
  const decisions = new Map<PythonNode | null, number>();
  const found: PythonNode[] = [];
  visit(tree.root, (node) => {
    if (node.type === 'function_definition') found.push(node);
    const added = decisionsOf(node);
    if (added === 0) return;
    const owner = ownerOf(node);
    decisions.set(owner, (decisions.get(owner) ?? 0) + added);
  });
  const functions = found.map((node) => {
    const name = childOf(node, 'name');
    return {
      node,
      name: name ? textOf(tree, name) : '',
      cyclomatic: 1 + (decisions.get(node) ?? 0),
      cognitive: cognitiveComplexity(tree, node),
    };
  });
  const cyclomatic = [...decisions.values()].reduce((sum, count) => sum + count, 1);
  const outermost = functions.filter(({ node }) => ownerOf(node) === null);
  const cognitive = outermost.reduce((sum, each) => sum + each.cognitive, cognitiveComplexity(tree, tree.root));
  const halstead = halsteadOf(tree);
  const lines = sourceLines(tree);
  return {
    cyclomatic,
    cognitive,
    halstead,
    lines,
    maintainabilityIndex: maintainability(halstead.volume, cyclomatic, lines),
    functions: functions.map(({ name, cyclomatic: paths, cognitive: effort }) => ({
      name,
      cyclomatic: paths,
      cognitive: effort,
    })),
  };
}
