import type { Prompt } from '../../src/core/text.ts';

/** A signature as the prompt describes it in words. */
export interface WantedSignature {
  /** With type and default, in order, without `self`. */
  readonly parameters: readonly string[];
  /** The return type; null if the prompt names none. */
  readonly result: string | null;
}

/** The signature of the function to write, where the prompt shows it; null elsewhere. */
export function wantedSignature({ text, regions }: Prompt, entryPoint: string): WantedSignature | null {
  const signatures = regions.filter(({ kind }) => kind === 'signature').map(({ start, end }) => text.slice(start, end));
  for (const signature of signatures) {
    const head = /\bdef\s+([^\s(]+)\s*\(/gu;
    for (const match of signature.matchAll(head)) {
      if (match[1] !== entryPoint) continue;
      const list = splitList(signature.slice(match.index + match[0].length));
      if (!list) continue;
      const parameters = list.items.filter((item) => !/^(?:self|cls|\*|\/)?$/.test(item));
      const result = /^\s*->\s*([^:\n]+?)\s*:/.exec(list.rest)?.[1] ?? null;
      return { parameters, result };
    }
  }
  return null;
}

/** The items up to the closing parenthesis, comma by comma; null where it is not closed. */
function splitList(text: string): { readonly items: readonly string[]; readonly rest: string } | null {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (depth === 0 && (sign === ',' || sign === ')')) {
      items.push(text.slice(from, at).replace(/\s+/g, ' ').trim());
      from = at + 1;
      if (sign === ')') return { items, rest: text.slice(at + 1) };
    } else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
  }
  return null;
}
