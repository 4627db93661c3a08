import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { definesFunction } from '../../python-source/syntax/python-names.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { onlyRenamed, refuseNamesInText, renameFields } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords, pythonName, textIn } from './record-task.ts';

const record = z.object({
  task_id: label,
  skeleton: filledText,
  class_name: pythonName,
  import_statement: z.array(z.string()).nullish(),
  test: filledText,
  test_classes: z.array(pythonName).min(1),
  solution_code: filledText,
});

/** @throws DatasetError where the fields do not belong together. */
function requireOneClass(fields: z.output<typeof record>, raw: RawRecord): void {
  const { class_name: name, test, test_classes: testClasses } = fields;
  const hint = 'Correct one of the two fields.';
  for (const field of ['skeleton', 'solution_code'] as const) {
    if (definesFunction(fields[field], name)) continue;
    throw wrongField(raw, field, `does not define the class "${name}" of "class_name"`, hint);
  }
  const missing = testClasses.find((each) => !definesFunction(test, each));
  if (missing === undefined) return;
  throw wrongField(raw, 'test_classes', `names "${missing}", which "test" does not define`, hint);
}

/** All test classes together: a class passes when each of its methods does, and so does its last test. */
const load = loadRecords(record, (fields, raw) => {
  requireOneClass(fields, raw);
  const { task_id: id, skeleton, class_name: entryPoint, import_statement: lines, test } = fields;
  const { test_classes: testClasses, solution_code: solution } = fields;
  const setup = lines && lines.length > 0 ? `${lines.join('\n')}\n` : '';
  return {
    id,
    promptText: skeleton,
    kind: 'class',
    entryPoint,
    completesPrompt: true,
    codes: [solution, test],
    setup,
    tests: [{ body: { kind: 'in-process', form: 'unittest', module: test } }],
    // For each test class, as the authors' harness grants.
    timeoutMs: 5000 * testClasses.length,
    reference: setup + solution,
  };
});

/** Whole classes from their skeleton (the authors' holistic generation); one unittest class a method, and one for all. */
export const classEvalFormat: DatasetFormat = {
  name: 'class-eval',
  title: 'ClassEval',
  source: github('FudanSELab/ClassEval', 'MIT'),
  recognises: (value) => 'skeleton' in value && 'class_name' in value && 'test_classes' in value,
  load,
  rewrite(value, { promptText, renames }) {
    const name = `${value['class_name']}`;
    const fresh = onlyRenamed(renames, name, 'only the class can be renamed: its methods stand in its tests');
    if (fresh === undefined) return { ...value, skeleton: promptText };
    refuseNamesInText(textIn(value, 'test'), renames);
    const code = renameFields(value, [['solution_code'], ['test']], renames, name);
    const word = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'gu');
    // Code of single methods, which the file has for other ways to generate.
    const shown = ['class_constructor', 'methods_info'].filter((field) => field in value);
    const methods = shown.map((field) => [field, JSON.parse(JSON.stringify(value[field]).replace(word, fresh))]);
    return { ...value, skeleton: promptText, class_name: fresh, ...code, ...Object.fromEntries(methods) };
  },
};
