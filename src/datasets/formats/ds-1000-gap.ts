import type { CodeGap } from '../../core/task.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';

/** The line at which a problem's code stops and the solution begins, as comment or as text. */
const BEGIN = /^([ \t]*)(?:#+ *)?(?:BEGIN SOLUTION|SOLUTION START)[ \t]*$/gm;

/** Returns the text in `<code>` after the last line `A:`; an unclosed block reaches to the end. */
function codeOfAnswer(text: string): string {
  const [, ...blocks] = text.slice(Math.max(0, text.lastIndexOf('\nA:\n'))).split('<code>');
  return blocks
    .map((block) => `${(block.split('</code>')[0] ?? '').replace(/^\n/, '').trimEnd()}\n`)
    .filter((code) => code.trim() !== '')
    .join('');
}

/**
 * The gap at the end of a problem: `<code>` blocks of the answer before `BEGIN SOLUTION`, or the whole problem where it is
 * a program with comments (Matplotlib). Where the code ends inside a function, the gap is the rest of its body.
 */
export function ds1000Gap(prompt: string): CodeGap {
  const text = prompt.replaceAll('\r\n', '\n');
  const begin = [...text.matchAll(BEGIN)].at(-1);
  const shown = begin ? text.slice(0, begin.index) : text;
  const before = isValidPython(shown) ? shown : codeOfAnswer(shown);
  return { before, indent: before === '' ? '' : (begin?.[1] ?? '') };
}
