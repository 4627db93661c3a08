import type { TestBody } from '../../core/program.ts';
import type { CodeGap } from '../../core/task.ts';
import { analyseScopes } from '../scopes/scopes.ts';
import { dedentFully, indented } from '../syntax/indentation.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { holdsCode } from '../syntax/program-statements.ts';
import { parsePython } from '../syntax/python-tree.ts';
import { READ_CHARACTERS, SyntaxBudget } from '../syntax/reading-limits.ts';
import type { ExtractedTests } from '../tests/test-methods.ts';
import { isTrivial, unitFinder } from '../tests/test-units.ts';
import { standsBeside, withoutTags } from './extract-program.ts';
import { bounded } from './extract-tests.ts';
import { mostBlocks, splitFences } from './find-blocks.ts';
import { repairedSo, topLevelChunks } from './read-code.ts';
import { replyText } from './reply-text.ts';

export type SnippetProblem = 'empty-reply' | 'no-code' | 'syntax-error';

const WRAPPER = 'def _snippet():\n';

/** Lines with the white space taken off that all of them share. */
const flush = (code: string): string => dedentFully(code.replace(/^(?:[ \t]*\n)+/, '').trimEnd());

/** Whether the lines fit the gap: those of a function's body may return. */
function fits(code: string, { indent }: CodeGap): boolean {
  if (code.trim() === '' || !holdsCode(code)) return false;
  return indent === '' ? isValidPython(code) : isValidPython(`${WRAPPER}${indented(code, '    ')}\n`);
}

/** The body of the function whose head ends the given code, if the reply defines that function again. */
function bodyOf(code: string, { before, indent }: CodeGap): string {
  const name = indent === '' ? undefined : [...before.matchAll(/^[ \t]*def[ \t]+(\w+)/gm)].at(-1)?.[1];
  if (name === undefined || !isValidPython(code)) return code;
  const found = parsePython(code).root.namedChildren.findLast(({ text }) => text.startsWith(`def ${name}`));
  const body = found?.child('body');
  return body ? flush(code.slice(code.lastIndexOf('\n', body.start) + 1, body.end)) : code;
}

/** Removes leading lines that repeat the given code: they would undo the values that the tests set. */
function withoutGiven(code: string, { before }: CodeGap): string {
  const given = new Set(before.split('\n').map((line) => line.trim()));
  const lines = code.split('\n');
  const own = lines.findIndex((line) => line.trim() !== '' && !given.has(line.trim()));
  for (let at = own === -1 ? 0 : own; at > 0; at--) {
    const rest = lines.slice(at).join('\n');
    if (rest.trim() !== '' && isValidPython(rest)) return rest;
  }
  return code;
}

/** Where the code of a reply ends, in the words of the prompts that ask for snippets. */
const END = /^[ \t]*(?:#+ *)?(?:<\/code>|END SOLUTION|SOLUTION END).*$/m;

/** Texts of a reply that may be its code, the likelier ones first. */
function codeTexts(text: string, budget: SyntaxBudget): readonly string[] {
  const blocks = mostBlocks(splitFences(text).blocks);
  const meant = blocks.filter((block) => !standsBeside(block));
  if (blocks.length > 0) return (meant.length > 0 ? meant : blocks).map(({ code }) => code);
  const [first = '', ...tagged] = text.split('<code>');
  if (tagged.length > 0) return mostBlocks(first.includes('</code>') ? [first, ...tagged] : tagged);
  const plain = withoutTags(text);
  return [plain, statementsIn(plain, budget).join('\n')];
}

/** The statements of a text that run, without the prose around them. */
const statementsIn = (text: string, budget: SyntaxBudget): string[] =>
  topLevelChunks(text, budget).flatMap(({ text: chunk, valid }) => (valid && holdsCode(chunk) ? [chunk] : []));

/** The snippet in a reply, with the gap's indentation: the longest block that fits, without given code. */
export function extractSnippet(
  reply: string,
  gap: CodeGap,
): { readonly code: string } | { readonly problem: SnippetProblem } {
  const text = replyText(reply).slice(0, READ_CHARACTERS);
  if (text.trim() === '') return { problem: 'empty-reply' };
  const budget = new SyntaxBudget(text.length);
  const found = codeTexts(text, budget).flatMap((block) => {
    const end = END.exec(block);
    const ownOf = (code: string) => flush(withoutGiven(bodyOf(flush(code), gap), gap));
    const code = end ? block.slice(0, end.index) : block;
    const own = ownOf(repairedSo(code, budget, (version) => fits(ownOf(version), gap)));
    return fits(own, gap) ? [own] : [];
  });
  const [longest] = found.sort((a, b) => b.length - a.length);
  if (longest !== undefined) return { code: `${indented(longest, gap.indent)}\n` };
  return { problem: splitFences(text).blocks.length > 0 || text.includes('<code>') ? 'syntax-error' : 'no-code' };
}

/** Wraps a snippet into a program that can be parsed or renamed; and back. */
export const wrapSnippet = (code: string, { indent }: CodeGap): string =>
  indent === '' ? code : `${WRAPPER}${indented(flush(code), '    ')}\n`;

export const unwrapSnippet = (program: string, { indent }: CodeGap): string =>
  indent === '' ? program : `${indented(flush(program.slice(program.indexOf('\n') + 1)), indent)}\n`;

/** The asserts of a reply about a snippet: each with the lines of the reply that it needs, but none of the given code. */
export function extractSnippetTests(reply: string, gap: CodeGap): ExtractedTests {
  const text = replyText(reply).slice(0, READ_CHARACTERS);
  const budget = new SyntaxBudget(text.length);
  const { blocks, between } = splitFences(text);
  const segments = between.flatMap((part, at) => [part, blocks[at]?.code ?? '']);
  const module = segments.flatMap((segment) => statementsIn(segment, budget));
  const scopes = analyseScopes(parsePython(withoutGiven(`${module.join('\n')}\n`, gap)));
  const problems: string[] = [];
  const units = unitFinder(scopes)(scopes.root.namedChildren);
  const tests = units.flatMap(({ code, check }): TestBody[] => {
    if (!isTrivial(check)) return [{ kind: 'assertion', code }];
    problems.push('trivial');
    return [];
  });
  return bounded(tests, problems);
}
