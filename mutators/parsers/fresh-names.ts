import type { MutationInput } from '../../src/core/mutation.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../src/python-source/syntax/python-words.ts';
import { hasWord } from './whole-words.ts';

/** Names that harnesses of common benchmarks define next to the program. */
const HARNESS_NAMES: ReadonlySet<string> = new Set(
  'check candidate METADATA main test tests solution Solution task_func result expected actual inputs outputs unittest pytest assert_equal'.split(
    ' ',
  ),
);

/** Whether a name can be introduced: valid, and nowhere in prompt, reference, tests, language or harness. */
export function isFreshName({ prompt, reservedNames }: MutationInput, name: string): boolean {
  if (!/^_*[a-z][A-Za-z0-9_]*$/.test(name)) return false;
  if (reservedNames.has(name) || PYTHON_KEYWORDS.has(name) || PYTHON_BUILTINS.has(name) || HARNESS_NAMES.has(name))
    return false;
  return !hasWord(prompt.text.toLowerCase(), name.toLowerCase());
}
