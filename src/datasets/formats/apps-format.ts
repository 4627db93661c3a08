import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { PYTHON_BUILTINS } from '../../python-source/syntax/python-words.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { fieldSources, parseSpelled, spellJson } from '../reading/json-source.ts';
import { parseField, wrongField } from '../reading/parse-record.ts';
import { onlyRenamed, refuseRewrite } from '../renaming/rename-record.ts';
import { callBody, jsonField, stdioPairs } from './competition-tests.ts';
import { LIVE_CODE_BENCH_MODULES, LIVE_CODE_BENCH_SETUP } from './live-code-bench-tests.ts';
import { filledText, label, loadRecords, pythonName, type RecordTests } from './record-task.ts';

const record = z.object({
  problem_id: label.nullish(),
  id: label.nullish(),
  question: filledText,
  starter_code: z.string().nullish(),
});

const inputOutput = z.object({
  fn_name: pythonName.nullish(),
  inputs: z.array(z.unknown()),
  outputs: z.array(z.unknown()),
});
type InputOutput = z.output<typeof inputOutput>;

/** The function that the field names; null for a program. */
function nameIn(tests: unknown): string | null {
  const { fn_name: name } = (tests ?? {}) as { readonly fn_name?: unknown };
  return typeof name === 'string' ? name : null;
}

/** The field, empty if the problem has no tests. Numbers of calls stay as spelled. @throws DatasetError */
function testsOf(raw: RawRecord): InputOutput {
  const plain = jsonField(raw, 'input_output');
  if (plain === null) return { inputs: [], outputs: [] };
  const stored = raw.value['input_output'];
  const source = typeof stored === 'string' ? stored : fieldSources(raw.text ?? '').get('input_output');
  const value = nameIn(plain) !== null && source !== undefined ? parseSpelled(source) : plain;
  return parseField(inputOutput, raw, 'input_output', value);
}

/** Calls of the function: an answer in a list counts as the answer itself, as in the authors' harness. */
function callTests(raw: RawRecord, { fn_name: name, inputs, outputs }: InputOutput, owner: string): RecordTests {
  if (inputs.length !== outputs.length || inputs.some((each) => !Array.isArray(each))) {
    const problem = `has ${inputs.length} lists of arguments and ${outputs.length} outputs`;
    throw wrongField(raw, 'input_output', problem, 'Give every call its arguments and its output.');
  }
  return inputs.map((input, at) => {
    const output = outputs[at];
    const answers = Array.isArray(output) && output.length > 0 ? [output, output[0]] : [output];
    return { body: callBody(`${owner}${name}`, spellJson(input), answers.map(spellJson)) };
  });
}

/** The first solution, where the record has any. @throws DatasetError */
function referenceOf(raw: RawRecord): string | undefined {
  const value = jsonField(raw, 'solutions');
  return value === null ? undefined : parseField(z.array(z.string()), raw, 'solutions', value)[0];
}

const load = loadRecords(record, ({ problem_id, id: other, question, starter_code }, raw) => {
  const id = problem_id ?? other ?? String(raw.line);
  const tests = testsOf(raw);
  const starter = starter_code?.trim() ? starter_code : null;
  const entryPoint = tests.fn_name ?? null;
  const isMethod = /^[ \t]*class[ \t]+Solution\b/m.test(starter ?? '');
  return {
    id,
    promptText: question,
    kind: entryPoint !== null && isMethod ? 'method' : null,
    entryPoint,
    codes: [starter ?? ''],
    preload: LIVE_CODE_BENCH_MODULES,
    setup: LIVE_CODE_BENCH_SETUP,
    interfaceHint: entryPoint === null ? null : { functionName: entryPoint, ...(starter && { starterCode: starter }) },
    tests:
      entryPoint === null ? stdioPairs(raw, 'input_output', tests) : callTests(raw, tests, isMethod ? 'Solution.' : ''),
    // As the authors' harness grants.
    timeoutMs: 4000,
    reference: referenceOf(raw),
  };
});

/** The field with the name replaced as a word; refused where the word may mean something else. */
function renamedField(stored: unknown, old: string, fresh: string): unknown {
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  const foreign = new RegExp(`(?<!\\bself|\\bSolution\\(\\))\\.${old}\\b`, 'u').test(text);
  if (foreign || PYTHON_BUILTINS.has(old)) refuseRewrite(`"${old}" may mean something else in the solutions`);
  if (new RegExp(`\\b${fresh}\\b`, 'u').test(text)) refuseRewrite(`"${fresh}" is taken in the solutions`);
  // Behind the `n` of an escaped line end, too.
  const renamed = text.replace(new RegExp(`(?<=\\\\n|(?<!\\w))${old}(?!\\w)`, 'gu'), () => fresh);
  return typeof stored === 'string' ? renamed : JSON.parse(renamed);
}

/** Problems from open sites: programs that read their input, or a function that `input_output` names. */
export const appsFormat: DatasetFormat = {
  name: 'apps',
  title: 'APPS',
  source: github('hendrycks/apps', 'MIT'),
  fields: ['problem_id', 'question', 'input_output', 'solutions'],
  recognises: (value) => 'question' in value && 'input_output' in value,
  load,
  rewrite(value, { promptText, renames }) {
    const name = nameIn(jsonField({ value, file: '', line: 1 }, 'input_output'));
    const fresh = onlyRenamed(renames, name, 'only the function that "input_output" names can be renamed');
    if (name === null || fresh === undefined) return { ...value, question: promptText };
    const fields = ['input_output', 'starter_code', 'solutions'].filter((field) => (value[field] ?? null) !== null);
    const renamed = fields.map((field) => [field, renamedField(value[field], name, fresh)]);
    return { ...value, question: promptText, ...Object.fromEntries(renamed) };
  },
};
