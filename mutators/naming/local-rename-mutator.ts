import type { Edit } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { shownLocals } from '../parsers/code-places.ts';
import { isFreshName } from '../parsers/fresh-names.ts';
import { wholeWordStarts } from '../parsers/whole-words.ts';
import { propose, refuse } from '../proposals.ts';

/** Letters instead of digits, so that the prompt's numbers stay as they are. */
const SCHEMES = ['local', 'temp', 'held'] as const;
/** A prompt's code has fewer variables; the others keep their names. */
const MOST_LOCALS = 26;

/**
 * Renames the local variables of the functions whose bodies the prompt shows, such as the other methods of a class, by
 * the order in which they appear (`local_a`, `local_b`).
 *
 * A variable whose name stands in prose, a comment or a text, too, keeps it; keywords and attributes of that name stay. Refuses code that
 * looks at its own names.
 */
export const localRenameMutator: Mutator = {
  name: 'name-local-rename',
  family: 'naming',
  summary: 'Names that say nothing for the local variables of code that the prompt shows.',
  example: {
    before: 'def area(self):\n    half = self.side / 2\n    return 4 * half * half',
    after: 'def area(self):\n    local_a = self.side / 2\n    return 4 * local_a * local_a',
  },
  touches: ['signature', 'code'],
  preserves: 'exact-meaning',
  declares: ['renames'],
  source: 'original',
  *propose(input) {
    const { text } = input.prompt;
    const all = shownLocals(input.prompt);
    if (all.length === 0) {
      yield refuse('no-local-variable');
      return;
    }
    const hidden = all
      .filter(({ name, places, others }) => {
        const own = new Set(places.map(({ start }) => start));
        return (
          !/^_/.test(name) && [...wholeWordStarts(text, name)].every((start) => own.has(start) || others.has(start))
        );
      })
      .slice(0, MOST_LOCALS);
    if (hidden.length === 0) {
      yield refuse('name-stands-elsewhere');
      return;
    }
    for (const scheme of SCHEMES) {
      const renames = hidden.map(({ name }, at) => [name, `${scheme}_${String.fromCharCode(97 + at)}`] as const);
      if (renames.some(([, fresh]) => !isFreshName(input, fresh))) {
        yield refuse('no-fresh-name');
        continue;
      }
      const edits = hidden.flatMap(({ places }, at): Edit[] =>
        places.map((place) => ({ ...place, replacement: renames[at]?.[1] ?? '' })),
      );
      yield propose(
        edits.sort((a, b) => a.start - b.start),
        Object.fromEntries(renames),
      );
    }
  },
};
