import type { Edit } from '../../src/core/edit.ts';
import type { ProgramClause } from './program-clauses.ts';

/**
 * The edits that put a clause under "should" or "will": the auxiliary before the adverbs, the verbs in their base form.
 *
 * @param stated what a clause without a subject gets as its own: "The function".
 */
export function auxiliaryEdits(
  { auxiliaryAt, verbs, negated }: ProgramClause,
  auxiliary: string,
  stated: string | null,
): Edit[] {
  const [first, ...others] = verbs;
  if (!first) return [];
  if (negated) return [{ start: first.term.start, end: first.term.end, replacement: auxiliary }];
  const opening = stated === null ? auxiliary : `${stated} ${auxiliary}`;
  const asBase = ({ term, base }: ProgramClause['verbs'][number]) => ({
    start: term.start,
    end: term.end,
    replacement: base,
  });
  if (auxiliaryAt.start === first.term.start) {
    return [{ ...asBase(first), replacement: `${opening} ${first.base}` }, ...others.map(asBase)];
  }
  const before = { start: auxiliaryAt.start, end: auxiliaryAt.start, replacement: `${opening} ` };
  return [before, asBase(first), ...others.map(asBase)];
}
