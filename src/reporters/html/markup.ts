import { escapeBidi } from '../steering-text.ts';

/** Text that is known to be safe HTML: made by {@link html} or {@link trusted} alone. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | null | false | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toText(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') {
    return escapeBidi(String(part)).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
  }
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** HTML in which every interpolated text is escaped, for elements and for quoted attributes; null and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.reduce((text, string, at) => text + toText(parts[at - 1] ?? null) + string) };
}

/** Our own constant text, such as a style sheet; never anything of a model, a data set or a user. */
export function trusted(markup: string): Markup {
  return { markup };
}
