import { collectNames, PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-names.ts';

/** Names that the harness of a benchmark, or what is sent to the model beside the prompt, may speak of. */
const HARNESS_NAMES = ['check', 'candidate', 'solution', 'METADATA', 'unittest', 'pytest', 'self'];

/** Every name that no renaming of a task may introduce: those of `codes`, of Python and of the harness, sorted. */
export function reservedNames(codes: readonly string[]): string[] {
  const names = new Set<string>([...PYTHON_KEYWORDS, ...PYTHON_BUILTINS, ...HARNESS_NAMES]);
  for (const name of collectNames(codes.join('\n'))) names.add(name);
  return [...names].sort();
}
