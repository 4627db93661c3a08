import type { TestBody } from '../../core/program.ts';
import { READ_TESTS, TEST_CHARACTERS } from '../syntax/reading-limits.ts';

const WORDS = '(?:sample |example |standard |expected |test )*';
/** A heading at the end of its line: `Input:`, `**Sample Input 1**`, `-----Output-----`; the text after it is kept. */
const heading = (word: string) => new RegExp(`^[^\\w\\n]*${WORDS}${word}(?: ?#?\\d+)?[^\\w\\n]*?(?::|$)(.*)$`, 'i');
const INPUT = heading('(?:input|stdin)');
const OUTPUT = heading('(?:output|stdout)');
/** The end of a block without a fence: another heading, or a line of prose. */
const OTHER = /^[^\w\n]*(?:explanation|note|example|test(?: case)?|constraints?)\b[^\n]{0,20}:?\s*$/i;

/** The block at a line: a fence's content, otherwise the lines down to a blank one or an end. */
function blockAt(lines: readonly string[], start: number, first: string): { text: string; next: number } {
  const rest = first.replace(/^[\s*_-]+|[\s*_-]+$/g, '');
  if (rest !== '' && !rest.startsWith('```')) return { text: rest.replace(/^`|`$/g, ''), next: start };
  let at = start;
  while ((lines[at] ?? '').trim() === '' && at < lines.length) at++;
  if (/^\s*```/.test(lines[at] ?? '')) {
    const end = lines.findIndex((line, index) => index > at && /^\s*```/.test(line));
    const stop = end < 0 ? lines.length : end;
    return { text: lines.slice(at + 1, stop).join('\n'), next: stop + 1 };
  }
  const begin = at;
  while (at < lines.length && (lines[at] ?? '').trim() !== '' && !isHeading(lines[at] ?? '')) at++;
  return { text: lines.slice(begin, at).join('\n'), next: at };
}

const isHeading = (line: string): boolean => INPUT.test(line) || OUTPUT.test(line) || OTHER.test(line);

/** Pairs of standard input and expected output in a text, under headings, fenced or bare. */
export function stdioExamples(text: string): TestBody[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const found: TestBody[] = [];
  for (let at = 0; at < lines.length && found.length < READ_TESTS; ) {
    const input = INPUT.exec(lines[at] ?? '');
    if (!input) {
      at++;
      continue;
    }
    const given = blockAt(lines, at + 1, input[1] ?? '');
    let next = given.next;
    while (next < lines.length && (lines[next] ?? '').trim() === '') next++;
    const output = OUTPUT.exec(lines[next] ?? '');
    if (!output) {
      at = Math.max(at + 1, given.next);
      continue;
    }
    const expected = blockAt(lines, next + 1, output[1] ?? '');
    at = Math.max(next + 1, expected.next);
    // A heading of a specification ("Input: the first line holds n") is followed by sentences.
    const isProse = (value: string) => (value.match(/\b[a-z]{2,}\b/gi)?.length ?? 0) > 12;
    if (expected.text.trim() === '' || isProse(given.text) || isProse(expected.text)) continue;
    if (given.text.length + expected.text.length > TEST_CHARACTERS) continue;
    found.push({ kind: 'stdio', stdin: `${given.text}\n`, expectedStdout: expected.text });
  }
  return found;
}
