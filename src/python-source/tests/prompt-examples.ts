import type { TestBody } from '../../core/program.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Task } from '../../core/task.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { SyntaxBudget } from '../syntax/reading-limits.ts';
import { stdioExamples } from './stdio-examples.ts';
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
