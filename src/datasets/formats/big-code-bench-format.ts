import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { definesFunction } from '../../python-source/syntax/python-names.ts';
import { type DatasetFormat, github, type RecordMutation } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { followRenames, refuseNamesInText, renameFields } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords, pythonName, textIn } from './record-task.ts';

const record = z.object({
  task_id: label,
  complete_prompt: filledText,
  instruct_prompt: filledText,
  canonical_solution: z.string(),
  code_prompt: z.string().nullish(),
  test: filledText,
  entry_point: pythonName,
  libs: z.union([z.string(), z.array(z.string())]).nullish(),
});

const FIELD = { complete: 'complete_prompt', instruct: 'instruct_prompt' } as const;

/** The modules of `libs`, which is a list of Python written as text. */
function preloadOf(libs: string | readonly string[]): string[] {
  if (typeof libs !== 'string') return [...libs];
  return [...libs.matchAll(/['"]([\w.]+)['"]/g)].map((match) => match[1] as string);
}

const load = loadRecords(record, (value, raw, { prompt: choice = 'complete' }) => {
  const { task_id: id, entry_point: entryPoint, libs, test, ...fields } = value;
  if (!definesFunction(fields.complete_prompt, entryPoint)) {
    const problem = `is "${entryPoint}", which "complete_prompt" does not define`;
    throw wrongField(raw, 'entry_point', problem, 'Name the function that the prompt asks for.');
  }
  const preload = preloadOf(libs ?? []);
  const reference = fields.complete_prompt + fields.canonical_solution;
  return {
    id,
    promptText: fields[FIELD[choice]],
    entryPoint,
    completesPrompt: choice === 'complete',
    codes: [reference, test],
    preload: preload.length > 0 ? preload : null,
    tests: [{ body: { kind: 'in-process', form: 'unittest', module: test } }],
    // For all tests of a task.
    timeoutMs: 120_000,
    reference,
  };
});

/** Every field that speaks of names, renamed; also the prompt that was not mutated, since a harness may use either. */
function rename(value: RawRecord['value'], { renames, prompt = 'complete' }: RecordMutation): Record<string, unknown> {
  const entryPoint = textIn(value, 'entry_point');
  refuseNamesInText(textIn(value, 'test'), renames);
  const code = [['complete_prompt', 'canonical_solution'], ['test']];
  const { complete_prompt: complete = '', ...renamed } = renameFields(value, code, renames, entryPoint);
  const stub = renameFields(value, [['code_prompt']], renames, entryPoint);
  // An instruct prompt ends in the stub between backticks; the text around it is running text.
  const around = textIn(value, 'instruct_prompt').split(textIn(value, 'code_prompt').trimEnd() || '\0');
  const instruct = () => around.map((part) => followRenames(part, renames)).join(stub['code_prompt']?.trimEnd());
  return {
    ...(prompt === 'complete'
      ? { instruct_prompt: instruct() }
      : { complete_prompt: followRenames(complete, renames) }),
    ...renamed,
    ...stub,
    entry_point: renames[entryPoint] ?? entryPoint,
  };
}

/** Tasks that call libraries: a prompt to be completed, one that asks for the same in words, and a unittest class. */
export const bigCodeBenchFormat: DatasetFormat = {
  name: 'big-code-bench',
  title: 'BigCodeBench',
  source: github('bigcode-project/bigcodebench', 'Apache-2.0'),
  prompts: ['complete', 'instruct'],
  image: 'bigcodebench',
  fields: ['task_id', 'complete_prompt', 'instruct_prompt', 'canonical_solution', 'test', 'entry_point'],
  recognises: (value) => 'complete_prompt' in value && 'instruct_prompt' in value,
  load,
  rewrite(value, mutation) {
    const renamed = Object.keys(mutation.renames).length === 0 ? {} : rename(value, mutation);
    return { ...value, ...renamed, [FIELD[mutation.prompt ?? 'complete']]: mutation.promptText };
  },
};
