import type { MutationInput } from '../../src/core/mutation.ts';
import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt } from '../../src/core/text.ts';
import { listClasses, listFunctions } from '../../src/python-source/syntax/python-names.ts';
import { codeOnly } from './code-places.ts';
import type { PromptFunction } from './prompt-names.ts';
import { isWordSign, wholeWordStarts } from './whole-words.ts';

/** Whether a function belongs to a class, shown or not. */
export function isMethod({ className, parameters }: PromptFunction): boolean {
  return className !== null || /^(?:self|cls)$/.test(parameters[0]?.name ?? '');
}

/** Characters in which a prompt states its request; later names belong to other things. */
const OPENING_LENGTH = 300;

/**
 * Whether a free text asks for a part of a class that it does not show, which others call by its name: "the `go` method",
 * "for the class `Car`". A class of things ("class labels") is none.
 */
export function asksForMethod({ prompt }: MutationInput, name: string): boolean {
  const opening = prompt.text.slice(0, OPENING_LENGTH);
  if (!/^[\p{L}\p{N}_]+$/u.test(name)) return false;
  const named = new RegExp(
    `\\b(?:method|class)\\W{0,4}(?:(?:called|named)\\W{1,4})?${name}(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])${name}\\W{0,4}(?:method|class)\\b`,
    'u',
  );
  return named.test(opening) || OF_A_CLASS.test(opening) || shownCode(prompt).heads.length > 0;
}

const OF_A_CLASS =
  /\b(?:for|of|in|from|within|to|inside) (?:the |an? |this |that )?(?:following |given )?(?:class\b(?! labels?\b| names?\b| count| weight| prob| imbalance| ind)|[`'"]?[A-Z]\w*[`'"]? class\b)/;

/** Classes and functions of the prompt's code as a whole, where it shows a class. */
const shownCode = oncePer((prompt: Prompt) => {
  const code = /^[^\S\n]*class\b/m.test(prompt.text) ? codeOnly(prompt) : '';
  return code.trim() === ''
    ? { heads: [], functions: [] }
    : { heads: listClasses(code), functions: listFunctions(code) };
});

/** Names by which libraries call the objects that they are given, whatever the class inherits. */
const PROTOCOL_NAMES: ReadonlySet<string> = new Set(
  'fit predict transform fit_transform fit_predict predict_proba decision_function score get_params set_params forward backward step train eval state_dict load_state_dict parameters setup call build read write close open seek flush keys values items get send next run main setUp tearDown'.split(
    ' ',
  ),
);

/** Decorators under which a method is called like any other; others may hand on its name. */
const PLAIN_DECORATOR = /^@(?:staticmethod|classmethod|torch\.no_grad\(\)|(?:functools\.)?(?:lru_)?cache(?:\(\))?)$/;

/**
 * Why a method cannot have another name, or null: its class is not shown, inherits or is inherited from, which may ask
 * for the name, or somebody calls it by its name.
 */
export function methodObstacle({ prompt }: MutationInput, { name, nameSpan, whole }: PromptFunction): string | null {
  const { heads, functions } = shownCode(prompt);
  const className = functions.find((shown) => shown.nameSpan.start === nameSpan.start)?.className ?? null;
  if (className === null) return 'method-of-hidden-class';
  const own = heads.filter((head) => head.name === className);
  const [head] = own;
  const namesakes = functions.filter((other) => other.name === name);
  if (!head || own.length > 1 || namesakes.length > 1) return 'several-methods';
  if (head.bases.some((base) => base !== 'object')) return 'class-inherits';
  if (heads.some(({ bases }) => bases.some((base) => base.split('.').at(-1) === className)))
    return 'class-is-inherited';
  if (PROTOCOL_NAMES.has(name)) return 'name-of-protocol';
  const decorators = prompt.text.slice(whole.start, nameSpan.start).match(/^[^\S\n]*@.*$/gm) ?? [];
  const all = [...decorators.map((line) => line.trim()), ...head.decorators];
  if (all.some((decorator) => !PLAIN_DECORATOR.test(decorator))) return 'method-is-decorated';
  return isCalledByName(prompt.text, name) ? 'called-by-name' : null;
}

/** Whether the name occurs after a dot. */
function isCalledByName(text: string, name: string): boolean {
  for (const at of wholeWordStarts(text, name)) {
    if (text[at - 1] === '.' && (isWordSign(text[at - 2]) || /[)\]`'"]/.test(text[at - 2] ?? ''))) return true;
  }
  return false;
}
