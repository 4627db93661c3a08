import type { TestBody } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import type { Prompt } from '../../core/text.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { READ_TESTS, SyntaxBudget, TEST_CHARACTERS } from '../syntax/reading-limits.ts';
import { readTestLines } from './test-lines.ts';

/** Each check with the statements in front of it, such as the objects that a session makes. */
export function checksOf(statements: readonly string[]): string[] {
  const before: string[] = [];
  return statements.flatMap((statement) => {
    if (/^assert\b/.test(statement)) return [[...before, statement].join('\n')];
    before.push(statement);
    return [];
  });
}

const LABELLED =
  /^\W*(?:sample |example )?input\s*\d*\s*[:=]\W*?\s*([^\s*`].*)\n\W*(?:sample |expected |example )?output\s*\d*\s*[:=][*`\s]*(.+)$/gim;
/** Answers that are not one value, or arguments that are no plain values: such examples are no tests. */
const NO_SINGLE_ANSWER =
  /\bin any order\b|\bany (?:valid |one )?of (?:them|the)\b|\bmultiple (?:valid )?(?:answers|solutions)\b/i;
const NO_PLAIN_VALUES = /\b(?:ListNode|TreeNode|Optional\[Node\])|->\s*None\s*:/;

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
/** Strings, JSON's words, and the names of arguments ("nums = [2, 7], target = 9"). */
const PARTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:true|false|null)\b|(?:^|(?<=,\s*))[^\W\d]\w*\s*=\s*(?!=)/gu;
const isName = (part: string) => part.endsWith('=') || part.endsWith(' ');

/** Python for a displayed value, which may be JSON. */
const asPython = (shown: string): string => shown.replace(/[*`\s]+$/, '').replace(PARTS, (part) => WORDS[part] ?? part);
/** Arguments by position, since the program may call its parameters otherwise. */
const argumentsIn = (shown: string): string => asPython(shown).replace(PARTS, (part) => (isName(part) ? '' : part));

/** `Input: [1, 2]` above `Output: 3`, where both are Python or JSON: a call with those arguments. */
function labelledCalls(text: string, callee: string): string[] {
  return [...text.matchAll(LABELLED)].flatMap(([, input = '', output = '']) => {
    const code = `assert ${callee}(${argumentsIn(input)}) == ${asPython(output).replace(/\.$/, '')}`;
    return isValidPython(code) ? [code] : [];
  });
}

function assertionsIn({ text, regions }: Prompt, entryPoint: string, callee: string): string[] {
  const examples = regions.filter(({ kind }) => kind === 'example').map(({ start, end }) => text.slice(start, end));
  const isLabelled = !NO_SINGLE_ANSWER.test(text) && !NO_PLAIN_VALUES.test(text);
  return examples.flatMap((example) => {
    const { statements } = readTestLines(example, entryPoint, new SyntaxBudget(example.length));
    return [...checksOf(statements), ...(isLabelled ? labelledCalls(example, callee) : [])];
  });
}

/** A prompt's own examples as tests: calls of a function or method with their results, input and output of a script. */
export function promptExamples({
  prompt,
  entryPoint,
  kind,
  repository,
}: Pick<Task, 'prompt' | 'entryPoint' | 'kind' | 'repository'>): readonly TestBody[] {
  if (entryPoint === null) return stdioExamples(prompt.text);
  const callee = kind === 'method' && !repository ? `Solution().${entryPoint}` : entryPoint;
  return assertionsIn(prompt, entryPoint, callee).map((code) => ({ kind: 'assertion', code }));
}

const KINDS = '(?:sample |example |standard |expected |test )*';
/** A heading at the end of its line: `Input:`, `**Sample Input 1**`, `-----Output-----`; the text after it is kept. */
const heading = (word: string) => new RegExp(`^[^\\w\\n]*${KINDS}${word}(?: ?#?\\d+)?[^\\w\\n]*?(?::|$)(.*)$`, 'i');
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
