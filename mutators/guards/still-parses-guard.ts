import type { Guard } from '../../src/core/mutation.ts';
import type { Prompt } from '../../src/core/prompt.ts';
import { isValidPython } from '../../src/python-source/parse-python.ts';

const validBefore = new WeakMap<Prompt, boolean>();

function wasValid(prompt: Prompt): boolean {
  const known = validBefore.get(prompt) ?? isValidPython(prompt.text);
  validBefore.set(prompt, known);
  return known;
}

/** P4: a prompt that is valid Python stays valid Python. */
export const stillParsesGuard: Guard = {
  name: 'still-parses',
  check: ({ prompt, mutatedText }) =>
    wasValid(prompt) && !isValidPython(mutatedText) ? 'the prompt is no longer valid Python' : null,
};
