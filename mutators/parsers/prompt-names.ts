import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt, Span } from '../../src/core/text.ts';
import { type FunctionSpans, listFunctions } from '../../src/python-source/syntax/python-names.ts';

/** Every function that the prompt's signatures and code define, in order. */
export const promptFunctions = oncePer((prompt: Prompt) => {
  return prompt.regions
    .filter(({ kind }) => kind === 'signature' || kind === 'code')
    .flatMap(({ kind, start, end }) => {
      const code = prompt.text.slice(start, end);
      if (!code.includes('def ')) return [];
      return listFunctions(kind === 'signature' ? `${code}\n    pass\n` : code).map((spans) => shifted(spans, start));
    });
});

/**
 * The spans of a function as those of the prompt that shows its code; `whole` goes from `def` to the end of its body, as
 * far as its region shows it.
 */
function shifted({ name, className, nameSpan, whole, parameters }: FunctionSpans, by: number) {
  const shift = <Part extends Span>(part: Part): Part => ({ ...part, start: part.start + by, end: part.end + by });
  return { name, className, nameSpan: shift(nameSpan), whole: shift(whole), parameters: parameters.map(shift) };
}

export type PromptFunction = ReturnType<typeof shifted>;

const NAMED = [
  /\b(?:function|method)\s+(?:called|named)\s*:?\s*[`'"*]{0,3}([A-Za-z_]\w*)/,
  /\b(?:function|method),?\s+[`*]{1,3}([A-Za-z_]\w*)[`*]/,
  /[`]([A-Za-z_]\w*)`\s+(?:function|method)\b/,
  /\b(?:function|method)\s+(\w*_\w*)/,
  /\b(\w*_\w*)\s+(?:function|method)\b/,
  /\b(?:function|method)\s+([A-Za-z_]\w*)\s+(?:that|which)\b/,
] as const;
/** The request opens the prompt; later names belong to other things. */
const OPENING_LENGTH = 300;

/** The name that a free text gives to the function it asks for: "a function called X", "the `X` method". */
export function requestedName({ text, regions }: Prompt): string | null {
  const prose = regions.find(({ kind }) => kind === 'prose');
  if (!prose) return null;
  const opening = text.slice(prose.start, Math.min(prose.end, prose.start + OPENING_LENGTH));
  const found = NAMED.map((pattern) => pattern.exec(opening)).filter((match) => match !== null);
  const name = found.sort((a, b) => a.index - b.index)[0]?.[1];
  return name === undefined || /^(?:called|named|to|that|which|for)$/.test(name) ? null : name;
}

/**
 * The function to write as the prompt's code shows it: of the entry point's name, else of the requested name, else the
 * only one; in a prompt that is itself code, the last.
 */
export function targetFunction(prompt: Prompt, entryPoint: string | null): PromptFunction | null {
  const functions = promptFunctions(prompt);
  const name = entryPoint ?? requestedName(prompt);
  if (name !== null) return functions.filter((candidate) => candidate.name === name).at(-1) ?? null;
  const isCode = prompt.regions.some(({ kind }) => kind === 'signature');
  return functions.length === 1 || isCode ? (functions.at(-1) ?? null) : null;
}

/** Names of the prompt's own signature: the entry point and its parameters, without `self`. */
export function promptNames(prompt: Prompt, entryPoint: string | null): ReadonlySet<string> {
  const target = targetFunction(prompt, entryPoint);
  const names = new Set(target?.parameters.map(({ name }) => name));
  if (target) names.add(target.name);
  const name = entryPoint ?? requestedName(prompt);
  if (name !== null) names.add(name);
  names.delete('self');
  names.delete('cls');
  return names;
}
