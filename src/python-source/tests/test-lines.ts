import { isValidPython } from '../syntax/parse-python.ts';
import { parsePython } from '../syntax/python-tree.ts';
import type { SyntaxBudget } from '../syntax/reading-limits.ts';

/** `- `, `3) `, `Test 2: ` and the like in front of a test. */
const MARKER = /^(?:[-*•+>]\s+|\(?\d+[.):]\s*|(?:test(?: case)?|case|example)\s*(?:#\d*\s*|\d+\s*)?[:.)-]\s*)+/i;
/** A statement may go on over this many lines. */
const MAX_LINES = 40;

function expressionOf(code: string, budget: SyntaxBudget) {
  if (!budget.allows(code.length) || !isValidPython(code)) return null;
  const [statement, ...others] = parsePython(code).root.children;
  const type = statement?.children[0]?.type ?? '';
  if (statement?.type !== 'expression_statement' || others.length > 0 || type.endsWith('assignment')) return null;
  return { type, calls: new Set(statement.findAll(({ callee }) => callee !== null).map(({ callee }) => callee?.text)) };
}

function bareText(line: string): string {
  const text = line.trim().replace(MARKER, '');
  const quoted = /^[^`]*`([^`]+)`[^`]*$/.exec(text);
  return (quoted?.[1] ?? text).trim().replace(/[;,]$/, '');
}

/** `f(1) == 2`, `f(1) -> 2` or `not f(1)` as an assertion of `entryPoint`; null where the line is none. */
function asComparison(text: string, entryPoint: string, budget: SyntaxBudget): string | null {
  if (!text.includes(entryPoint)) return null;
  const expression = expressionOf(text, budget);
  if (expression?.calls.has(entryPoint)) {
    return /^(?:comparison_operator|not_operator|boolean_operator)$/.test(expression.type) ? `assert ${text}` : null;
  }
  const arrow = /^(.+?\))\s*(?:->|=>|➞|→)\s*(.+)$/.exec(text);
  const call = arrow?.[1] ? expressionOf(arrow[1], budget) : null;
  if (call?.type !== 'call' || !call.calls.has(entryPoint) || !arrow?.[2] || !expressionOf(arrow[2], budget))
    return null;
  return `assert ${arrow[1]} == ${arrow[2]}`;
}

/** The single argument of a lone `print(…)`; null for anything else. */
function printedIn(code: string): string | null {
  const call = parsePython(code).root.children[0]?.children[0];
  const [only, more] = call?.callee?.text === 'print' ? call.childrenIn('arguments') : [];
  return !only || more || /splat|keyword/.test(only.type) ? null : only.text;
}

/** An example's result as a check; null if its text is incomplete (`...`, several lines of text). */
function shownAssertion(code: string, tested: string, value: string | undefined, expected: readonly string[]) {
  const [line = ''] = expected;
  const isLine = expected.length === 1;
  if (/^print\s*\(/.test(code)) {
    const printed = isLine && !line.includes('...') ? printedIn(code) : null;
    return printed === null ? null : `assert str(${printed}) == ${JSON.stringify(line)}`;
  }
  if (!value || value.includes('...')) return null;
  const { root } = parsePython(value);
  const names = root.findAll(({ type }) => type === 'identifier').map(({ text }) => text);
  if (names.length === 0) return `assert ${tested} == ${value}`;
  // A name such as nan or array is nothing that the test knows.
  if (!isLine || value !== line) return null;
  return `assert ${names[0] === value ? 'str' : 'repr'}(${code}) == ${JSON.stringify(value)}`;
}

/**
 * An interpreter session, as doctest reads it: prompts become statements, and a result below one an assertion. Calls
 * without a result are kept (they may change the next result), printed or named values are compared as text.
 */
function readSession(lines: readonly string[], start: number, statements: string[], budget: SyntaxBudget): number {
  const source = [(lines[start] ?? '').trim().slice(3).trim()];
  let at = start + 1;
  while (/^\s*\.\.\./.test(lines[at] ?? '')) source.push((lines[at++] ?? '').trim().slice(3).replace(/^ /, ''));
  const expected: string[] = [];
  while (at < lines.length && (lines[at] ?? '').trim() !== '' && !/^\s*(?:>>>|"""|'''|```)/.test(lines[at] ?? '')) {
    expected.push((lines[at++] ?? '').trim());
  }
  const code = source.join('\n');
  const expression = expressionOf(code, budget);
  const result = expected[0] ?? '';
  if (expression && result === '') {
    if (expression.type === 'comparison_operator') statements.push(`assert ${code}`);
    else statements.push(code);
  } else if (expression && expected.length > 0) {
    const whole = expected.join('\n');
    const value = [whole, result].find((text) => expressionOf(text, budget));
    const tested = /^(?:call|subscript|attribute|identifier)$/.test(expression.type) ? code : `(${code})`;
    const shown = shownAssertion(code, tested, value, expected);
    if (shown) statements.push(shown);
  } else if (budget.allows(code.length) && isValidPython(code)) statements.push(code);
  return at;
}

/**
 * The tests in lines that are not a program: asserts in prose, in lists and backticks, sessions, bare comparisons; as
 * valid statements, in order.
 */
export function readTestLines(text: string, entryPoint: string, budget: SyntaxBudget) {
  const lines = text.split('\n');
  const statements: string[] = [];
  const problems: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    if (/^\s*>>>/.test(line)) {
      at = readSession(lines, at, statements, budget);
      continue;
    }
    const bare = bareText(line);
    if (/^assert\b/.test(bare)) {
      const { statement, next } = readAssert(lines, at, budget);
      if (statement) statements.push(statement);
      else problems.push('syntax-error');
      at = next;
      continue;
    }
    const comparison = asComparison(bare, entryPoint, budget);
    if (comparison) statements.push(comparison);
    at++;
  }
  return { statements, problems };
}

function readAssert(lines: readonly string[], start: number, budget: SyntaxBudget) {
  let code = bareText(lines[start] ?? '');
  for (let at = start + 1; at <= lines.length && at - start <= MAX_LINES; at++) {
    if (!budget.allows(code.length)) break;
    if (isValidPython(code)) return { statement: code, next: at };
    const line = lines[at];
    if (line === undefined || /^assert\b/.test(bareText(line))) break;
    code += `\n${line}`;
  }
  return { statement: null, next: start + 1 };
}
