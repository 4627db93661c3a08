import { readStringLiteral } from '../probes/python-value.ts';
import { unixLines } from '../syntax/indentation.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { READ_CHARACTERS } from '../syntax/reading-limits.ts';
import { openTripleQuote, RunningText, replaceFree, standsFree } from './find-blocks.ts';

/** Marks by which models end a turn; some endpoints leave them in. */
const TURN_END =
  '(?:<\\|(?:im_end|endoftext|eot_id|end|end_of_text|eom_id|return|EOT|END_RESPONSE|END_OF_TURN_TOKEN|file_sep|fim_\\w{1,9})\\|>|</s>|<｜end▁of▁sentence｜>|<end_of_turn>|\\[(?:EOS|DONE)\\]|^(?:### ?)?(?:Human|User|Instruction|Question):)';
/** At the end of a line, or directly before the next turn; a channel of the same reply is no other turn. */
const BEFORE_TURN = new RegExp(
  `${TURN_END}(?=\\w|[ \\t]*(?:\\n|$)|\\s*<|(?<=:))(?!\\s*<\\|(?:start\\|>\\s*assistant|channel|START_))`,
  'gm',
);

/** Without the mark at the end, and without the turns that a model went on with after its code. */
function firstTurn(text: string): string {
  const firstCode = text.search(/\b(?:def|class|print|return)\b|$(?![\s\S])/);
  for (const mark of text.matchAll(BEFORE_TURN)) {
    if (mark.index > firstCode && standsFree(text, mark.index, mark.index + mark[0].length)) {
      const turn = text.slice(0, mark.index);
      const isQuoted = ['"""', "'''"].some((quote) => turn.split(quote).length % 2 === 0);
      return isQuoted ? text : turn;
    }
  }
  return text;
}

const QUOTED_LINE = /^[ \t]{0,3}(?:>(?!>>) ?)+/;
const CODE_OR_FENCE = /^[ \t]*(?:`{3}|~{3}|def |class |import |from |async def )/;

/** Runs of quoted lines (`> `) that hold code, without the sign. */
function withoutQuoteSigns(text: string): string {
  if (!/^[ \t]{0,3}(?:> ?)+(?:`{3}|~{3}|def |class |import |from )/m.test(text)) return text;
  const lines = text.split('\n');
  let quote: string | null = null;
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && QUOTED_LINE.test(lines[to] as string)) to++;
    const bare = lines.slice(from, to).map((line) => line.replace(QUOTED_LINE, ''));
    const isQuoted = quote === null && bare.some((line) => CODE_OR_FENCE.test(line));
    quote = openTripleQuote(lines.slice(from, to + 1).join('\n'), quote);
    if (isQuoted) lines.splice(from, bare.length, ...bare);
    from = to + 1;
  }
  return lines.join('\n');
}

/** Depth to which a document is searched. */
const JSON_DEPTH = 8;

const isLine = (value: unknown): value is string => typeof value === 'string' && /^[^\n]*\n?$/.test(value);

const isNotebook = (value: unknown): value is { cells: { cell_type: string; source: string | string[] }[] } =>
  value !== null && typeof value === 'object' && 'cells' in value && Array.isArray(value.cells);

function* stringsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === 'string') yield value;
  // The cells of a notebook are one program; each holds its lines.
  else if (isNotebook(value)) {
    const codes = value.cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source);
    yield codes.map((source) => [source].flat().join('')).join('\n');
  } else if (Array.isArray(value) && value.length > 1 && value.every(isLine))
    yield value.map((line) => line.replace(/\n$/, '')).join('\n');
  else if (value !== null && typeof value === 'object' && depth < JSON_DEPTH)
    for (const inner of Object.values(value)) yield* stringsIn(inner, depth + 1);
}

/** A string literal of JSON or of Python, perhaps cut. */
const LITERAL = `("""|''')[\\s\\S]*?\\1|"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|$)|(?<!\\w)'(?:[^'\\\\\n]|\\\\[\\s\\S])*'?`;
const LITERALS = new RegExp(LITERAL, 'g');
/** The same, the words of Python for values, and commas that JSON does not have. */
const PARTS = new RegExp(`${LITERAL}|\\b(?:True|False|None)\\b|,(?=\\s*[}\\]])`, 'g');
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', ',': '' };

const valueIn = (literal: string): string =>
  readStringLiteral(literal.replaceAll('\\/', '/').replace(/^"(?!"").*[^"]$/s, '$&"')) ?? '';

/** The text with the most code among some, or all of them that only check something; null where none has any. */
function codeAmong(texts: readonly string[]): string | null {
  const found = texts.filter((each) => /```|\b(?:def|class|import|print|return|assert)\b|^[\w.]+ = /m.test(each));
  const defines = (each: string) => Number(/```|^ *(?:async def|def|class) /m.test(each));
  if (found.every((each) => /^ *assert\b/.test(each))) return found.join('\n') || null;
  return found.sort((a, b) => defines(b) - defines(a) || b.length - a.length)[0] ?? null;
}

/** The longest text with code in it of a document in JSON, or as Python writes values; null where the text is none. */
function textInJson(text: string): string | null {
  const trimmed = text.trim();
  if (!/^["'{[]/.test(trimmed) || !/["'}\]]$/.test(trimmed) || trimmed.length > 2 * READ_CHARACTERS) return null;
  try {
    const json = trimmed.replace(PARTS, (part) => WORDS[part] ?? JSON.stringify(valueIn(part)));
    // Python joins texts that follow each other.
    return codeAmong([...stringsIn(JSON.parse(json.replace(/"[ \t]*\n\s*"/g, '')))]);
  } catch {
    return null;
  }
}

/** The text of a document within a text, or the longest string literal with code: where nothing else is a program. */
export const textInLiterals = (text: string): string | null =>
  textInJson(text.slice(text.search(/^[ \t]*["'{[]/m), text.search(/["'}\]][^"'}\]]*$/) + 1)) ??
  codeAmong((text.match(LITERALS) ?? []).map(valueIn));

/** The text of a YAML document with the most code; null where the text is none. */
export const textInYaml = (text: string): string | null =>
  codeAmong([...text.matchAll(YAML_TEXT)].map(([, , lines = '']) => lines));
const YAML_TEXT = /^([ \t]*)(?:- )?\w+:[ \t]*\|[-+\d]{0,2}[ \t]*\n((?:\1[ \t]+\S.*\n?|[ \t]*\n)+)/gm;

/** Around the call of a tool, as chat templates write it. */
const TOOL_MARK = /<\/?(?:tool_call|function_call)>|\[TOOL_CALLS\]|<[|｜](?:python_tag|tool[\w▁]{1,30})[|｜]>/;

/** The longest text with code in the documents of a reply, which is one or calls tools; null without any. */
function textInDocuments(text: string): string | null {
  const found = text.split(TOOL_MARK).flatMap((part) => textInJson(part) ?? []);
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

const PAGE_MARK =
  /<pre(?:\s[^<>]{0,80})?>\s*(?:<code(?:\s[^<>]{0,80})?>)?\n?|(?:<\/code>\s*)?<\/pre>|^[ \t]*#\+(?:begin|end)_src\b.*/gim;

/** Code in a page or an outline without fences, fenced. */
function fencedPage(text: string): string {
  if (!/<\/pre>|#\+begin_src/i.test(text) || /^[ \t]*(?:`{3}|~{3})/m.test(text)) return text;
  return replaceFree(text, PAGE_MARK, '\n```\n');
}

const plainLines = (text: string): string => unixLines(text.replace(/\ufeff/g, ''));

const bytesOf = (run: string): string => Buffer.from(run.replace(/<0x|>/g, ''), 'hex').toString();

/** Text that came as pieces of a tokenizer, with their signs for blanks and the ends of lines. */
function withoutPieces(text: string): string {
  if (!/<0x0A>|[▁Ċ\u0085\u2028\u2029]/.test(text)) return text;
  if (text.length <= READ_CHARACTERS && isValidPython(text)) return text;
  const lines = text.trim().includes('\n')
    ? text
    : text.replace(/(?:<0x[\dA-F]{2}>)+/g, bytesOf).replace(/[\u0085\u2028\u2029]/g, '\n');
  return lines.includes(' ') ? lines : lines.replace(/[▁Ġ]/g, ' ').replaceAll('Ċ', '\n').replaceAll('ĉ', '\t');
}

/**
 * The reply as plain text: line ends made `\n`; a byte order mark, a JSON document or the call of a tool around it, signs
 * of quotation and the marks of the turn's end removed; code of a page fenced.
 */
export function unwrapEnvelope(reply: string): string {
  const turn = firstTurn(withoutPieces(plainLines(reply)));
  const inner = textInDocuments(turn);
  const text = inner === null ? turn : firstTurn(plainLines(inner));
  return withoutQuoteSigns(fencedPage(text));
}

const named = (open: string, close: string, names: string): [string, string][] =>
  names.split(' ').map((name) => [open.replace('NAME', name), close.replace('NAME', name)]);

/** Marks around a model's thoughts, the closing one of each opening one. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...named(
    '<NAME>',
    '</NAME>',
    'think thinking thought thoughts reasoning reflection scratchpad analysis reason thinking_process',
  ),
  ...named('<NAME:think>', '</NAME:think>', 'seed ds mm'),
  ...named('[NAME]', '[/NAME]', 'think thinking reasoning'),
  ...named('<|begin_of_NAME|>', '<|end_of_NAME|>', 'thinking thought reasoning think'),
  ...named('<|beginning_of_NAME|>', '<|end_of_NAME|>', 'thinking thought reasoning think'),
  ...named('<|NAME|>', '<|/NAME|>', 'think thinking'),
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel>thought', '<channel|>'],
  ['<unused94>thought', '<unused95>'],
]);
const CLOSING: ReadonlySet<string> = new Set(MARKS.values());

const alternatives = (marks: Iterable<string>) => [...marks].map((mark) => mark.replace(/[|[\]/]/g, '\\$&')).join('|');
const ANY_MARK = new RegExp(alternatives([...MARKS.keys(), ...CLOSING]), 'gi');

/** A reply in channels (gpt-oss): a channel's name, then its text. */
const CHANNEL = /<\|channel\|>\s*(\w+)[^<]{0,80}(?:<\|constrain\|>[^<]{0,80})?<\|message\|>/g;
const BEGINS_WITH_CHANNEL = /^\s*(?:<\|start\|>\s*assistant\s*)?<\|channel\|>/;
/** The same after an endpoint took the marks out. */
const BARE_CHANNELS = /^analysis(?=[A-Z\s"])[\s\S]*?assistantfinal/;
/** How Granite's thoughts end. */
const WORDED = /^\s*Here(?: is|'s) my thought process:?[\s\S]*?\n[ \t]*Here(?: is|'s) my response:?/i;

/** The last final channel; without one, the last that is not thoughts; empty where all are. */
function finalChannel(text: string): string {
  if (!BEGINS_WITH_CHANNEL.test(text)) return text.replace(BARE_CHANNELS, '').replace(WORDED, '');
  const channels = [...text.matchAll(CHANNEL)].map((found) => ({
    name: found[1],
    start: found.index + found[0].length,
  }));
  const chosen =
    channels.findLast(({ name }) => name === 'final') ?? channels.findLast(({ name }) => name !== 'analysis');
  return chosen ? text.slice(chosen.start) : '';
}

/** Where the thoughts that a mark opens end; null where they never do. */
function endOfThoughts(text: string, from: number, closing: string): number | null {
  const lower = new RegExp(alternatives([closing]), 'gi');
  lower.lastIndex = from;
  for (let found = lower.exec(text); found; found = lower.exec(text))
    if (standsFree(text, Math.max(found.index, from), lower.lastIndex)) return lower.lastIndex;
  return null;
}

const beginsLine = (text: string, index: number): boolean => {
  const before = text.slice(Math.max(0, index - 80), index);
  return /(?:^|\n)[ \t]*$/.test(before);
};

/**
 * Removes reasoning from a text: between its marks in running text, before a closing mark whose opening was in the
 * prompt, and after an unclosed one at the start of a line. Marks within code belong to the program. One pass, however
 * many are opened and never closed.
 */
export function dropReasoning(reply: string): string {
  const text = finalChannel(reply);
  const neverClosed = new Set<string>();
  let kept = '';
  let at = 0;
  const running = new RunningText(text);
  const marks = new RegExp(ANY_MARK);
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const name = mark[0].toLowerCase();
    if (neverClosed.has(name) || !running.frees(mark.index, marks.lastIndex)) continue;
    const closing = MARKS.get(name);
    if (closing === undefined) kept = '';
    const end = closing === undefined ? marks.lastIndex : endOfThoughts(text, marks.lastIndex, closing);
    if (end === null) {
      neverClosed.add(name);
      if (beginsLine(text, mark.index)) return kept + text.slice(at, mark.index);
      continue;
    }
    if (closing !== undefined) kept += text.slice(at, mark.index);
    at = end;
    marks.lastIndex = end;
    running.restartAt(end);
  }
  return kept + text.slice(at);
}

/** The text of a reply without its envelope and its reasoning. */
export const replyText = (reply: string): string => dropReasoning(unwrapEnvelope(reply));
