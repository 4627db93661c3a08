import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Task } from '../../core/task.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { findFunction, PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-names.ts';
import type { Question } from '../../records/solution.ts';
import { calledIn, wantedBy } from './entry-point.ts';

/** Longer than any prompt that a current model reads completely. */
const PROMPT_CHARACTERS = 200_000;
/** A prompt that is code from its first line on, down to the function that is to be completed. */
const BEGINS_AS_CODE =
  /^\s*(?:(?:async\s+)?def\s|from\s+[\w.]+\s+import\s|import\s+\w|class\s+\w+\s*[(:]|@\w|#|"""|''')/;

/**
 * A question as a task: with the function that the user names, or the prompt, or an example; else as `nameFor` names it.
 *
 * @param nameFor asks a model, once; null where its answer has no name in it
 * @throws ConfigError where the prompt is empty, too long, asks for another language, or for nothing that has a name
 */
export async function questionTask(
  { prompt, function: named, examples = [] }: Question,
  nameFor: (prompt: string) => Promise<string | null>,
): Promise<Task> {
  if (prompt.length > PROMPT_CHARACTERS) {
    throw new ConfigError('prompt-long', `the prompt has ${prompt.length} characters, more than ${PROMPT_CHARACTERS}`, {
      hint: 'Shorten it to what the function needs.',
    });
  }
  if (named !== undefined && named !== null && !/^[^\W\d]\w*$/u.test(named)) {
    throw new ConfigError('function-name', `"${named}" is not a name of a function`, {
      hint: 'Give one such as area.',
    });
  }
  const wanted = wantedBy(prompt);
  const [called] = examples.flatMap((example) => calledIn(example) ?? []);
  const isSaid = 'name' in wanted;
  let entryPoint: string | null;
  if (named !== undefined) entryPoint = named;
  else if ('name' in wanted) entryPoint = wanted.name;
  else if (called) entryPoint = called;
  else if ('script' in wanted) entryPoint = null;
  else entryPoint = await nameFor(prompt);
  if (entryPoint === null && named === undefined && !('script' in wanted)) {
    throw new ConfigError('function-unknown', 'the prompt names no function, and the model did not either', {
      hint: 'Name the function in the prompt or by --function, or say that the program reads standard input.',
    });
  }
  const stub = entryPoint === null ? null : findFunction(prompt, entryPoint);
  const isNamedInPrompt = entryPoint !== null && new RegExp(`(?<!\\w)${entryPoint}(?!\\w)`, 'u').test(prompt);
  return {
    id: `question-${hashOf(prompt, entryPoint ?? '').slice(0, 12)}`,
    prompt: parsePrompt(prompt, entryPoint),
    ...('name' in wanted && wanted.isMethod && entryPoint === wanted.name ? { kind: 'method' } : {}),
    entryPoint,
    completesPrompt: isSaid && stub !== null && !stub.implemented && BEGINS_AS_CODE.test(prompt),
    labels: {},
    reservedNames: [...PYTHON_KEYWORDS, ...PYTHON_BUILTINS],
    ...(entryPoint !== null && !isNamedInPrompt ? { interfaceHint: { functionName: entryPoint } } : {}),
  };
}
