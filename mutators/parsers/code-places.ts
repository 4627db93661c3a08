import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt } from '../../src/core/text.ts';

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
