import { type PythonNode, parsePython } from '../syntax/python-tree.ts';

const LITERALS: ReadonlySet<string> = new Set([
  ...['integer', 'float', 'string', 'concatenated_string', 'true', 'false', 'none'],
  ...['list', 'tuple', 'set', 'dictionary', 'pair', 'unary_operator'],
]);
const PARTS_OF_STRINGS = /^(?:string_|escape_sequence$)/;

/** Whether an expression is the same whatever the program is. */
const isLiteral = (node: PythonNode): boolean =>
  LITERALS.has(node.type) && node.namedChildren.every((child) => PARTS_OF_STRINGS.test(child.type) || isLiteral(child));

/** The literal that a comparison expects, if it is one of `==` or `assertEqual` with a literal side. */
function expectedLiteral(node: PythonNode, text: string): PythonNode | undefined {
  if (node.type === 'comparison_operator') {
    const [left, operator, right, more] = node.children;
    return operator?.type === '==' && right && !more
      ? [right, left].find((side) => side && isLiteral(side))
      : undefined;
  }
  const [callee, given] = node.type === 'call' ? node.children : [];
  if (!callee || !given || !/(?:^|\.)assertEquals?$/.test(text.slice(callee.start, callee.end))) return undefined;
  return given.namedChildren.slice(0, 2).toReversed().find(isLiteral);
}

/** Copies of a test in each of which one expected literal is another value, in the order of the text. */
export function alteredTests(text: string): string[] {
  const literals = parsePython(text)
    .root.findAll(() => true)
    .flatMap((node) => expectedLiteral(node, text) ?? []);
  return literals.map(
    ({ start, end }) => `${text.slice(0, start)}(${text.slice(start, end)}, "altered")${text.slice(end)}`,
  );
}
