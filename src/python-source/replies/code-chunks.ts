import { isValidPython } from '../syntax/parse-python.ts';
import type { SyntaxBudget } from '../syntax/reading-limits.ts';

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
export function longestValidPrefix(
  code: string,
  accepts: (code: string) => boolean,
  budget: SyntaxBudget,
): string | null {
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
