import type { Span } from '../../core/span.ts';
import { type FunctionSpans, findFunction, lastFunctionName } from '../syntax/python-names.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { indentationAt } from '../syntax/reindent.ts';
import { classifyProse, linesOf, type Stretch } from './prompt-lines.ts';

/** The function that a stretch of code wants written, or null where the stretch does not define one. */
export function wantedFunction(code: string, entryPoint: string | null): FunctionSpans | null {
  if (!/^[ \t]*(?:async[ \t]+)?def[ \t]/m.test(code)) return null;
  const name = entryPoint ?? lastFunctionName(code);
  return name === null ? null : findFunction(code, name);
}

/** The text between a docstring's quotes. */
function contentOf(code: string, literal: Span): Span | null {
  const match = /^[a-zA-Z]*("""|'''|"|')/.exec(code.slice(literal.start, literal.start + 6));
  const quote = match?.[1];
  if (!match || !quote || literal.end - literal.start < match[0].length + quote.length) return null;
  const closed = code.slice(literal.end - quote.length, literal.end) === quote;
  return { start: literal.start + match[0].length, end: closed ? literal.end - quote.length : literal.end };
}

const NO_PROSE = /^#\s*(?:!|-\*-|coding[:=]|type:|noqa|pylint|pragma|TODO\b|FIXME\b|fmt:|isort:)|^#[-=#*\s]*$/;

/** Texts of the comments on lines of their own in `within`, without their `#`. */
function commentTexts(code: string, within: Span): Span[] {
  const isInside = ({ type, start, end }: PythonNode) =>
    type === 'comment' && end > within.start && start < within.end && indentationAt(code, start) !== null;
  const comments = parsePython(code).root.findAll((node) => isInside(node) && !NO_PROSE.test(node.text));
  return comments.map(({ start, end, text }) => ({ start: start + (/^#+\s?/.exec(text)?.[0].length ?? 0), end }));
}

/** The comment lines right above a function, with nothing but line ends between. */
function commentBlockAbove(code: string, start: number): Span {
  let from = code.lastIndexOf('\n', start - 1) + 1;
  for (;;) {
    const previous = code.lastIndexOf('\n', from - 2) + 1;
    if (from === 0 || !code.slice(previous, from).trim().startsWith('#')) return { start: from, end: start };
    from = previous;
  }
}

/**
 * The parts of Python code that are not plain code, in order: the wanted function's signature, its docstring's lines,
 * and where comments speak for it, their texts. Spans are offsets of `code`.
 */
export function classifyCode(code: string, wanted: FunctionSpans, entryPoint: string | null): Stretch[] {
  const name = entryPoint ?? wanted.name;
  const prose = (span: Span) => classifyProse(code, linesOf(code, span), { entryPoint: name, statement: false });
  const above = commentTexts(code, commentBlockAbove(code, wanted.whole.start)).flatMap(prose);
  const signature: Stretch = { ...wanted.signature, kind: 'signature' };
  if (!wanted.docstring) {
    const inside = wanted.implemented ? [] : commentTexts(code, { start: wanted.signature.end, end: code.length });
    return [...above, signature, ...inside.flatMap(prose)];
  }
  const content = contentOf(code, wanted.docstring);
  return [...above, signature, ...(content ? prose(content) : [])];
}
