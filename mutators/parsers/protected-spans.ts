import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt, Span } from '../../src/core/text.ts';
import { openStatementEnd } from './open-statements.ts';
import { promptNames } from './prompt-names.ts';
import { type ProtectedKind, scanInline } from './protected-inline.ts';

/** A stretch of a prompt that no mutator rewrites, with the reason. */
export interface ProtectedSpan extends Span {
  /**
   * `operator` (words such as "at least", "odd") and `number-word` keep their words but may change case; `name` is an
   * identifier of the signature that may also be an English word; all others keep every byte.
   */
  readonly kind: ProtectedKind | 'code' | 'example';
}

/** All protected spans of a prompt, in order and without overlap; outermost first where they nest. Linear. */
export const protectedSpans = oncePer((prompt: Prompt, entryPoint: string | null): readonly ProtectedSpan[] => {
  const names = promptNames(prompt, entryPoint);
  const spans: ProtectedSpan[] = [];
  const literal = { end: 0 };
  for (const region of prompt.regions) {
    if (region.kind !== 'prose') {
      spans.push({ start: region.start, end: region.end, kind: region.kind === 'example' ? 'example' : 'code' });
    } else {
      for (const part of splitExampleLines(prompt.text, region, entryPoint, literal)) {
        if (part.kind === 'example') spans.push({ start: part.start, end: part.end, kind: 'example' });
        else spans.push(...scanInline(prompt.text, part, names));
      }
    }
  }
  return spans;
});

const LONGEST_EXAMPLE_LINE = 160;
const EXAMPLE_SIGN =
  /==|->|=>|➞|→|^\s*(?:Input|Output|INPUT|OUTPUT)\w*\s*(?:\d+\s*)?[:=]|^\s*[-=~*_#+|]{3,}\s*$|^\s*\|.*\|\s*$|^\s*return the solution in this function\s*$/;
/** A statement of Python without a fence around it. */
const CODE_LINE =
  /^\s*(?:(?:if|elif|for|while|with|except)\b.*[=<>!([].*:|(?:raise|return)\s+\w+(?:\.\w+)*\(.*\)|raise\s+[A-Z]\w+|(?:else|try|finally|case \S+):)\s*$/;

/** Words that introduce an unquoted error message; the rest of the line is its text. */
const UNQUOTED_MESSAGE =
  /\b[Rr]ais(?:e|es|ed|ing)\b.{0,80}?[Ee](?:rror|xception)\s+(?:of|saying|reading|with (?:the |a )?message)\s*:?\s*(?=\p{Lu})/u;

/** A line of reStructuredText after which indented lines are shown as they are. */
const LITERAL_BLOCK =
  /^\s*(?!\.\. )\S.*::\s*$|^\s*\.\. ?(?:math|code|code-block|sourcecode|parsed-literal|ipython|plot|test(?:code|output|setup)|doctest|prompt|console) ?::/;

/** The column of the first sign of the line that holds `at`. */
function indentOf(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[^\S\n]*/.exec(text.slice(start, start + 200))?.[0].length ?? 0;
}

/** Where the block of blank and deeper indented lines from `at` on ends; at its last line with text. */
function literalEnd(text: string, at: number, margin: number): number {
  let end = at;
  for (let next = at; next < text.length; ) {
    const stop = text.indexOf('\n', next) + 1 || text.length;
    const isBlank = text.slice(next, stop).trim() === '';
    if (!isBlank && indentOf(text, next) <= margin) break;
    next = stop;
    if (!isBlank) end = stop;
  }
  return end;
}

/**
 * Cuts a prose region into running text and lines (or ends of lines) that show an example.
 *
 * @param literal where the last literal block ends, which may reach over several regions
 */
function splitExampleLines(
  text: string,
  region: Span,
  entryPoint: string | null,
  literal: { end: number },
): (Span & { kind: 'prose' | 'example' })[] {
  const parts: (Span & { kind: 'prose' | 'example' })[] = [];
  const add = (start: number, end: number, kind: 'prose' | 'example') => {
    const last = parts.at(-1);
    if (start >= end) return;
    if (last?.kind === kind) parts[parts.length - 1] = { ...last, end };
    else parts.push({ start, end, kind });
  };
  let at = region.start;
  while (at < region.end) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 || newline >= region.end ? region.end : newline + 1;
    const line = text.slice(at, end);
    if (at < literal.end) {
      add(at, Math.min(end, literal.end), 'example');
      at = end;
      continue;
    }
    if (LITERAL_BLOCK.test(line)) {
      add(at, end, /^\s*\.\./.test(line) ? 'example' : 'prose');
      literal.end = literalEnd(text, end, indentOf(text, at));
      at = end;
      continue;
    }
    const doctest = line.indexOf('>>>');
    const statement = openStatementEnd(text, { start: at, end }, region.end);
    if (statement !== null) {
      add(at, statement, 'example');
      at = statement;
      continue;
    }
    if (doctest >= 0) {
      add(at, at + doctest, 'prose');
      add(at + doctest, end, 'example');
    } else if (isExampleLine(line, entryPoint)) {
      add(at, end, 'example');
    } else {
      const message = UNQUOTED_MESSAGE.exec(line);
      const behind = message ? at + message.index + message[0].length : end;
      add(at, behind, 'prose');
      add(behind, end, 'example');
    }
    at = end;
  }
  return parts;
}

/** A gap of a table: at least two blanks that do not follow the end of a sentence or a label. */
const COLUMN_GAP = /[^\s.!?:;,] {2,}(?=\S)/g;

function isExampleLine(line: string, entryPoint: string | null): boolean {
  if (line.length > LONGEST_EXAMPLE_LINE) return false;
  if (EXAMPLE_SIGN.test(line) || CODE_LINE.test(line)) return true;
  if ((line.match(COLUMN_GAP)?.length ?? 0) >= 2) return true;
  return entryPoint !== null && line.trimStart().startsWith(`${entryPoint}(`);
}
