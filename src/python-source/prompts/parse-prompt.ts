import type { Prompt, Region, RegionKind, Span } from '../../core/text.ts';
import { indentationAt } from '../syntax/indentation.ts';
import { type FunctionSpans, findFunction, lastFunctionName } from '../syntax/python-names.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { classifyProse, type Line, linesOf, type Stretch } from './prompt-lines.ts';

/** Regions that cover the text: gaps become `filler`, neighbours of one kind become one. */
function coverWith(text: string, stretches: readonly Stretch[], filler: RegionKind): Region[] {
  const regions: { start: number; end: number; kind: RegionKind }[] = [];
  const push = (start: number, end: number, kind: RegionKind) => {
    const last = regions.at(-1);
    if (start >= end) return;
    if (last?.kind === kind) last.end = end;
    else regions.push({ start, end, kind });
  };
  let at = 0;
  for (const { start, end, kind } of stretches) {
    push(at, start, filler);
    push(start, end, kind);
    at = end;
  }
  push(at, text.length, filler);
  return regions;
}

/** The parts of a stretch of code inside running text, as offsets of the whole. */
function embeddedCode(text: string, span: Span, entryPoint: string | null): Stretch[] {
  const code = text.slice(span.start, span.end);
  const wanted = entryPoint === null ? null : wantedFunction(code, entryPoint);
  const parts = wanted ? classifyCode(code, wanted, entryPoint) : [];
  const at = span.start;
  return coverWith(code, parts, 'code').map(({ start, end, kind }) => ({ start: start + at, end: end + at, kind }));
}

const FENCE = /^(```+|~~~+)/;
const CODE_LINE =
  /^(?:class\s+\w+\s*[(:]|(?:async\s+)?def\s+\w+\s*\(|@\w[\w.]*(?:\(.*\))?$|import\s+\w[\w.]*(?:\s+as\s+\w+)?(?:\s*,\s*\w[\w.]*)*$|from\s+[\w.]+\s+import\b)/;

/** Where the block of raw code that begins at `first` ends: at the next line that is neither code nor indented. */
function rawCodeEnd(lines: readonly Line[], first: number): number {
  const base = (lines[first] as Line).indent;
  let end = first + 1;
  for (let index = first + 1; index < lines.length; index++) {
    const line = lines[index] as Line;
    if (line.text === '') continue;
    const belongs = line.indent > base || CODE_LINE.test(line.text) || /^[)\]}#]/.test(line.text);
    if (!belongs) break;
    end = index + 1;
  }
  return end;
}

function classifyStatement(text: string, entryPoint: string | null): Stretch[] {
  const lines = linesOf(text, { start: 0, end: text.length });
  const stretches: Stretch[] = [];
  let prose: Line[] = [];
  const flush = () => {
    stretches.push(...classifyProse(text, prose, { entryPoint, statement: true }));
    prose = [];
  };
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] as Line;
    const fence = FENCE.exec(line.text)?.[1];
    if (fence) {
      flush();
      const length = lines.slice(index + 1).findIndex((each) => each.text.startsWith(fence));
      const last = length < 0 ? undefined : lines[index + 1 + length];
      const inside = { start: line.end, end: last?.start ?? text.length };
      stretches.push({ start: line.start, end: line.end, kind: 'code' }, ...embeddedCode(text, inside, entryPoint));
      // Text after the closing fence on its line ("```The function ...") is running text again.
      const end = last?.text === fence ? last.end : (last?.start ?? 0) + (last?.indent ?? 0) + fence.length;
      if (last) stretches.push({ start: last.start, end, kind: 'code' });
      index = last ? index + length + 2 : lines.length;
    } else if (CODE_LINE.test(line.text)) {
      flush();
      const end = rawCodeEnd(lines, index);
      const span = { start: line.start, end: (lines[end - 1] as Line).end };
      stretches.push(...embeddedCode(text, span, entryPoint));
      index = end;
    } else {
      prose.push(line);
      index++;
    }
  }
  flush();
  return stretches;
}

/** Possible first characters of a program; spares most prose the parser, which is slow on text that is not Python. */
const BEGINS_LIKE_CODE = /^\s*(?:[#@"']|(?:from|import|def|async|class|if|try|with)\b|\w+(?:\.\w+)*\s*[=:(])/;

/** The prompt's function, where the prompt is Python up to the end of that function's signature. */
function completedFunction(text: string, entryPoint: string | null) {
  const wanted = BEGINS_LIKE_CODE.test(text) ? wantedFunction(text, entryPoint) : null;
  if (!wanted) return null;
  const { firstError } = parsePython(text);
  return firstError === null || firstError >= wanted.signature.end ? wanted : null;
}

/**
 * Splits a prompt into regions. In a prompt that is the beginning of a program, only the docstring of the function to
 * write (without an entry point: of the last one) and comments right above it are prose; in a free text, everything
 * but code, examples and the sections of a competition statement.
 */
export function parsePrompt(text: string, entryPoint: string | null): Prompt {
  const wanted = completedFunction(text, entryPoint);
  const regions = wanted
    ? coverWith(text, classifyCode(text, wanted, entryPoint), 'code')
    : coverWith(text, classifyStatement(text, entryPoint), 'prose');
  return { text, regions };
}

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
