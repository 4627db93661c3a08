import type { TestBody } from '../../core/program.ts';
import type { SandboxTest } from '../../core/sandbox.ts';
import { locateFunction } from '../syntax/locate-function.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';

/** The Python of a test; null for a pair of input and output. */
export function testCode(body: TestBody): string | null {
  if (body.kind === 'stdio') return null;
  return body.kind === 'method' ? body.module : body.code;
}

/** Whether a test can run at all: a broken one is not informative about a program. */
export function isRunnableTest(body: TestBody): boolean {
  const code = testCode(body);
  return code === null || isValidPython(code);
}

/** Whether a test mentions the function under test at all; one that doesn't says nothing of any program. */
export function mentionsEntryPoint(body: TestBody, entryPoint: string): boolean {
  const code = testCode(body);
  return code === null || saysName(parsePython(code), entryPoint);
}

/** Whether the name occurs in the code, and not only in comments and texts. */
export const saysName = ({ root }: PythonTree, name: string): boolean =>
  root.some((node) => node.type === 'identifier' && node.text === name);

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

/** Statements and calls that fail a test, and helpers of a test class, which may. */
const CHECKS = /\bassert|[._]assert|\braise|\bwarns\b|\bfail\b|\bself\.(?:_?check|_?verify|_?expect|_?compare)/i;

/** The source of `TestX.test_y`, or of a function; the module's where it has none of that name. */
function methodSource(module: string, method: string): string {
  const [name = '', owner = null] = method.split('.').toReversed();
  return locateFunction(parsePython(module), name, owner)?.text ?? module;
}

/** Whether a test passes for every program that raises nothing: no statement or call in it could fail. */
export function assertsNothing({ body }: Pick<SandboxTest, 'body'>): boolean {
  switch (body.kind) {
    case 'assertion':
      return !CHECKS.test(body.code);
    case 'in-process':
      return !CHECKS.test(body.module);
    case 'method':
      return !CHECKS.test(body.module) || !CHECKS.test(methodSource(body.module, body.method));
    default:
      return false;
  }
}
