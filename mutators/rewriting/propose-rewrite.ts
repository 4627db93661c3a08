import type { ChatMessage } from '../../src/core/chat.ts';
import type { MutationAsk, MutationInput, Proposal, Refusal } from '../../src/core/mutation.ts';
import type { Edit } from '../../src/core/text.ts';
import { propose, refuse } from '../proposals.ts';
import { cleanRewrite, foundIn, MARKERS } from './clean-rewrite.ts';
import { rewriteEdits } from './rewrite-edits.ts';

const RULES = `Keep exactly as they are: code and code blocks, the function's signature, examples and their results, \
names of functions, parameters, types and libraries, everything in quotation marks or backticks, error messages, \
numbers, formulas and URLs. Keep every condition, in the same order; add nothing, leave nothing out, solve nothing.`;

const FORMAT = `Give the whole text, code included, between ${MARKERS.opening} and ${MARKERS.closing}, and nothing else.`;

/** Returns the request to the model for one text. */
function request(instruction: string, text: string): ChatMessage[] {
  return [
    { role: 'system', content: `You reword programming tasks. ${instruction}\n\n${RULES}\n\n${FORMAT}` },
    { role: 'user', content: `${MARKERS.opening}${text}${MARKERS.closing}` },
  ];
}

/**
 * Has the model follow `instructions` one after the other, each on the text of the one before, and makes edits of the
 * outcome.
 */
export async function* proposeRewrite(
  instructions: readonly string[],
  input: MutationInput,
  ask: MutationAsk,
): AsyncIterable<Proposal | Refusal> {
  let text = input.prompt.text;
  for (const instruction of instructions) {
    const outcome = foundIn(await ask(request(instruction, text), 'write'));
    if ('refused' in outcome) return yield outcome;
    text = outcome.text;
  }
  const edits = rewriteEdits(input, cleanRewrite(input.prompt.text, text));
  if (edits.length === 0) yield refuse('unchanged');
  else yield losesEnd(input.prompt.text, edits) ? refuse('truncated') : propose(edits);
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;

/** Whether the last words of the prompt are gone and little came in their place: the rewrite breaks off. */
function losesEnd(text: string, edits: readonly Edit[]): boolean {
  const last = edits.reduce<Edit | null>((found, edit) => (found && found.end > edit.end ? found : edit), null);
  if (!last || wordsOf(text.slice(last.end)) > 0) return false;
  const lost = wordsOf(text.slice(last.start, last.end));
  return lost >= 3 && wordsOf(last.replacement) * 2 < lost;
}
