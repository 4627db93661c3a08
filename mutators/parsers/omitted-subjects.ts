import type { Prompt } from '../../src/core/prompt.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import { programSubject } from './requests.ts';
import { baseOf } from './verb-forms.ts';

/** Opens a docstring right behind the line that it belongs to. */
const DOCSTRING = /\s*[rRuU]?(?:"""|''')\s*$/;
/** A line that says what follows it is: "Returns:", "## Output", a line of dashes. */
const HEADING = /(?:[:：][*_`]*|^\s*#+[^\n]*|^\s*[-=~]{3,})$/m;
/** A heading is looked for this far back. */
const FARTHEST = 300;

/** What "Returns the sum." is said of: "The function"; or why that cannot be told. */
export function omittedSubject(
  prompt: Prompt,
  entryPoint: string | null,
  sentence: Sentence,
): { readonly stated: string } | { readonly problem: string } {
  const before = prompt.text.slice(Math.max(0, sentence.block.start - FARTHEST), sentence.block.start);
  if (!DOCSTRING.test(before) && isUnderHeading(before)) return { problem: 'under-heading' };
  const noun = programSubject(prompt, entryPoint);
  return noun === null ? { problem: 'no-subject' } : { stated: `The ${noun}` };
}

function isUnderHeading(before: string): boolean {
  const text = before.trimEnd();
  return HEADING.test(text.slice(text.lastIndexOf('\n') + 1));
}

/** The sentences of a paragraph that open with a verb in the third person and have no subject: "Also returns it." */
export function subjectless(prompt: Prompt, entryPoint: string | null, block: Sentence['block']): readonly Sentence[] {
  return proseSentences(prompt, entryPoint).filter((sentence) => sentence.block === block && opensWithVerb(sentence));
}

function opensWithVerb(sentence: Sentence): boolean {
  const [first, second] = sentence.textOf(sentence).split(/[\s,]+/, 2);
  const isVerb = (word: string | undefined) => word !== undefined && baseOf(word.toLowerCase(), 'third') !== null;
  return (
    isVerb(first) || (/^(?:then|also|finally|optionally|additionally|\p{L}+ly)$/iu.test(first ?? '') && isVerb(second))
  );
}
