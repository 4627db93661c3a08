import { moduleName } from '../../core/repository.ts';
import type { Task } from '../../core/task.ts';
import { functionContext } from '../../python-source/prompts/function-context.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { collectNames, PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-names.ts';
import type { FunctionPlace } from './function-place.ts';

/** As a rule of thumb for English and Python. */
const CHARACTERS_PER_TOKEN = 4;
/** Of context, by default. */
const CONTEXT_TOKENS = 1500;

/**
 * The task of writing a function of a module: its docstring, then the module's context as code. Requests for programs
 * and tests show the same text.
 *
 * @param tokens of the code, approximately
 * @returns `left`: definitions of the module that the budget had no room for
 * @param words of the user, if the docstring is incomplete
 */
export function functionTask(
  place: FunctionPlace,
  { tokens = CONTEXT_TOKENS, words = null }: { readonly tokens?: number; readonly words?: string | null } = {},
): { readonly task: Task; readonly left: number } {
  const { root, path, functionName, className, tree, found } = place;
  const { code, docstring, left } = functionContext(tree, found, tokens * CHARACTERS_PER_TOKEN);
  const what = className
    ? `the method \`${functionName}\` of the class \`${className}\``
    : `the function \`${functionName}\``;
  const prose = [words, docstring].filter((part) => part !== null && part.trim() !== '').join('\n\n');
  const text = [
    `Write ${what} in the module \`${moduleName({ path })}\`.`,
    prose,
    'This is the module, with the bodies of other functions left out:',
    `\`\`\`python\n${code}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    left,
    task: {
      id: className ? `${path}::${className}.${functionName}` : `${path}::${functionName}`,
      prompt: parsePrompt(text, functionName),
      entryPoint: functionName,
      completesPrompt: false,
      labels: {},
      // Whatever the module calls something by, other modules may, too.
      reservedNames: [...PYTHON_KEYWORDS, ...PYTHON_BUILTINS, ...collectNames(place.source)],
      repository: {
        image: { kind: 'folder', path: root },
        path,
        functionName,
        className,
        wholeRoot: true,
        pytestArgs: [],
        plugin: null,
      },
    },
  };
}
