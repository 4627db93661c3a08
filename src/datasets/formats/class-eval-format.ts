import { z } from 'zod';
import { hashOf } from '../../core/hash.ts';
import type { Oracle } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import { definesFunction } from '../../python-source/syntax/python-names.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { parseRecord, wrongField } from '../reading/parse-record.ts';
import { refuseNamesInText } from '../renaming/follow-renames.ts';
import { refuseRewrite } from '../renaming/refuse-rewrite.ts';
import { renameTogether } from '../renaming/rename-together.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { loadEach } from './oracle-vault.ts';
import { oracleOf, taskOf } from './task-of.ts';

const record = z.object({
  task_id: taskId,
  skeleton: filledText,
  class_name: pythonName,
  import_statement: z.array(z.string()).nullish(),
  test: filledText,
  test_classes: z.array(pythonName).min(1),
  solution_code: filledText,
});

/** CPU milliseconds for each test class, as the authors' harness grants. */
const TIMEOUT_MS = 5000;

type Fields = z.output<typeof record>;

/** @throws DatasetError where the fields do not belong together. */
function read(raw: RawRecord): Fields {
  const fields = parseRecord(record, raw);
  const { class_name: name, skeleton, solution_code: solution, test, test_classes: testClasses } = fields;
  for (const [field, code] of [
    ['skeleton', skeleton],
    ['solution_code', solution],
  ] as const) {
    if (definesFunction(code, name)) continue;
    throw wrongField(
      raw,
      field,
      `does not define the class "${name}" of "class_name"`,
      'Correct one of the two fields.',
    );
  }
  const missing = testClasses.find((each) => !definesFunction(test, each));
  if (missing === undefined) return fields;
  throw wrongField(
    raw,
    'test_classes',
    `names "${missing}", which "test" does not define`,
    'Correct one of the two fields.',
  );
}

/** All test classes together: a class passes when each of its methods does, and so does its last test. */
function toTask(raw: RawRecord): { task: Task; oracle: Oracle } {
  const { task_id: id, skeleton, class_name: entryPoint, import_statement: lines, test, ...fields } = read(raw);
  const setup = lines && lines.length > 0 ? `${lines.join('\n')}\n` : '';
  const { test_classes: testClasses, solution_code: solution } = fields;
  const body = { kind: 'in-process', form: 'unittest', module: test } as const;
  return {
    task: taskOf({
      id,
      promptText: skeleton,
      kind: 'class',
      entryPoint,
      completesPrompt: true,
      codes: [solution, test],
      setup,
    }),
    oracle: oracleOf({
      taskId: id,
      tests: [{ id: hashOf(id, body), body }],
      setup,
      timeoutMs: TIMEOUT_MS * testClasses.length,
      reference: setup + solution,
    }),
  };
}

/** Reference and tests under the new name of the class, and every other code that shows it. */
function renamedCode(
  value: Readonly<Record<string, unknown>>,
  renames: Readonly<Record<string, string>>,
  name: string,
): Record<string, unknown> {
  const text = (field: string) => (typeof value[field] === 'string' ? value[field] : '');
  refuseNamesInText(text('test'), renames);
  const [solution, , test] = renameTogether([text('solution_code'), '\n', text('test')], renames, name);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'gu');
  // Code of single methods, which stands there for other ways to generate.
  const shown = ['class_constructor', 'methods_info'].flatMap((field) =>
    field in value ? [[field, JSON.parse(JSON.stringify(value[field]).replace(word, renames[name] ?? name))]] : [],
  );
  return { solution_code: solution, test, ...Object.fromEntries(shown) };
}

/** Whole classes from their skeleton (the authors' holistic generation); one unittest class a method, and one for all. */
export const classEvalFormat: DatasetFormat = {
  name: 'class-eval',
  title: 'ClassEval',
  source: {
    title: 'FudanSELab/ClassEval',
    url: 'https://github.com/FudanSELab/ClassEval',
    licence: 'MIT',
  },
  recognises: (value) => 'skeleton' in value && 'class_name' in value && 'test_classes' in value,
  load: (records) => loadEach(records, toTask),
  rewrite(value, { promptText, renames }) {
    const name = `${value['class_name']}`;
    if (Object.keys(renames).some((old) => old !== name)) {
      refuseRewrite('only the class can be renamed: its methods stand in its tests');
    }
    const fresh = renames[name];
    if (fresh === undefined) return { ...value, skeleton: promptText };
    return { ...value, skeleton: promptText, class_name: fresh, ...renamedCode(value, renames, name) };
  },
};
