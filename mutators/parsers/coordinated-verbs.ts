import type { Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';
import { baseOf, isNounLike } from './verb-forms.ts';

/** A verb form in a sentence and its base. */
export interface FoundVerb {
  readonly term: Term;
  readonly base: string;
}

/** The verbs that share one subject, first the one that was asked about; or why that cannot be told. */
export type VerbGroup = { readonly verbs: readonly FoundVerb[] } | { readonly problem: string };

/** Words that open a clause of their own: a verb behind them may belong to it. */
const CLAUSE_OPENERS =
  /^(?:that|which|who|whose|where|when|if|whether|while|until|because|since|so|how|what|unless|although|once|whenever|wherever)$/;
/** Finite verbs of a clause whose subject is something else. */
const OTHER_FINITE =
  /^(?:is|are|was|were|has|have|had|does|do|did|can|could|should|will|would|must|may|might|be|shall|cannot|isn['’]t|aren['’]t|doesn['’]t|don['’]t)$/;
const CONJUNCTION = /^(?:and|or|but)$/;
const ADVERB = /^(?:then|also|finally|subsequently|first|next|optionally|either|just|simply|\p{L}+ly)$/u;
/** Opens an object; a form that could be a noun is a verb before it. */
const OPENS_OBJECT =
  /^(?:a|an|the|this|that|these|those|its|their|his|your|it|them|all|any|each|every|both|whether|if|true|false|none|up|out|only|one|two|how|such|another|no)$/;

/**
 * The verbs that are coordinated with the one at `at` ("takes a list and returns its sum"), all in the same `form`. A
 * verb behind "and" that may belong to another clause, or that may be a noun, is a problem: what depends on it must be
 * refused. Stops at a semicolon; `endsAtRequest`: also where a comma ends the clause and a request follows it
 * ("Given a list that contains words, sort it").
 */
export function verbGroup(
  sentence: Sentence,
  terms: readonly Term[],
  at: number,
  form: 'base' | 'third',
  { endsAtRequest = false }: { readonly endsAtRequest?: boolean } = {},
): VerbGroup {
  const head = terms[at] as Term;
  const base = baseOf(head.text, form);
  if (base === null) return { problem: 'unknown-verb' };
  const verbs: FoundVerb[] = [{ term: head, base }];
  let embedded = false;
  let infinitive = false;
  let awaitsAnd = false;
  let depth = 0;
  for (let i = at + 1; i < terms.length; i++) {
    const term = terms[i] as Term;
    const before = terms[i - 1] as Term;
    const gap = sentence.textOf({ start: before.end, end: term.start });
    depth += (gap.match(/[([{]/g) ?? []).length - (gap.match(/[)\]}]/g) ?? []).length;
    if (gap.includes(';')) break;
    if (term.protected || depth > 0) continue;
    const word = term.text.toLowerCase();
    if (CLAUSE_OPENERS.test(word) || OTHER_FINITE.test(word)) embedded = true;
    const joint = jointBefore(sentence, terms, i);
    if (joint === 'conjunction' && OTHER_FINITE.test(word)) return { problem: 'auxiliary-coordination' };
    if (word === 'to' && baseOf(terms[i + 1]?.text ?? '', 'base') !== null) infinitive = true;
    if (!joint) continue;
    const reading = readAs(terms, i, form);
    const other = readAs(terms, i, form === 'base' ? 'third' : 'base');
    if (reading === 'noun' && other !== 'verb') {
      if (isUnknownVerb(terms, i)) return { problem: 'unknown-verb' };
      continue;
    }
    if (other === 'verb' && reading !== 'verb') {
      // "uses x to find y and return z": the second verb belongs to the infinitive.
      if (form === 'third' && infinitive) continue;
      if (endsAtRequest && form === 'third' && joint === 'comma') break;
      return { problem: embedded ? 'verb-in-clause' : 'mixed-coordination' };
    }
    if (reading === 'unclear') return { problem: 'noun-or-verb' };
    if (embedded) return { problem: 'verb-in-clause' };
    if (form === 'base' && infinitive) return { problem: 'nested-infinitive' };
    if (joint === 'comma') awaitsAnd = true;
    else awaitsAnd = false;
    verbs.push({ term, base: baseOf(word, form) as string });
  }
  return awaitsAnd ? { problem: 'open-coordination' } : { verbs };
}

/** What joins the word at `at` to what is before it: a conjunction, also before an adverb, or a mere comma. */
function jointBefore(sentence: Sentence, terms: readonly Term[], at: number): 'conjunction' | 'comma' | null {
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    const term = terms[i] as Term;
    const next = terms[i + 1] as Term;
    const word = term.text.toLowerCase();
    const gap = sentence.textOf({ start: term.end, end: next.start });
    if (!term.protected && CONJUNCTION.test(word)) return 'conjunction';
    if (/[,/&]\s*$/.test(gap)) return 'comma';
    if (term.protected || !ADVERB.test(word)) return null;
    if (word === 'then' && /,\s*$/.test(sentence.textOf({ start: terms[i - 1]?.end ?? 0, end: term.start })))
      return 'conjunction';
  }
  return null;
}

/** "and view it": a verb, whatever it means. */
function isUnknownVerb(terms: readonly Term[], at: number): boolean {
  const term = terms[at] as Term;
  const following = terms[at + 1]?.text.toLowerCase() ?? '';
  if (terms[at + 1]?.protected) return false;
  if (/^(?:it|them)$/.test(following)) return !/ing$/.test(term.text);
  const verb = term.tags.has('Infinitive') || term.tags.has('PresentTense');
  return verb && baseOf(term.text, 'base') === null && /^(?:a|an|the|its|their)$/.test(following);
}

/** How a word behind a conjunction reads: surely a verb of this form, surely none, or neither. */
function readAs(terms: readonly Term[], at: number, form: 'base' | 'third'): 'verb' | 'noun' | 'unclear' {
  const term = terms[at] as Term;
  const base = baseOf(term.text, form);
  if (base === null) return 'noun';
  const next = terms[at + 1];
  const following = next?.text.toLowerCase() ?? '';
  if (next !== undefined && (OPENS_OBJECT.test(following) || /^-?\d/.test(following))) return 'verb';
  if (!isNounLike(base) || (/^(?:start|end)$/.test(base) && /^(?:with|at)$/.test(following))) return 'verb';
  if (next === undefined || /^(?:of|in|for|is|are|from|at|between|and|or|with|by|as|on|to|which|that)$/.test(following))
    return next === undefined || following === 'of' || following === 'is' || following === 'are' ? 'noun' : 'unclear';
  return 'unclear';
}
