import { z } from 'zod';
import type { Edit, Span } from '../../src/core/text.ts';
import { readData } from '../../src/package-root.ts';
import { matchCase } from '../proposals.ts';

const classes = readData(
  'lexicons/noise-word-classes.json',
  z.object({ nouns: z.record(z.string(), z.string()) }),
).nouns;

type Word = Span & { readonly text: string };

/** "returns" -> "return" and back, for verbs of the list alone. */
export function otherPerson({ start, end, text }: Word): Edit | null {
  const word = text.toLowerCase();
  const bare = word.replace(/e?s$/, '');
  const stem = [word, word.replace(/s$/, ''), bare].find((form) => Object.hasOwn(classes, form));
  if (stem === undefined) return null;
  const other = stem === word ? `${word}${/(?:s|x|ch|sh)$/.test(word) ? 'es' : 's'}` : stem;
  return { start, end, replacement: matchCase(text, other) };
}

/** "calculate" -> "calculation" and back. */
export function otherClass({ start, end, text }: Word): Edit | null {
  const word = text.toLowerCase();
  const noun = Object.hasOwn(classes, word) ? classes[word] : undefined;
  const verb = Object.keys(classes).find((key) => classes[key] === word);
  const other = noun ?? verb;
  return other === undefined ? null : { start, end, replacement: matchCase(text, other) };
}
