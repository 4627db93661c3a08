import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { type FunctionSpans, listFunctions } from '../../src/python-source/python-names.ts';

/** The function that a prompt asks for, as far as its code shows it. Spans are those of the prompt. */
export interface PromptFunction {
  readonly name: string;
  readonly className: string | null;
  readonly nameSpan: Span;
  /** From `def` to the end of its body, as far as its region shows it. */
  readonly whole: Span;
  readonly parameters: readonly (Span & { readonly name: string; readonly kind: 'plain' | 'args' | 'kwargs' })[];
}

const cache = new WeakMap<Prompt, readonly PromptFunction[]>();

/** Every function that the prompt's signatures and code define, in order. */
export function promptFunctions(prompt: Prompt): readonly PromptFunction[] {
  const known = cache.get(prompt);
  if (known) return known;
  const found = prompt.regions
    .filter(({ kind }) => kind === 'signature' || kind === 'code')
    .flatMap(({ kind, start, end }) => {
      const code = prompt.text.slice(start, end);
      if (!code.includes('def ')) return [];
      return listFunctions(kind === 'signature' ? `${code}\n    pass\n` : code).map((spans) => shifted(spans, start));
    });
  cache.set(prompt, found);
  return found;
}

function shifted({ name, className, nameSpan, whole, parameters }: FunctionSpans, by: number): PromptFunction {
  const shift = <Part extends Span>(part: Part): Part => ({ ...part, start: part.start + by, end: part.end + by });
  return { name, className, nameSpan: shift(nameSpan), whole: shift(whole), parameters: parameters.map(shift) };
}

/** The function to write: the last of the entry point's name, or the last of all where none is named. */
export function targetFunction(prompt: Prompt, entryPoint: string | null): PromptFunction | null {
  return (
    promptFunctions(prompt)
      .filter(({ name }) => entryPoint === null || name === entryPoint)
      .at(-1) ?? null
  );
}

/** Names of the prompt's own signature: the entry point and its parameters, without `self`. */
export function promptNames(prompt: Prompt, entryPoint: string | null): ReadonlySet<string> {
  const target = targetFunction(prompt, entryPoint);
  const names = new Set(target?.parameters.map(({ name }) => name));
  if (target) names.add(target.name);
  if (entryPoint !== null) names.add(entryPoint);
  names.delete('self');
  names.delete('cls');
  return names;
}
