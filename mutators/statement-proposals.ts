import type { Edit } from '../src/core/edit.ts';
import type { MutationInput, Mutator, Proposal, Refusal } from '../src/core/mutation.ts';
import { auxiliaryEdits } from './parsers/auxiliary-edits.ts';
import { omittedSubject, subjectless } from './parsers/omitted-subjects.ts';
import { type ProgramClause, programClauses } from './parsers/program-clauses.ts';
import type { Sentence } from './parsers/prose-sentences.ts';
import { propose, refuse } from './proposals.ts';

/**
 * A proposal for each statement of the program in the present, under the auxiliary ("should", "is meant to"). Where a docstring leaves the subject
 * out ("Returns the sum."), every such sentence of its paragraph gets one, or none changes.
 *
 * @param options.negated whether "does not" may become the auxiliary with "not".
 */
function* proposeStatements(
  { prompt, entryPoint }: Pick<MutationInput, 'prompt' | 'entryPoint'>,
  auxiliary: string,
  { relative, negated = true }: { readonly relative: boolean; readonly negated?: boolean },
): Iterable<Proposal | Refusal> {
  const clauses = programClauses(prompt, entryPoint).filter(({ subject }) => relative || subject !== 'relative');
  if (clauses.length === 0) yield refuse('no-statement-of-program');
  const done = new Set<Sentence['block']>();
  for (const clause of clauses) {
    const { sentence } = clause;
    if ('problem' in clause) yield refuse(clause.problem, sentence);
    else if (sentence.terminator === '?') yield refuse('question', sentence);
    else if (clause.negated && !negated) yield refuse('negated', sentence);
    else if (clause.subject !== 'omitted') yield propose(auxiliaryEdits(clause, auxiliary, null));
    else if (!done.has(sentence.block)) {
      done.add(sentence.block);
      const alike = clauses.filter(
        (other): other is ProgramClause =>
          !('problem' in other) && other.subject === 'omitted' && other.sentence.block === sentence.block,
      );
      const subject = omittedSubject(prompt, entryPoint, sentence);
      if ('problem' in subject) yield refuse(subject.problem, sentence);
      else if (
        subjectless(prompt, entryPoint, sentence.block).some((other) => !alike.some((one) => one.sentence === other))
      )
        yield refuse('parallel-without-subject', sentence);
      else yield propose(withSubjects(alike, auxiliary, subject.stated));
    }
  }
}

/** "The function" once, then "It". */
function withSubjects(clauses: readonly ProgramClause[], auxiliary: string, stated: string): Edit[] {
  return clauses.flatMap((clause, index) => auxiliaryEdits(clause, auxiliary, index === 0 ? stated : 'It'));
}

/** What differs between mutators that put an auxiliary before what the prompt states of the program. */
type StatementEntry = Pick<Mutator, 'name' | 'summary' | 'example' | 'source'> & {
  readonly auxiliaries: readonly {
    readonly words: string;
    /** Whether it can stand behind "a function that", and whether "not" can follow it. */
    readonly relative: boolean;
    readonly negated: boolean;
  }[];
};

/** A mutator of statements of the program; coordinated verbs change along, and where "and" may join something else it refuses. */
export function statementMutator({ auxiliaries, ...entry }: StatementEntry): Mutator {
  return {
    ...entry,
    family: 'grammatical',
    touches: ['prose'],
    preserves: 'exact-meaning',
    *propose(input) {
      let found = false;
      for (const { words, ...options } of auxiliaries) {
        for (const outcome of proposeStatements(input, words, options)) {
          if ('refused' in outcome && found) continue;
          found ||= 'edits' in outcome;
          yield outcome;
        }
      }
    },
  };
}
