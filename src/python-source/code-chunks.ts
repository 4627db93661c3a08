import { isValidPython } from './parse-python.ts';

/** A stretch of whole lines that begins at the left margin, such as one top-level statement. */
interface Chunk {
  readonly text: string;
  readonly valid: boolean;
}

/** Lines that can't begin a statement, although they stand at the left margin. */
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

const opensBracket = (text: string): boolean => /[([{\\,]\s*(?:#.*)?$/.test(text.trimEnd());

/** Top-level statements of a text of which only parts are Python, each with whether it is. */
export function topLevelChunks(code: string): Chunk[] {
  const rough = roughChunks(code);
  const chunks: Chunk[] = [];
  for (let index = 0; index < rough.length; ) {
    let text = rough[index] as string;
    let next = index + 1;
    let valid = isValidPython(text);
    for (let end = next; !valid && end < rough.length && end - index < MERGED; ) {
      if (!hasOpenText(text) && !opensBracket(text)) break;
      text += `\n${rough[end++]}`;
      valid = isValidPython(text);
      if (valid) next = end;
    }
    chunks.push({ text: valid ? text : (rough[index] as string), valid });
    index = next;
  }
  return chunks;
}

/** The longest prefix of whole lines that is valid and that `accepts` takes; null where there is none. */
export function longestValidPrefix(code: string, accepts: (code: string) => boolean): string | null {
  const lines = code.trimEnd().split('\n');
  for (let count = lines.length; count > 0 && lines.length - count < 400; count--) {
    if (lines[count - 1]?.trim() === '') continue;
    const prefix = `${lines.slice(0, count).join('\n')}\n`;
    if (isValidPython(prefix) && accepts(prefix)) return prefix;
  }
  return null;
}
