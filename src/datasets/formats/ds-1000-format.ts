import { z } from 'zod';
import type { CodeGap } from '../../core/task.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { type DatasetFormat, github, type RecordMutation } from '../dataset-format.ts';
import { refuseNamesInText, refuseRewrite, renameTogether } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords } from './record-task.ts';

const record = z.object({
  prompt: filledText,
  reference_code: z.string(),
  code_context: filledText.refine((text) => /^def test_execution\(/m.test(text), {
    error: 'does not define test_execution(solution)',
  }),
  metadata: z.looseObject({ problem_id: label, library: z.string().nullish() }),
});

/** The imports of the tests of a library's problems. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  Numpy: ['numpy'],
  Pandas: ['numpy', 'pandas'],
  Scipy: ['numpy', 'scipy'],
  Sklearn: ['numpy', 'pandas', 'sklearn'],
  Matplotlib: ['numpy', 'matplotlib'],
  Pytorch: ['torch'],
  Tensorflow: ['tensorflow'],
};

/** As the authors' script does: the context, `test_execution`, and `test_string` where the context has it. */
function testModule(context: string): string {
  const string = context.includes('test_string(') ? 'test_string(solution)\n' : '';
  return `${context}\ntest_execution(solution)\n${string}`;
}

const EXEC_CONTEXT = /^exec_context = r?(?:"""|''')\n([\s\S]*?)(?:"""|''')$/m;
const INSERT = '[insert]';
/** Names under which the tests look up the program's results. */
const LOOKED_UP = ['test_input', 'result'];

/**
 * The context and the reference with a prompt's variables renamed: in the program around `[insert]`, which the tests hold
 * as text, and in the reference that takes its place. The tests' own code keeps its names.
 */
function renamed(context: string, reference: string, renames: RecordMutation['renames']): [string, string] {
  const program = EXEC_CONTEXT.exec(context)?.[1];
  if (program === undefined) refuseRewrite('the program around the solution is not a plain text of the context');
  const [before = '', after] = program.split(INSERT);
  if (after === undefined) refuseRewrite(`the program around the solution has no ${INSERT}`);
  const tests = context.replace(program, '');
  refuseNamesInText(tests, renames);
  const isLookedUp = (name: string) => LOOKED_UP.includes(name) || new RegExp(`(["'])${name}\\1`, 'u').test(tests);
  const looked = Object.keys(renames).find(isLookedUp);
  if (looked !== undefined) refuseRewrite(`the tests look "${looked}" up by its name in a text`);
  const pieces = renameTogether([before, reference, after], renames, null);
  return [context.replace(program, () => `${pieces[0]}${INSERT}${pieces[2]}`), pieces[1] as string];
}

/** Snippets of data science: a question with code around a gap, and a function that runs the gap's filling on inputs. */
export const ds1000Format: DatasetFormat = {
  name: 'ds-1000',
  title: 'DS-1000',
  source: github('xlang-ai/DS-1000', 'CC-BY-SA-4.0'),
  image: 'ds-1000',
  recognises: (value) => 'code_context' in value && 'reference_code' in value,
  load: loadRecords(record, ({ prompt, code_context, reference_code: reference, metadata }) => ({
    id: metadata.problem_id,
    promptText: prompt,
    kind: 'snippet',
    gap: ds1000Gap(prompt),
    entryPoint: null,
    codes: [code_context, reference],
    preload: MODULES[metadata.library ?? ''],
    tests: [{ body: { kind: 'in-process', form: 'script', module: testModule(code_context) } }],
    // For one program.
    timeoutMs: 120_000,
    reference,
  })),
  rewrite(value, { promptText, renames }) {
    if (Object.keys(renames).length === 0) return { ...value, prompt: promptText };
    const [context, reference] = renamed(String(value.code_context), String(value.reference_code), renames);
    return { ...value, prompt: promptText, code_context: context, reference_code: reference };
  },
};

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
function ds1000Gap(prompt: string): CodeGap {
  const text = prompt.replaceAll('\r\n', '\n');
  const begin = [...text.matchAll(BEGIN)].at(-1);
  const shown = begin ? text.slice(0, begin.index) : text;
  const before = isValidPython(shown) ? shown : codeOfAnswer(shown);
  return { before, indent: before === '' ? '' : (begin?.[1] ?? '') };
}
