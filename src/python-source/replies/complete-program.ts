import { asStatement, bindingStatements, borrowDefinitions, boundNames } from '../scopes/borrow-definitions.ts';
import { dedentFully, indented } from '../syntax/dedent.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { findFunction } from '../syntax/python-names.ts';
import { parsePython } from '../syntax/python-tree.ts';
import { SyntaxBudget } from '../syntax/reading-limits.ts';
import { topLevelChunks } from './code-chunks.ts';
import { type Reading, readCode, type Search } from './read-code.ts';

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
