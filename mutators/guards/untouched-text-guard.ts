import type { Guard } from '../../src/core/mutation.ts';
import { declares } from './inverse-renames.ts';

const PRIVATE_USE = /[\uE000-\uF8FF]/;

/** P8: edits bring in no private-use sign, and no white space but single blanks between words. */
export const untouchedTextGuard: Guard = {
  name: 'untouched-text',
  check(input) {
    const { prompt, proposal } = input;
    for (const { start, end, replacement } of proposal.edits) {
      const old = prompt.text.slice(start, end);
      if (PRIVATE_USE.test(replacement) && !PRIVATE_USE.test(old)) return 'a private-use sign is new';
      if (declares(input, 'layout-white-space')) continue;
      if (breaksOf(old) !== breaksOf(replacement)) return 'line breaks or tabs are changed';
      const seamed = `${prompt.text[start - 1] ?? 'x'}${replacement}${prompt.text[end] ?? 'x'}`;
      const before = `${prompt.text[start - 1] ?? 'x'}${old}${prompt.text[end] ?? 'x'}`;
      if (occurrences(seamed, '  ') > occurrences(before, '  ')) return 'a doubled blank is new';
    }
    return null;
  },
};

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

function breaksOf(text: string): string {
  return text.replace(/[^\t\r\n\v\f]/g, '');
}
