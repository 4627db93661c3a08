/** A Markdown block whose fence is longer than any run of backticks inside. */
export function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** Code in such a block, without a line end after it. */
export const fencePython = (code: string): string => codeBlock(code.replace(/\n$/, ''), 'python').trimEnd();
