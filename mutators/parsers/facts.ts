import { mentionsDiffer, pointerIn, runsOn } from './clause-links.ts';
import type { Sentence } from './prose-sentences.ts';

/** Sentences that say what is so, not what to do next. */
const FACT = [
  /^(?:It|(?:The|This) (?:function|method|class|program|model|network|layer|module)) (?:(?:should|must|can|may|will) )?(?:takes?|accepts?|receives?|expects?|requires?|supports?|raises?|returns?|handles?|allows?|inherits?|includes?|assumes?|provides?|ensures?|works?|has|have|is|are|be)\b/,
  /^(?:Ensure|Make sure|Handle|Support|Include|Use|Do not|Avoid)\b/,
  /^(?:You (?:may|can) a|A)ssume\b/,
  /^(?:A|An) \S+ (?:is|should be|must be) raised\b/,
  /^Raises? \b/,
  /^(?:The|All|Each|Every|Both|An?) (?:[`\w-]+ ){1,5}(?:is|are|must be|should be|can be|may be|has|have|must have|should have|contains?|consists?|represents?|specif(?:y|ies)|denotes?|indicates?|defaults?|determines?|controls?) (?!(?:then|first|next|later|finally)\b)/,
] as const;

/** "is computed", "is then scaled": steps of a process, whose order counts. */
const STEP =
  /\b(?:is|are|be|been|being) (?:\w+ly )?(?!(?:raised|returned|required|expected|assumed|given|provided|allowed|supported|guaranteed|represented|specified|defined|used|called|sorted|indexed|stored|needed|based)\b)\w+(?:ed|en|wn|ne|lt|pt)\b/;
const TIED =
  /\b(?:also|then|too|again|first|second|third|next|last|finally|lastly|afterwards?|later|before|after|previous(?:ly)?|above|below|following|otherwise|else|however|therefore|thus|hence|moreover|furthermore|additionally|instead|similarly|likewise|now|once|subsequent(?:ly)?|respectively|remaining|rest|result(?:ing|s)?|example|note|overall|in addition|as well|while|step)\b/i;

/** Why a sentence cannot change places with its neighbour, or null. */
export function factProblem(sentence: Sentence): string | null {
  const text = sentence.textOf(sentence).replace(/\s+/g, ' ');
  if (sentence.terminator !== '.') return 'open-sentence';
  if (!FACT.some((pattern) => pattern.test(text))) return 'no-statement-of-fact';
  if (TIED.test(text)) return 'tied-to-its-place';
  if (STEP.test(text)) return 'step-of-a-process';
  if (/[;:]/.test(text)) return 'several-parts';
  const terms = sentence.terms();
  if (runsOn(terms)) return 'several-sentences';
  return pointerIn(terms[0]?.text === 'It' ? terms.slice(1) : terms) ? 'pronoun' : null;
}

const ERROR = /\b[A-Z]\w*(?:Error|Exception|Warning)\b/;

/** Why two neighbouring facts cannot change places, or null. */
export function swapProblem(one: Sentence, other: Sentence, textBefore: string): string | null {
  const texts = [one, other].map((sentence) => sentence.textOf(sentence));
  const all = (pattern: RegExp) => texts.every((text) => pattern.test(text));
  if (all(/\breturn/i)) return 'order-may-count';
  if (all(/\brais|\berror/i) && (!all(ERROR) || texts[0]?.match(ERROR)?.[0] !== texts[1]?.match(ERROR)?.[0]))
    return 'order-may-count';
  if (texts.some((text) => text.startsWith('It ')) && !all(/^It /)) return 'pronoun';
  return mentionsDiffer(one.terms(), other.terms(), textBefore) ? 'speaks-of-what-came-before' : null;
}

/** Whether a sentence behind them leans on the last one's words. */
export function leansBack(sentence: Sentence): boolean {
  const opening = sentence.textOf(sentence).slice(0, 60).replace(/\s+/g, ' ');
  return /^(?:\w+ ){0,2}(?:it|its|they|their|them|this|these|that|those|such|he|she|his|her|otherwise|else|then|also|however|therefore|thus|hence|instead|additionally|similarly|for example|e\.g|moreover|so)\b/i.test(
    opening,
  );
}
