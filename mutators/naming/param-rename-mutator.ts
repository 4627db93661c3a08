import type { Edit } from '../../src/core/edit.ts';
import type { MutationInput, Mutator, Proposal, Refusal } from '../../src/core/mutation.ts';
import { contains } from '../../src/core/span.ts';
import { isFreshName } from '../parsers/fresh-names.ts';
import { type PromptFunction, targetFunction } from '../parsers/prompt-names.ts';
import { renameParameterEdits } from '../parsers/renaming.ts';
import { SHORT_FORMS } from '../parsers/word-lists.ts';
import { propose, refuse } from '../proposals.ts';

/** Letters instead of digits, so that the prompt's numbers stay as they are. */
const SCHEMES = ['arg', 'param', 'input'] as const;

/**
 * Renames the parameters by place (`arg_a`, `arg_b`) in signature, examples and prose.
 *
 * A parameter whose name also occurs as an English word keeps it, and so does one that the running text never mentions:
 * there the name alone may say which value it is, or in which unit. Refuses functions that look at their own names:
 * `**kwargs`, `getattr`, `locals`.
 */
export const paramRenameMutator: Mutator = {
  name: 'name-param-rename',
  family: 'naming',
  summary: 'Parameter names that say nothing about their values.',
  example: { before: 'def scale(xs, factor):', after: 'def scale(arg_a, arg_b):' },
  touches: ['prose', 'signature', 'code', 'example', 'constraint'],
  preserves: 'exact-meaning',
  declares: ['renames'],
  source: 'original',
  *propose(input) {
    const target = targetFunction(input.prompt, input.entryPoint);
    if (!target) yield refuse('no-signature');
    else if (target.parameters.some(({ kind }) => kind === 'kwargs')) yield refuse('keyword-catch-all');
    else if (/\b(?:getattr|setattr|locals|vars|globals|kwargs|inspect)\b/.test(input.prompt.text))
      yield refuse('reflection');
    else for (const scheme of SCHEMES) yield* renameBy(scheme, input, target);
  },
};

function* renameBy(scheme: string, input: MutationInput, target: PromptFunction): Iterable<Proposal | Refusal> {
  const edits: Edit[] = [];
  const renames: Record<string, string> = {};
  const own = target.parameters.filter(({ name }) => name !== 'self' && name !== 'cls');
  if (own.length === 0) yield refuse('no-parameters');
  for (const [index, { name }] of own.entries()) {
    const replacement = `${scheme}_${String.fromCharCode(97 + index)}`;
    if (index >= 26 || !isFreshName(input, replacement)) {
      yield refuse('no-fresh-name');
      continue;
    }
    const outcome = renameParameterEdits(input, target, name, replacement);
    if ('refused' in outcome) yield outcome;
    else if (saysSomething(name) && !isMentioned(input, outcome.edits)) yield refuse('role-only-in-name');
    else {
      edits.push(...outcome.edits);
      renames[name] = replacement;
    }
  }
  if (edits.length > 0) yield propose(edits, renames);
}

/** Whether a name may tell more than "the argument". */
function saysSomething(name: string): boolean {
  return name.length > 2 && !SHORT_FORMS.has(name);
}

/** Whether some edit stands in running text, where the parameter is spoken of. */
function isMentioned({ prompt }: MutationInput, edits: readonly Edit[]): boolean {
  const told = prompt.regions.filter(({ kind }) => kind === 'prose' || kind === 'constraint');
  return edits.some((edit) => told.some((region) => contains(region, edit)));
}
