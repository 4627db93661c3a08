import { z } from 'zod';
import { definesFunction, lastFunctionName } from '../../python-source/syntax/python-names.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { renameCandidateKeywords, renameTogether } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords } from './record-task.ts';

const record = z.object({
  name: label,
  language: z.string().refine((language) => /^(?:py|python)$/i.test(language), {
    error: 'is not "py"; mutagree runs Python alone',
  }),
  prompt: filledText,
  tests: filledText.refine((text) => definesFunction(text, 'check'), { error: 'does not define check(candidate)' }),
});

/** The tests with one call of `check`: files end with one of their own, or leave it to the harness. */
function calledOnce(tests: string, entryPoint: string): string {
  const called = new RegExp(`^[ \\t]*check\\(${entryPoint}\\)`, 'mu').test(tests);
  return called ? tests : `${tests}\ncheck(${entryPoint})\n`;
}

/** HumanEval's and MBPP's Python prompts as MultiPL-E distributes them with its translations; without references. */
export const multiplEFormat: DatasetFormat = {
  name: 'multipl-e',
  title: 'MultiPL-E (Python)',
  source: github('nuprl/MultiPL-E', 'BSD-3-Clause'),
  recognises: (value) => ['name', 'language', 'prompt', 'tests'].every((field) => field in value),
  load: loadRecords(record, ({ name: id, prompt, tests }, raw) => {
    const entryPoint = lastFunctionName(prompt);
    if (entryPoint === null) {
      throw wrongField(raw, 'prompt', 'defines no function', 'A prompt is the beginning of a Python function.');
    }
    return {
      id,
      promptText: prompt,
      entryPoint,
      completesPrompt: true,
      codes: [prompt, tests],
      tests: [{ body: { kind: 'assertion', code: calledOnce(tests, entryPoint) } }],
      // The harness's own limit for the tests of one task.
      timeoutMs: 15_000,
    };
  }),
  rewrite(value, { promptText, renames }) {
    const entryPoint = lastFunctionName(String(value['prompt'])) ?? '';
    // A body, so that the function that the prompt only begins is one.
    const pieces = [String(value['prompt']), '\n    pass\n', String(value['tests'])];
    const tests = renameTogether(pieces, renames, entryPoint)[2] ?? '';
    return { ...value, prompt: promptText, tests: renameCandidateKeywords(tests, entryPoint, renames) };
  },
};
