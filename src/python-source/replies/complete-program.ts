import { isValidPython } from '../syntax/parse-python.ts';
import { findFunction } from '../syntax/python-names.ts';
import { type Reading, readCode, type Search } from './read-code.ts';

/** Ways in which a text may go on with a function: as it is, with its first indentation lost, or with all of it lost. */
function continuations(text: string, begun: string, entryPoint: string): string[] {
  const stub = findFunction(begun, entryPoint);
  if (!stub) return [];
  const lineStart = begun.lastIndexOf('\n', stub.nameSpan.start) + 1;
  const outer = /^[ \t]*/.exec(begun.slice(lineStart))?.[0] ?? '';
  const body = stub.docstring && /\n([ \t]*)[^\n]*$/.exec(begun.slice(0, stub.docstring.start))?.[1];
  const indent = body ?? `${outer}    `;
  const start = begun.endsWith('\n') || text.startsWith('\n') ? begun : `${begun}\n`;
  const [first = '', ...rest] = text.replace(/^\n+/, '').split('\n');
  const padded = [`${indent}${first.trimStart()}`, ...rest].join('\n');
  const versions = [text, padded];
  // What is a program of its own (a function of another name, say) was not meant as a body.
  if (!isValidPython(text))
    versions.push([first, ...rest].map((line) => (line.trim() ? indent + line : line)).join('\n'));
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
