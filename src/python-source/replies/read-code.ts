import { readStringLiteral } from '../probes/python-value.ts';
import { dedentFully } from '../syntax/indentation.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { holdsCode, runs } from '../syntax/program-statements.ts';
import { definesFunction, findFunction, listClasses } from '../syntax/python-names.ts';
import type { SyntaxBudget } from '../syntax/reading-limits.ts';
import { textInYaml } from './reply-text.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = new RegExp(`&(?:amp;)*(?:(${Object.keys(ENTITIES).join('|')})|#(x?[\\da-f]{2,4}));`, 'gi');

const withoutEntities = (code: string): string =>
  code.replace(ENTITY, (_, name?: string, number = '') =>
    name === undefined
      ? String.fromCharCode(Number(number.replace(/^x/i, '0x')))
      : (ENTITIES[name.toLowerCase()] ?? ''),
  );

/** Code of a page, which may be valid Python as it is (`a &lt; b`): an entity outside of texts, and no sign that one writes. */
const isEncoded = (code: string): boolean =>
  /^[^'"#\n]* &(?:lt|gt|amp);[= ]/m.test(code) && !/[<>]|&(?!#?\w+;)/.test(code);

/** The code of a notebook's text form, without its cells of text; unchanged where a mark stands in a text. */
function withoutCells(code: string): string {
  const cells = code.split(/^(?=# ?%%(?: |$))/m);
  if (cells.some(hasOpenText)) return code;
  return cells.map((cell) => (/^# ?%%.*\[m/.test(cell) ? '' : cell.replace(/^# ?%%.*\n?/, ''))).join('');
}

const PROMPT_SIGN = /^[ \t]*(?:>>>|\.\.\.|In \[\d+\]:|\.\.\.:)(?: |$)/;
const FIRST_SIGN = /^[ \t]*(?:>>>|In \[\d+\]:) ?/m;
const LINE_NUMBER = /^[ \t]*\d+(?:[ \t]*[→|:│.]|[ \t]|$)/;
const NUMBERED = /^\s*\d+[ \t|:│→.].*(?:\n[ \t]*\d+(?:[ \t|:│→.].*)?)*\s*$/;

/** Signs of writing programs and of keyboards in other countries, and what Python has for them. */
const SIGNS = new Map(
  `“" ”" ‘' ’' −- ‑- ×* ≤<= ≥>= ≠!= →-> –- （( ）) ，, ：: ［[ ］] ｛{ ｝} ＝=`
    .split(' ')
    .map((pair) => [pair[0], pair.slice(1)]),
);
const SIGN = new RegExp(`[${[...SIGNS.keys()].join('')}]`, 'g');

/** Tabs among blanks, of the width that gives blocks their order. */
const withoutTabs = (code: string): string =>
  [4, 8]
    .map((width) => code.replace(/^[ \t]+/gm, (indent) => indent.replaceAll('\t', ' '.repeat(width))))
    .find(isValidPython) ?? code;

const mapLines = (code: string, map: (line: string) => readonly string[]): string =>
  code.split('\n').flatMap(map).join('\n');

/** Forms of code that are not valid Python: how to recognise and how to undo each. */
const HINTS: readonly (readonly [shows: RegExp, undo: (code: string) => string])[] = [
  [
    /[\u00a0\u00ad\u2000-\u200f\u202f\u2060\u3000]/,
    (code) => code.replace(/[\u00ad\u200b-\u200f\u2060]/g, '').replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' '),
  ],
  [/^[ \t]*(?:- )?\w+:[ \t]*\|/m, (code) => textInYaml(code) ?? code],
  [/[\u0085\u2028\u2029]/, (code) => code.replace(/[\u0085\u2028\u2029]/g, '\n')],
  [/<br ?\/?>/i, (code) => code.replace(/<br ?\/?>\n?/gi, '\n')],
  // Quotes for a fence, and the marks of a replacement.
  [/^("""|''')py/m, (code) => code.replace(/^("""|''')py(?:thon)?\d?\n([\s\S]*)^\1/m, '$2')],
  [/^<{5,9} /m, (code) => code.replace(/^<{5,9} (?:(?!^<{5})[\s\S])*?^={5,9}$|^>{5,9} .*$/gm, '')],
  // Markdown's escapes.
  [/\\[_*]/, (code) => code.replace(/\\([_*])/g, '$1')],
  [/^(?![{[])[^\n]*\\n[^\n]*$/, (code) => readStringLiteral(`"${code}"`) ?? code],
  [ENTITY, withoutEntities],
  [FIRST_SIGN, (code) => mapLines(code, (line) => (PROMPT_SIGN.test(line) ? [line.replace(PROMPT_SIGN, '')] : []))],
  [
    /^(?:\+[ \t]*(?:def|class|import|from|async|@)|@@ |-.*\n\+)/m,
    (code) => mapLines(code, (line) => (/^(?:-|@@|\+\+\+)/.test(line) ? [] : [line.replace(/^[+ ]/, '')])),
  ],
  [NUMBERED, (code) => mapLines(code, (line) => [line.replace(LINE_NUMBER, '')])],
  [SIGN, (code) => code.replace(SIGN, (sign) => SIGNS.get(sign) ?? sign)],
  [/^ *\t/m, withoutTabs],
  [/^(?:[ \t]*\n)*[ \t]+\S/, dedentFully],
  // A blank that the first line alone has.
  [/^\s*[ \t](?:async |def |class |from |import |@)/, (code) => code.trimStart()],
];

/**
 * The code unchanged, then repaired as a person would: no-break and zero-width spaces, JSON, HTML entities, transcripts
 * of a session, diffs, numbered lines, typographic quotes, indentation; each repair on top of the previous ones.
 */
export function* repairedCode(code: string): Iterable<string> {
  let repaired = withoutCells(isEncoded(code) ? withoutEntities(code) : code);
  yield repaired;
  for (const [shows, undo] of HINTS) {
    if (repaired.search(shows) < 0) continue;
    const next = undo(repaired);
    if (next !== repaired) yield next;
    repaired = next;
  }
}

/** The code, or the first repair of it that is accepted. */
export const repairedSo = (code: string, budget: SyntaxBudget, accepts: (code: string) => boolean): string =>
  [...repairedCode(code)].find((version) => budget.allows(version.length) && accepts(version)) ?? code;

/** A stretch of whole lines that begins at the left margin, such as one top-level statement. */
interface Chunk {
  readonly text: string;
  readonly valid: boolean;
}

/** Lines at the left margin that can't begin a statement. */
const CONTINUES = /^(?:[\s)\]}]|(?:else|elif|except|finally|case)\b.*:|$)/;

function roughChunks(code: string): string[] {
  const chunks: string[][] = [];
  let decorated = false;
  for (const line of code.split('\n')) {
    const last = chunks.at(-1);
    if (last && (decorated || CONTINUES.test(line))) last.push(line);
    else chunks.push([line]);
    decorated = /^@/.test(line);
  }
  return chunks.map((lines) => lines.join('\n'));
}

/** How many chunks one statement may span: texts in triple quotes bring lines at the margin. */
const MERGED = 30;

const hasOpenText = (text: string): boolean =>
  (text.split('"""').length - 1) % 2 === 1 || (text.split("'''").length - 1) % 2 === 1;

/** Top-level statements of a text that is only partly Python, each with whether it is, within the budget. */
export function topLevelChunks(code: string, budget: SyntaxBudget): Chunk[] {
  const checks = (text: string) => budget.allows(text.length) && isValidPython(text);
  const rough = roughChunks(code);
  const chunks: Chunk[] = [];
  for (let index = 0; index < rough.length; ) {
    let text = rough[index] as string;
    let next = index + 1;
    let valid = checks(text);
    for (let end = next; !valid && end < rough.length && end - index < MERGED; ) {
      if (budget.isSpent || !hasOpenText(text)) break;
      text += `\n${rough[end++]}`;
      valid = checks(text);
      if (valid) next = end;
    }
    chunks.push({ text: valid ? text : (rough[index] as string), valid });
    index = next;
  }
  return chunks;
}

/** The longest valid prefix of whole lines that `accepts` takes; null without one, or if the budget ends before. */
export function longestValidPrefix(code: string, accepts: (code: string) => boolean, budget: SyntaxBudget) {
  let end = code.trimEnd().length;
  for (let tried = 0; end > 0 && tried < 400; tried++) {
    const start = code.lastIndexOf('\n', end - 1) + 1;
    if (code.slice(start, end).trim() !== '') {
      if (!budget.allows(end)) return null;
      const prefix = `${code.slice(0, end)}\n`;
      if (isValidPython(prefix) && accepts(prefix)) return prefix;
    }
    end = start - 1;
  }
  return null;
}

/** The criteria of the search for a program. */
export interface Search {
  /** As the prompt names it; null for a script. */
  readonly entryPoint: string | null;
  /** Whether the token limit cut the reply. */
  readonly truncated: boolean;
  readonly budget: SyntaxBudget;
}

/** One reading of a text as a program. */
export interface Reading {
  readonly code: string;
  /** 4: complete; 3: a name for something else; 2: the function without a body; 1: other code. */
  readonly worth: 1 | 2 | 3 | 4;
}

/** A script reads its input and writes its output. */
const SERVES = [/\binput\s*\(|\bstdin\b(?!\s*=)|\bopen\(\s*0|\bfileinput\b/, /\bprint\s*\(|\bstdout\b/];

function worthOf(code: string, entryPoint: string | null): Reading['worth'] {
  if (entryPoint === null) return (runs(code) ? 2 + SERVES.filter((sign) => sign.test(code)).length : 2) as 2 | 3 | 4;
  const found = findFunction(code, entryPoint);
  if (!found) return definesFunction(code, entryPoint) ? (isClass(code, entryPoint) ? 4 : 3) : 1;
  return found.implemented ? 4 : 2;
}

const isClass = (code: string, name: string): boolean => listClasses(code).some((found) => found.name === name);

/** The valid statements of a text; null where there is no code among them. */
function validParts(code: string, { truncated, budget }: Search): string | null {
  const chunks = topLevelChunks(code, budget);
  const lastText = chunks.findLastIndex(({ text }) => text.trim() !== '');
  const kept = chunks.flatMap(({ text, valid }, index) => {
    const isComment = /^(?:#(?!#+ )|\s*$)/.test(text) && chunks[index + 1]?.valid;
    if (valid) return isComment || holdsCode(text) ? [text] : [];
    const prefix = truncated && index >= lastText ? longestValidPrefix(text, () => true, budget) : null;
    return prefix === null ? [] : [prefix.trimEnd()];
  });
  const joined = `${kept.join('\n').trimEnd()}\n`;
  return isValidPython(joined) && holdsCode(joined) ? joined : null;
}

/** The best of the readings, each made as far as none before it is complete; the first of equal worth. */
export function bestReading(readings: Iterable<Reading | null>): Reading | null {
  let best: Reading | null = null;
  for (const reading of readings) {
    if ((reading?.worth ?? 0) > (best?.worth ?? 0)) best = reading;
    if (best?.worth === 4) break;
  }
  return best;
}

/** The text as a program: whole if it can be repaired so, else the parts of it that are Python. */
export function readCode(source: string, search: Search): Reading | null {
  const { entryPoint, budget } = search;
  const wholeIn = (code: string) => (isValidPython(code) && holdsCode(code) ? code : null);
  const versions = [...repairedCode(source)];
  function* readings(): Iterable<Reading | null> {
    for (const read of [wholeIn, validParts]) {
      for (const version of versions) {
        if (!budget.allows(version.length)) break;
        const code = read(version, search);
        yield code === null ? null : { code, worth: worthOf(code, entryPoint) };
      }
    }
  }
  return bestReading(readings());
}
