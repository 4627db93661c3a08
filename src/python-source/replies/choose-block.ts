import { borrowDefinitions } from '../scopes/borrow-definitions.ts';
import { type CodeBlock, mostBlocks } from './find-blocks.ts';
import { type Reading, readCode, type Search } from './read-code.ts';

/** Announces another version; the previous one stays the answer. */
const ALTERNATIVE =
  /\balternativ|\b(?:another|other|different|second) (?:way|approach|version|method|option|solution|implementation|possibility)|\byou (?:can|could|may|might) also\b|\bone-liner|\bfor comparison\b|\bvariants?\b|\bor (?:simply|just|using|with|as)\b/i;
/** Retracts the preceding version. */
const CORRECTION =
  /\b(?:wait|oops|sorry|mistakes?|wrong|incorrect|errors?|bugs?|fix(?:ed|es)?|correct(?:ed|ion|s)?|fails?|revised|updated|final|actually)\b/i;
/** Announces something that is not meant to be used. */
const WARNING =
  /\b(?:do not|don['’]t|should not|shouldn['’]t|never|avoid) (?:use|using|do|doing|write|writing|be used)\b/i;

function standsBeside({ lead }: CodeBlock): boolean {
  return WARNING.test(lead) || (ALTERNATIVE.test(lead) && !CORRECTION.test(lead));
}

/**
 * The block that a reply means: the last complete program, unless it is announced as an alternative. Definitions that
 * it uses and only other blocks have are included, from the last of those.
 */
export function chooseBlock(all: readonly CodeBlock[], search: Search): Reading | null {
  const readings = mostBlocks(all).flatMap((block) => {
    const reading = readCode(block.code, search);
    return reading ? [{ ...reading, block }] : [];
  });
  const best = Math.max(0, ...readings.map(({ worth }) => worth));
  const equal = readings.filter(({ worth }) => worth === best);
  // Without a sign of the requested name, the longest is the likeliest.
  const [first] = best < 4 ? equal.toSorted((a, b) => b.code.length - a.code.length) : equal;
  const chosen = (best < 4 ? undefined : equal.slice(1).findLast(({ block }) => !standsBeside(block))) ?? first;
  if (!chosen) return null;
  const others = readings.filter((reading) => reading !== chosen).map(({ code }) => code);
  return { ...chosen, code: borrowDefinitions(chosen.code, others.toReversed()) };
}
