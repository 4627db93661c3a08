import { missingFromPrompt } from '../prompts/prompt-preamble.ts';
import { borrowDefinitions } from '../scopes/borrow-definitions.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { holdsCode, withoutDemonstrations } from '../syntax/program-statements.ts';
import { definesFunction, findFunction } from '../syntax/python-names.ts';
import { READ_CHARACTERS, SyntaxBudget } from '../syntax/reading-limits.ts';
import { longestValidPrefix, topLevelChunks } from './code-chunks.ts';
import { cleanReply, type FencedBlock, fencedBlocks, mostBlocks } from './reply-text.ts';

export interface ProgramExtraction {
  /** The function to find, as the prompt names it; null for a script. */
  readonly entryPoint: string | null;
  readonly promptText: string;
  /** Whether the prompt is the beginning of the program, so that the reply may continue it. */
  readonly completesPrompt: boolean;
  /** Whether the token limit cut the reply. */
  readonly truncated: boolean;
}

export type ProgramProblem = 'empty-reply' | 'no-code' | 'syntax-error' | 'entry-missing';

/** An extraction under way. */
interface Search extends ProgramExtraction {
  readonly budget: SyntaxBudget;
}

/** One reading of the reply, with how much it is worth; the first of equal worth wins. */
interface Reading {
  readonly code: string;
  readonly worth: number;
}

/** Announces a version that replaces the ones before. */
const REVISED = /\b(?:final|corrected|fixed|revised|updated|complete|full)\b/i;

/** The valid statements of a text; null where there is no code among them. */
function validParts(code: string, { truncated, budget }: Search): string | null {
  if (!budget.allows(code.length)) return null;
  if (isValidPython(code)) return holdsCode(code) ? code : null;
  const chunks = topLevelChunks(code, budget);
  const lastText = chunks.findLastIndex(({ text }) => text.trim() !== '');
  const kept = chunks.flatMap(({ text, valid }, index) => {
    if (valid) return holdsCode(text) || /^(?:#|\s*$)/.test(text) ? [text] : [];
    const prefix = truncated && index >= lastText ? longestValidPrefix(text, () => true, budget) : null;
    return prefix === null ? [] : [prefix.trimEnd()];
  });
  const joined = `${kept.join('\n').trimEnd()}\n`;
  return isValidPython(joined) && holdsCode(joined) ? joined : null;
}

/** Whether the code defines the function, with something in its body. */
function isImplemented(code: string, entryPoint: string): boolean {
  const found = findFunction(code, entryPoint);
  return found === null || found.className !== null || found.implemented;
}

function worthOf(code: string, entryPoint: string | null): number {
  if (entryPoint === null) return 2;
  if (!definesFunction(code, entryPoint)) return 1;
  return isImplemented(code, entryPoint) ? 3 : 2;
}

function read(source: string, search: Search): Reading | null {
  const code = validParts(source, search);
  return code === null ? null : { code, worth: worthOf(code, search.entryPoint) };
}

/** Ways in which the text may continue the prompt: as it is, with its first indentation lost, or with all of it lost. */
function continuations(text: string, promptText: string, entryPoint: string): string[] {
  const stub = findFunction(promptText, entryPoint);
  if (!stub) return [];
  const lineStart = promptText.lastIndexOf('\n', stub.nameSpan.start) + 1;
  const outer = /^[ \t]*/.exec(promptText.slice(lineStart))?.[0] ?? '';
  const body = stub.docstring && /\n([ \t]*)[^\n]*$/.exec(promptText.slice(0, stub.docstring.start))?.[1];
  const indent = body ?? `${outer}    `;
  const start = promptText.endsWith('\n') || text.startsWith('\n') ? promptText : `${promptText}\n`;
  const [first = '', ...rest] = text.replace(/^\n+/, '').split('\n');
  const padded = [`${indent}${first.trimStart()}`, ...rest].join('\n');
  const versions = [text, padded];
  // What is a program of its own (a function of another name, say) was not meant as a body.
  if (!isValidPython(text))
    versions.push([first, ...rest].map((line) => (line.trim() ? indent + line : line)).join('\n'));
  return versions.map((version) => start + version);
}

/** Readings of the text as the rest of the prompt's function; the function must have grown a body. */
function readAsContinuation(text: string, options: Search): Reading | null {
  const { promptText, entryPoint } = options;
  if (!options.completesPrompt || entryPoint === null) return null;
  for (const source of continuations(text, promptText, entryPoint)) {
    const reading = read(source, options);
    if (reading?.worth === 3 && reading.code.startsWith(promptText.trimEnd())) return reading;
  }
  return null;
}

function chooseBlock(blocks: readonly FencedBlock[], options: Search): Reading | null {
  const readings = blocks.flatMap((block) => {
    const reading = read(block.code, options) ?? null;
    return reading ? [{ ...reading, block }] : [];
  });
  const best = Math.max(0, ...readings.map(({ worth }) => worth));
  const equal = readings.filter(({ worth }) => worth === best);
  if (options.entryPoint === null) return equal.sort((a, b) => b.code.length - a.code.length)[0] ?? null;
  const chosen = equal.slice(1).findLast(({ block }) => REVISED.test(block.lead)) ?? equal[0];
  if (!chosen) return null;
  const others = readings.filter((reading) => reading !== chosen).map(({ code }) => code);
  return { ...chosen, code: borrowDefinitions(chosen.code, others) };
}

function bestReading(text: string, options: Search): Reading | null {
  const blocks = mostBlocks(fencedBlocks(text));
  const continued = () => {
    const sources = blocks.length > 0 ? blocks.map(({ code }) => code) : [text];
    for (const source of sources) {
      const reading = readAsContinuation(source, options);
      if (reading) return reading;
    }
    return null;
  };
  // A reply that begins with an indented line can only continue the prompt, whatever it defines later.
  const lead = /^\s*/.exec(text)?.[0] ?? '';
  const beginsInside = blocks.length === 0 && lead.length < text.length && /[ \t]$/.test(lead);
  const readings = beginsInside
    ? [continued(), read(text, options)]
    : [chooseBlock(blocks, options), blocks.length > 0 ? null : read(text, options), continued()];
  return readings.reduce((best, next) => (next && next.worth > (best?.worth ?? 0) ? next : best), null);
}

/** `from __future__` must stand before everything else. */
function futureFirst(code: string): string {
  const future = /^from __future__ import .*\n/gm;
  const lines = code.match(future);
  return lines && !code.startsWith(lines[0]) ? [...new Set(lines)].join('') + code.replace(future, '') : code;
}

function problemOf(text: string, { entryPoint }: ProgramExtraction, reading: Reading | null): ProgramProblem {
  if (text.trim() === '') return 'empty-reply';
  const mentioned =
    entryPoint !== null && new RegExp(`^(?:async\\s+)?def\\s+${entryPoint.replace(/\W/g, '')}\\b`, 'm').test(text);
  if (mentioned) return 'syntax-error';
  if (reading) return 'entry-missing';
  return fencedBlocks(text).length > 0 || /^[ \t]*(?:def|class|import|from)[ \t]+\w/m.test(text)
    ? 'syntax-error'
    : 'no-code';
}

/**
 * Finds the program in a reply: in a fenced block, in plain text, or as the continuation of the prompt. Example calls,
 * prints, asserts and main guards beside the wanted function are left out, and what the prompt imports or defines and
 * the reply relies on is put in front.
 */
export function extractProgram(
  reply: string,
  options: ProgramExtraction,
): { readonly code: string } | { readonly problem: ProgramProblem } {
  const { entryPoint } = options;
  const whole = cleanReply(reply);
  const text = whole.slice(0, READ_CHARACTERS);
  const truncated = options.truncated || text.length < whole.length;
  const reading = bestReading(text, { ...options, truncated, budget: new SyntaxBudget(text.length) });
  if (!reading || (entryPoint !== null && reading.worth < 2)) return { problem: problemOf(text, options, reading) };
  if (entryPoint === null) return { code: reading.code };
  if (truncated && reading.worth < 3) return { problem: 'syntax-error' };
  const clean = withoutDemonstrations(reading.code, entryPoint);
  if (!options.completesPrompt) return { code: clean };
  return { code: futureFirst(missingFromPrompt(options.promptText, clean, entryPoint) + clean) };
}
