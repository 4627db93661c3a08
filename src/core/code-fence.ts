/** The code in a Markdown block whose fence is longer than any run of backticks inside. */
export function fencePython(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}python\n${code.endsWith('\n') ? code : `${code}\n`}${fence}`;
}
