import { asStatement, bindingStatements, borrowDefinitions, boundNames } from '../scopes/import-bindings.ts';
import { dedentFully, indented } from '../syntax/indentation.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { findFunction } from '../syntax/python-names.ts';
import { parsePython } from '../syntax/python-tree.ts';
import { READ_CHARACTERS, SyntaxBudget } from '../syntax/reading-limits.ts';
import { dropDemonstrations } from './drop-demonstrations.ts';
import { type CodeBlock, mostBlocks, replaceFree, splitFences } from './find-blocks.ts';
import { bestReading, type Reading, readCode, type Search, topLevelChunks } from './read-code.ts';
import { dropReasoning, textInLiterals, unwrapEnvelope } from './reply-text.ts';

/** Ways in which a text may go on with a function: as it is, with its first indentation lost, or with all of it lost. */
function continuations(reply: string, begun: string, entryPoint: string): string[] {
  const stub = findFunction(begun, entryPoint);
  if (!stub) return [];
  const lineStart = begun.lastIndexOf('\n', stub.nameSpan.start) + 1;
  const outer = /^[ \t]*/.exec(begun.slice(lineStart))?.[0] ?? '';
  const body = stub.docstring && /\n([ \t]*)[^\n]*$/.exec(begun.slice(0, stub.docstring.start))?.[1];
  const indent = body ?? `${outer}    `;
  // Python takes no mixture of tabs and blanks.
  const level = indent.slice(outer.length);
  const text = /^ +$/.test(level) ? reply.replace(/^\t+/gm, (tabs) => level.repeat(tabs.length)) : reply;
  const start = begun.endsWith('\n') || text.startsWith('\n') ? begun : `${begun}\n`;
  const [first = '', ...rest] = text.replace(/^\n+/, '').split('\n');
  const padded = [`${indent}${first.trimStart()}`, ...rest].join('\n');
  const versions = [text, padded];
  // A program of its own (a function of another name, for example) is no body.
  if (!isValidPython(text)) {
    versions.push(indented(dedentFully([first, ...rest].join('\n')), indent));
  }
  return versions.map((version) => start + version);
}

/** The text as the rest of a function that is begun in another; it must have grown a body. */
export function readContinuation(text: string, begun: string, search: Search): Reading | null {
  if (search.entryPoint === null) return null;
  const versions = continuations(text, begun, search.entryPoint);
  const whole = versions.find((version) => search.budget.allows(version.length) && isValidPython(version));
  for (const source of whole === undefined ? versions : [whole, ...versions]) {
    const reading = readCode(source, search);
    if (reading?.worth === 4 && reading.code.startsWith(begun.trimEnd())) return reading;
  }
  return null;
}

/** Whether the prompt is Python down to the function that it begins; running text around code is not. */
function isBegunProgram(promptText: string, entryPoint: string): boolean {
  const stub = findFunction(promptText, entryPoint);
  const { firstError } = parsePython(promptText);
  return firstError === null || (stub !== null && firstError >= stub.nameSpan.start);
}

/**
 * Imports, helpers and constants of the prompt that the program lacks, as code to put before it; without the stub of
 * the wanted function. From code in running text, only names that the program uses. Empty if nothing is missing.
 */
export function missingFromPrompt(promptText: string, code: string, entryPoint: string): string {
  const isBegun = isBegunProgram(promptText, entryPoint);
  const budget = new SyntaxBudget(promptText.length);
  const parts = isBegun
    ? [promptText]
    : topLevelChunks(promptText, budget).flatMap(({ text, valid }) => (valid ? [text] : []));
  const offered = parts
    .flatMap(bindingStatements)
    .filter(({ text, names }) => !names.has(entryPoint) && isValidPython(text));
  if (!isBegun) {
    const completed = borrowDefinitions(code, [offered.map(({ text }) => `${text}\n`).join('')]);
    return completed.slice(0, completed.length - code.length);
  }
  const bound = boundNames(code);
  const missing = offered.filter(({ text, names }) =>
    names.size === 0 ? !code.includes(text) : [...names].some((name) => !bound.has(name)),
  );
  return missing.map(({ text }) => asStatement(text)).join('');
}

export interface ProgramExtraction extends Omit<Search, 'budget'> {
  readonly promptText: string;
  /** Whether the prompt is the beginning of the program, so that the reply may continue it. */
  readonly completesPrompt: boolean;
}

export type ProgramProblem = 'empty-reply' | 'no-code' | 'syntax-error' | 'entry-missing';

export type ExtractedProgram =
  | {
      readonly code: string /** Of the class whose method the entry point is; null for a function. */;
      readonly className: string | null;
    }
  | { readonly problem: ProgramProblem };

/** Tags and labels around code without fences, at the start or the end of a line. */
const TAG =
  '(?:</?[\\w:=|｜.-]{1,40}(?: [^<>]{0,80})?>|<!\\[CDATA\\[|\\]\\]>|(?:assistant|answer|(?:action )?input|code|response|solution):[ \\t]+(?=(?:def|class|from|import|async)\\b))';
const CODE_TAGS = new RegExp(`^[ \t]*(?:${TAG}){1,4}|(?:${TAG}){1,4}[ \t]*$`, 'gim');

/** A text without such tags; those within strings stay. */
export const withoutTags = (text: string): string => replaceFree(text, CODE_TAGS, '');

/** Headings above code without fences, which would pass for comments. */
const HEADINGS = /^\s*(?:#{1,6} [^\n]*\n\s*\n|#{2,6} [^\n]*:[ \t]*\n)+/;

/** Short programs in running text: `def f(x): return x`. */
const inlineCode = (text: string): string =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => (/\b(?:def|lambda)\b/.test(code) ? [code] : []))
    .join('\n');

/** Code marked by its indentation, as in Markdown without fences. */
const indentedLines = (text: string): string => dedentFully(text.replace(/^(?! {3}|\t).*/gm, ''));

/** The readings of a text, the likeliest first. */
function* readingsOf(text: string, options: ProgramExtraction, search: Search): Iterable<Reading | null> {
  const { promptText, completesPrompt, entryPoint } = options;
  const split = splitFences(text);
  const codes = mostBlocks(split.blocks).map(({ code }) => code);
  const whole = codes.length > 0 ? codes : [withoutTags(text).replace(HEADINGS, '')];
  // The prompt opened the fence that comes first.
  const before = split.between[0] ?? '';
  if (completesPrompt && codes.length > 0 && /^\n*[ \t]+\S.*/.test(before))
    yield readContinuation(before, promptText, search);
  yield codes.length > 0 ? chooseBlock(split.blocks, search) : readCode(whole[0] as string, search);
  if (completesPrompt) yield bestReading(whole.map((code) => readContinuation(code, promptText, search)));
  if (codes.length === 0) {
    yield readCode(indentedLines(text), search);
    if (completesPrompt && !/^(?:async def|def|class) /m.test(text))
      yield readContinuation(indentedLines(text).trim(), promptText, search);
    yield readCode(inlineCode(text), search);
    return;
  }
  // A script in several blocks.
  if (entryPoint === null) yield readCode(codes.join('\n\n'), search);
  // The head of the function in one block and its body in the next; code outside of the blocks; wrongly set fences.
  for (const [at, code] of codes.entries()) if (at > 0) yield readContinuation(code, codes[at - 1] as string, search);
  yield readCode(withoutTags(split.between.join('\n')), search);
  yield readCode(text.replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, ''), search);
}

/** `from __future__` must come first. */
export function futureFirst(code: string): string {
  const future = /^from __future__ import .*\n/gm;
  const lines = code.match(future);
  return lines && !code.startsWith(lines[0]) ? [...new Set(lines)].join('') + code.replace(future, '') : code;
}

function problemOf(text: string, { entryPoint }: ProgramExtraction, reading: Reading | null): ProgramProblem {
  if (text.trim() === '') return 'empty-reply';
  const head = `^(?:async\\s+)?def\\s+${entryPoint?.replace(/\W/g, '')}\\b`;
  if (entryPoint !== null && new RegExp(head, 'm').test(text)) return 'syntax-error';
  if (reading) return 'entry-missing';
  return /^[ \t]*(?:`{3}|~{3}|(?:def|class|import|from)[ \t]+\w)/m.test(text) ? 'syntax-error' : 'no-code';
}

/**
 * Finds the program in a reply: in a fenced block, in plain text, or as the continuation of the prompt; in the
 * reasoning only if nothing else has it. Example calls, prints, asserts and main guards next to the wanted function are
 * left out, and imports or definitions of the prompt that the reply relies on are put before it.
 */
export function extractProgram(reply: string, options: ProgramExtraction): ExtractedProgram {
  const { entryPoint, completesPrompt, promptText } = options;
  const whole = unwrapEnvelope(reply);
  const answer = dropReasoning(whole);
  const text = answer.slice(0, READ_CHARACTERS);
  const truncated = options.truncated || text.length < answer.length;
  const search = { entryPoint, truncated, budget: new SyntaxBudget(text.length) };
  const readings = function* () {
    yield* readingsOf(text, options, search);
    if (answer !== whole) yield* readingsOf(whole.slice(-READ_CHARACTERS), options, search);
    const reading = bestReading(readingsOf(textInLiterals(text) ?? '', options, search));
    if (reading?.worth === 4) yield reading;
  };
  const reading = bestReading(readings());
  if (!reading || (entryPoint !== null && reading.worth < 2)) return { problem: problemOf(text, options, reading) };
  if (entryPoint === null) return { code: reading.code, className: null };
  if (truncated && reading.worth === 2) return { problem: 'syntax-error' };
  const className = findFunction(reading.code, entryPoint)?.className ?? null;
  const clean = dropDemonstrations(reading.code, className ?? entryPoint);
  const missing = completesPrompt ? missingFromPrompt(promptText, clean, entryPoint) : '';
  const completed = futureFirst(missing + clean);
  const code = isValidPython(completed) ? completed : clean;
  return { code: completesPrompt ? code : code.replace(/^\n+/, ''), className };
}

/** Announces another version; the previous one stays the answer. */
const ALTERNATIVE =
  /\balternativ|\b(?:another|other|different|second) (?:way|approach|version|method|option|solution|implementation|possibility)|\byou (?:can|could|may|might) also\b|\bone-liner|\bfor comparison\b|\bvariants?\b|\bor (?:simply|just|using|with|as)\b|^or:/im;
/** Retracts the preceding version. */
const CORRECTION =
  /\b(?:wait|oops|sorry|mistakes?|wrong|incorrect|errors?|bugs?|fix(?:ed|es)?|correct(?:ed|ion|s)?|fails?|revised|updated|final|actually)\b/i;
/** Announces something that is not meant to be used. */
const WARNING =
  /\b(?:do not|don['’]t|should not|shouldn['’]t|never|avoid) (?:use|using|do|doing|write|writing|be used)\b|(?:^|[.,!?\n])\s*(?:(?:an?|one|the|your|my|here is|here['’]s|this is)\s+){0,2}(?:common|typical|original|buggy|wrong|incorrect|old|previous|naive)\s+(?:mistake|error|pitfall|version|code|solution|attempt|implementation|function|approach)(?: (?:is|was|would be|look(?:s|ed) like this))?:?\s*$/i;

export const standsBeside = ({ lead }: CodeBlock): boolean =>
  WARNING.test(lead) || (ALTERNATIVE.test(lead) && !CORRECTION.test(lead));

const withoutMargins = (code: string): string =>
  code
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

/** Stands for lines that a block leaves out. */
const ELIDED =
  /(?<!:[ \t]*\n)^[ \t]+(?:\.\.\.|…)$|^[ \t]*# ?(?:\.\.\.|…|(?:the )?(?:rest of|existing|remaining|same)\b(?= (?:\w+ )?(?:code|function|implementation|methods?|logic|class|above|before)\b))/im;

/** Whether code is the smaller part of other code, shown again to explain it. */
const isExcerpt = (part: string, whole: string): boolean =>
  2 * part.length < whole.length && withoutMargins(whole).includes(withoutMargins(part));

/**
 * The block that a reply means: the last complete program, unless it is announced as an alternative or is an excerpt of
 * the one before. Definitions that it uses and only other blocks have are included, from the last of those.
 */
function chooseBlock(all: readonly CodeBlock[], search: Search): Reading | null {
  const readings = mostBlocks(all).flatMap((block) => {
    const reading = readCode(block.code, search);
    return reading ? [{ ...reading, block }] : [];
  });
  const best = Math.max(0, ...readings.map(({ worth }) => worth));
  const equal: typeof readings = [];
  for (const reading of readings) {
    const before = equal.at(-1)?.code;
    const isPart = before !== undefined && (ELIDED.test(reading.code) || isExcerpt(reading.code, before));
    if (reading.worth === best && !isPart) equal.push(reading);
  }
  const last = best < 4 ? undefined : equal.slice(1).findLast(({ block }) => !standsBeside(block));
  const chosen = last ?? equal[0];
  if (!chosen) return null;
  const others = readings.filter((reading) => reading !== chosen).map(({ code }) => code);
  return { ...chosen, code: borrowDefinitions(chosen.code, others.toReversed()) };
}
