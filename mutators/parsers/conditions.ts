import { pointerIn, runsOn, speaksOf } from './clause-links.ts';
import type { Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';

/** "If C, M." or "M if C.", with nothing else in the sentence. */
export interface Conditional {
  readonly sentence: Sentence;
  /** `if`, `when` or `unless`. */
  readonly conjunction: Term;
  readonly condition: readonly Term[];
  /** Without a leading "then". */
  readonly main: readonly Term[];
  readonly fronted: boolean;
}

const CONJUNCTION = /^(?:if|when|unless)$/;
/** Sentences of more words are left alone. */
const MOST_WORDS = 40;
const LONGEST_MAIN = 18;

/** What ties a main clause together with more than one condition could govern. */
const COMPOUND =
  /^(?:and|or|but|nor|then|otherwise|else|if|when|unless|whenever|while|because|so|since|until|before|after|where|which|who|whose|that|whether|only|just|even|instead|why|how|plus|also|too|again|except|either|neither)$/;
/** Behind these "if" means "whether", or belongs to one word alone. */
const ASKING =
  /^(?:check|checks|checking|checked|determine|determines|determining|see|sees|find|finds|verify|verifies|test|tests|decide|decides|know|tell|tells|indicate|indicates|indicating|specify|specifies|specifying|ask|asks|validate|validates|identify|detect|detects|say|says|ensure|ensures|confirm|control|controls|define|defines|assert|asserts|evaluate|evaluates|flag|print(?:ing)? out|boolean|case|cases|example|only|even|as|except|and|or|not|called|considered|said|especially|particularly|what|used|know|known)$/;
/** What "when" may stand behind: with other verbs it may belong to the noun before it. */
const RETURNING =
  /^(?:return|returns|returned|raise|raises|raised|throw|throws|thrown|print|prints|printed|output|outputs|yield|yields)$/;
const MODAL = /^(?:should|must|will|shall|can|may)$/;
const COPULA = /^(?:is|are|was|were|be|been|being|isn't|aren't)$/;
const FINITE =
  /^(?:is|are|was|were|has|have|had|does|do|did|exists?|contains?|isn't|aren't|doesn't|don't|cannot|can|will|must|may|there's|equals?|holds?|lies|fails?|needs?)$/;
const ELLIPTIC =
  /^(?:true|false|none|empty|so|any|possible|necessary|needed|using|given|provided|specified|set|not|desired|available|applicable|present|both|required|yes|and|or|either)$/;

/** The conditional that a sentence is, why it is none that can be turned round, or null where it holds no condition. */
export function readConditional(sentence: Sentence): Conditional | { readonly problem: string } | null {
  const text = sentence.textOf(sentence);
  if (!/\b(?:if|when|unless)\b/i.test(text)) return null;
  const terms = sentence.terms();
  if (runsOn(terms)) return { problem: 'several-sentences' };
  if (terms.length > MOST_WORDS) return { problem: 'long-sentence' };
  if (sentence.terminator !== '.' && !(sentence.terminator === '' && sentence.closesBlock))
    return { problem: 'open-sentence' };
  if (/[;:()[\]{}—–"“”]|\.{2,}| - /.test(outside(sentence, terms))) return { problem: 'several-parts' };
  const conjunctions = terms.filter((term) => !term.protected && CONJUNCTION.test(term.text.toLowerCase()));
  const [conjunction] = conjunctions;
  if (!conjunction || conjunctions.length > 1) return { problem: 'several-conditions' };
  const at = terms.indexOf(conjunction);
  const commas = terms
    .slice(0, -1)
    .flatMap((_term, index) => (gapBehind(sentence, terms, index).includes(',') ? [index] : []));
  if (at === 0) {
    const [comma, another] = commas;
    if (comma === undefined || another !== undefined) return { problem: 'several-parts' };
    const rest = terms.slice(comma + 1);
    const main = rest[0]?.text.toLowerCase() === 'then' ? rest.slice(1) : rest;
    return checked({ sentence, conjunction, condition: terms.slice(1, comma + 1), main, fronted: true });
  }
  if (commas.length > 0) return { problem: 'several-parts' };
  return checked({ sentence, conjunction, condition: terms.slice(at + 1), main: terms.slice(0, at), fronted: false });
}

function checked(conditional: Conditional): Conditional | { readonly problem: string } {
  const problem = mainProblem(conditional) ?? conditionProblem(conditional) ?? linkProblem(conditional);
  return problem === null ? conditional : { problem };
}

function mainProblem({ main, fronted, conjunction }: Conditional): string | null {
  const words = main.map(({ text }) => text.toLowerCase());
  const [first] = main;
  if (!first || main.length > LONGEST_MAIN) return 'long-main-clause';
  if (words.some((word, index) => !main[index]?.protected && COMPOUND.test(word))) return 'compound-main-clause';
  if (words.some((word, index) => word === 'to' && main[index + 1]?.tags.has('Verb'))) return 'infinitive';
  if (first.tags.has('Gerund') || /^(?:given|for|to|with|in|on|as|by)$/.test(words[0] ?? ''))
    return 'no-plain-main-clause';
  const verbs = main.filter(({ tags, protected: hidden }) => !hidden && (tags.has('Verb') || tags.has('Copula')));
  if (verbs.length === 0 && !RETURNING.test(words[0] ?? '')) return 'no-verb';
  if (fronted) return null;
  if (words.some((word) => ASKING.test(word))) return 'asks-whether';
  if (words.some((word) => /^(?:each|every|any|all|both|no|never|not|least|most)$/.test(word)))
    return 'quantified-main-clause';
  if (/^(?:returns|raises|throws|prints|outputs|yields)$/.test(words[0] ?? '')) return 'no-subject';
  const returning = words.some((word) => RETURNING.test(word));
  if (conjunction.text.toLowerCase() !== 'if' && !returning) return 'time-of-a-noun';
  if (!returning && !words.some((word) => COPULA.test(word) || MODAL.test(word))) return 'no-plain-main-clause';
  if (!returning && /^(?:a|an)$/.test(words[0] ?? '')) return 'definition';
  const last = main.at(-1);
  const passive = words.slice(-4, -1).some((word) => COPULA.test(word));
  return last?.tags.has('PastTense') || last?.tags.has('Participle') ? (passive ? null : 'participle') : null;
}

function conditionProblem({ condition, main, fronted }: Conditional): string | null {
  const words = condition.map(({ text }) => text.toLowerCase());
  const [first] = condition;
  if (!first || condition.length < 3) return 'elliptic-condition';
  if (ELLIPTIC.test(words[0] ?? '') || (first.tags.has('Verb') && !first.protected)) return 'elliptic-condition';
  const finite = condition.some((term, index) => {
    if (index === 0 || term.protected) return index === 0 && words[0] === "there's";
    if (FINITE.test(term.text.toLowerCase())) return true;
    return term.tags.has('PresentTense') && !term.tags.has('Gerund') && !term.tags.has('Noun');
  });
  if (!finite) return 'elliptic-condition';
  if (words.some((word) => /^(?:otherwise|else|then|but|whether|so)$/.test(word))) return 'several-conditions';
  if (fronted) return null;
  if (words.some((word, index) => /^(?:and|or)$/.test(word) && coordinatesClause(condition, index)))
    return 'coordinated-condition';
  const announces = main.some(({ text }) =>
    /^(?:raise|raises|raised|throw|throws|thrown|print|prints|log|logs|warn|warning)$/i.test(text),
  );
  return announces &&
    words.some((word) => /^(?:with|message|saying|stating|indicating|error|warning|by|as)$/.test(word))
    ? 'belongs-to-either'
    : null;
}

/** "if it is empty and returns 0": what follows may go with the main clause. */
function coordinatesClause(condition: readonly Term[], at: number): boolean {
  const next = condition[at + 1];
  return next === undefined || (next.tags.has('Verb') && !next.protected && !COPULA.test(next.text.toLowerCase()));
}

const LITERAL = /^(?:-?\d+(?:\.\d+)?|true|false|none|nan|inf|(["'`])[^"'`]*\1|\[\]|\{\}|\(\))$/i;

/** Words of one half that mean something in the other, which may be lost or changed when the halves change places. */
function linkProblem({ condition, main, fronted }: Conditional): string | null {
  const [earlier, later] = fronted ? [condition, main] : [main, condition];
  if (speaksOf(earlier, later)) return 'speaks-of-what-came-before';
  if (pointerIn(main)) return 'pronoun';
  const names = main.some(
    (term) =>
      (term.protected || term.tags.has('Noun')) && !LITERAL.test(term.text) && !RETURNING.test(term.text.toLowerCase()),
  );
  return names && pointerIn(condition) ? 'pronoun' : null;
}

function gapBehind(sentence: Sentence, terms: readonly Term[], index: number): string {
  const term = terms[index];
  const next = terms[index + 1];
  return term && next ? sentence.textOf({ start: term.end, end: next.start }) : '';
}

/** The sentence without its words: what stands between them and in front of the first. */
function outside(sentence: Sentence, terms: readonly Term[]): string {
  let at = sentence.start;
  const gaps = terms.map((term) => {
    const gap = sentence.textOf({ start: at, end: Math.max(at, term.start) });
    at = term.end;
    return gap;
  });
  return gaps.join(' ');
}
