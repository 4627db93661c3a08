import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { definesFunction, findFunction } from '../../python-source/syntax/python-names.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { refuseNamesInText, renameFields } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords, pythonName, textIn } from './record-task.ts';

const record = z.object({
  _id: label,
  name: pythonName,
  code: filledText,
  docstring: z.string().nullish(),
  human_label: z.string().nullish(),
  level: z.enum('self_contained slib_runnable plib_runnable class_runnable file_runnable project_runnable'.split(' ')),
  /** Not in the authors' file, whose tests lie in their image: code that raises where the function is wrong. */
  test: filledText.nullish(),
});

type Fields = z.output<typeof record>;

/** @throws DatasetError where the fields do not belong together. */
function requireDescribed(fields: Fields, raw: RawRecord): void {
  if (!definesFunction(fields.code, fields.name)) {
    const problem = `does not define the function "${fields.name}" of "name"`;
    throw wrongField(raw, 'code', problem, 'Correct one of the two fields.');
  }
  if ((fields[promptField(fields)] ?? '').trim() === '') {
    throw wrongField(raw, 'docstring', 'is empty, and so is "human_label"', 'Describe the function in one of them.');
  }
}

/** Where a record describes its function: the project's docstring, or people's description where there is none. */
const promptField = (value: Readonly<Record<string, unknown>>): 'docstring' | 'human_label' =>
  textIn(value, 'docstring').trim() === '' ? 'human_label' : 'docstring';

/** Decorators and the line of `def`, which the authors list next to the description. */
function signatureOf({ code, name }: Fields): string {
  const found = findFunction(code, name);
  return found ? code.slice(found.whole.start, found.signature.end) : code;
}

const load = loadRecords(record, (fields, raw) => {
  requireDescribed(fields, raw);
  const { _id: id, name: entryPoint, code, test } = fields;
  return {
    id,
    promptText: fields[promptField(fields)] ?? '',
    entryPoint,
    codes: [code, test ?? ''],
    interfaceHint: { functionName: entryPoint, starterCode: signatureOf(fields) },
    // Tests of the authors' image follow the module's `if __name__ == "__main__":`.
    tests: test ? [{ body: { kind: 'assertion', code: `__name__ = "__main__"\n${test}` } }] : [],
    // The authors' image has no limit of its own in its description.
    timeoutMs: 10_000,
    reference: code,
  };
});

/** Functions of real projects by how much of the project they need; the authors' tests lie in their own image. */
export const coderEvalFormat: DatasetFormat = {
  name: 'coder-eval',
  title: 'CoderEval (Python)',
  source: github('CoderEval/CoderEval'),
  recognises: (value) => ['_id', 'name', 'code', 'level'].every((field) => field in value),
  load,
  rewrite(value, { promptText, renames }) {
    const name = textIn(value, 'name');
    refuseNamesInText(textIn(value, 'test'), renames);
    const code = renameFields(value, [['code'], ['test']], renames, name);
    return { ...value, [promptField(value)]: promptText, name: renames[name] ?? name, ...code };
  },
};
