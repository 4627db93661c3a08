import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt } from '../../src/core/prompt.ts';
import { functionNamePlaces, type NamePlace, parameterPlaces } from '../../src/python-source/renaming/name-places.ts';

/** The prompt's code and signatures at their offsets; all else, and the marks of fences, is blank. */
export const codeOnly = oncePer(({ regions, text }: Prompt) =>
  regions
    .map(({ kind, start, end }) => {
      const part = text.slice(start, end);
      return kind === 'code' || kind === 'signature' ? part.replace(/^[^\S\n]*(?:```|~~~).*$/gm, blank) : blank(part);
    })
    .join(''),
);

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

const byStart = (places: readonly NamePlace[]) => new Map(places.map((place) => [place.start, place.role]));

/** The role of each occurrence of the function's name in the prompt's code, by start offset. */
export function functionRoles(prompt: Prompt, name: string): ReadonlyMap<number, NamePlace['role']> {
  return byStart(functionNamePlaces(codeOnly(prompt), name));
}

/**
 * The role of each occurrence of a parameter's name in the prompt's code, by its start; empty if the code is too
 * broken.
 *
 * @param functionAt the place of the function's own name
 */
export function parameterRoles(
  prompt: Prompt,
  functionAt: number,
  name: string,
): ReadonlyMap<number, NamePlace['role']> {
  return byStart(parameterPlaces(codeOnly(prompt), functionAt, name) ?? []);
}
