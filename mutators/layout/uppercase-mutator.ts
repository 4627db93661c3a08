import type { Edit } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { contains } from '../../src/core/span.ts';
import { proseWords } from '../parsers/prose-words.ts';
import { protectedSpans } from '../parsers/protected-spans.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * Running text in capitals; code, examples, names, literals and numbers stay as they are.
 *
 * Names inside a sentence ("Fibonacci", "Python") stay too: one of them may be a value that the program handles.
 * Source: the "lowercase to uppercase" rewriting of LLM-written prompt mutations, which also changed protected text.
 */
export const uppercaseMutator: Mutator = {
  name: 'fmt-uppercase',
  family: 'layout',
  summary: 'Running text in capitals; code, names and literals stay.',
  example: { before: 'Return the sum of `xs`.', after: 'RETURN THE SUM OF `xs`.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['case'],
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const kept = protectedSpans(prompt, entryPoint).filter(({ kind }) => kind !== 'operator' && kind !== 'number-word');
    const edits: Edit[] = [];
    let hole = 0;
    for (const word of proseWords(prompt)) {
      while (hole < kept.length && (kept[hole]?.end ?? 0) <= word.start) hole += 1;
      const inside = kept[hole];
      if (inside && (contains(inside, word) || inside.start < word.end)) continue;
      const upper = word.text.toUpperCase();
      if (upper !== word.text && upper.length === word.text.length && !word.isName)
        edits.push(replaceSpan(word, upper));
    }
    yield edits.length === 0 ? refuse('no-lower-case-text') : propose(edits);
  },
};
