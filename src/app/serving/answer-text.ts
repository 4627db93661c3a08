import { codeBlock } from '../../core/code-fence.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import type { AnswerForm } from './code-request.ts';

/** Statements of the program in front of its function, but for those that the prompt has, moved into its body. */
function importsBefore(program: string, start: number, prompt: string): string[] {
  const known = new Set(prompt.split('\n').map((line) => line.trim()));
  const lines = program.slice(0, start).split('\n');
  return lines.map((line) => line.trim()).filter((line) => /^(?:import|from)\s/.test(line) && !known.has(line));
}

/**
 * The text after a prompt that ends inside a function: the body of that function, with the imports that the program
 * adds. If it needs more (helpers of its own, another docstring), the whole program follows and defines the function
 * again.
 */
function continuationOf(program: string, prompt: string, entryPoint: string): string {
  if (program.startsWith(prompt)) return program.slice(prompt.length);
  const whole = `\n\n${program}`;
  const found = findFunction(program, entryPoint);
  if (!found) return whole;
  const from = found.docstring ? found.docstring.end : found.signature.end;
  const body = program.slice(from, found.whole.end).replace(/^[^\S\n]*(?:#[^\n]*)?\n/, '');
  const indent = /^[^\S\n]*/.exec(body.split('\n').find((line) => line.trim() !== '') ?? '')?.[0] ?? '    ';
  const imports = importsBefore(program, found.whole.start, prompt).map((line) => `${indent}${line}\n`);
  const lead = prompt.endsWith('\n') ? '' : '\n';
  const continuation = `${lead}${imports.join('')}${body.trimEnd()}\n`;
  const after = program.slice(found.whole.end).trim();
  const before = program.slice(0, found.whole.start).replace(/^(?:import|from)\s[^\n]*$/gm, '');
  const isAlone = after === '' && before.split('\n').every((line) => line.trim() === '' || prompt.includes(line));
  return isAlone && isValidPython(prompt + continuation) ? continuation : whole;
}

/** A program in a block that nothing in it ends. */
export function fenced(program: string): string {
  return codeBlock(program.trimEnd(), 'python').trimEnd();
}

/** A program as it was asked for. */
export function answerText(program: string, form: AnswerForm, prompt: string, entryPoint: string | null): string {
  if (form === 'fenced') return fenced(program);
  if (form === 'plain' || entryPoint === null) return `${program.trimEnd()}\n`;
  return continuationOf(program, prompt, entryPoint);
}

/** Cut in front of the first of the stop sequences, as the API does. */
export function untilStop(text: string, stops: readonly string[]): string {
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}
