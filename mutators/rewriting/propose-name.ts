import type { MutationAsk, MutationInput, Proposal, Refusal } from '../../src/core/mutation.ts';
import { isFreshName } from '../parsers/fresh-names.ts';
import { renameFunctionEdits, targetName } from '../parsers/renaming.ts';
import { propose, refuse } from '../proposals.ts';
import { foundIn, MARKERS } from './clean-rewrite.ts';

const FORMAT = `Names are snake_case: small letters, digits and underscores. Give only the name, between \
${MARKERS.opening} and ${MARKERS.closing}, and nothing else.`;

/**
 * Has the model think of a name for the wanted function; the renaming itself is ours, so that nothing else can change.
 */
export async function* proposeName(
  instruction: string,
  input: MutationInput,
  ask: MutationAsk,
): AsyncIterable<Proposal | Refusal> {
  const old = targetName(input);
  if (old === null) return yield refuse('no-function-name');
  // A prompt whose function cannot be renamed costs no call.
  const possible = renameFunctionEdits(input, old, `${old}_`);
  if ('refused' in possible) return yield possible;
  const reply = await ask(
    [
      { role: 'system', content: `You name functions. ${instruction} ${FORMAT}` },
      { role: 'user', content: `The function is called ${old} in this task:\n\n${input.prompt.text}` },
    ],
    'write',
  );
  const found = foundIn(reply.status === 'truncated' ? { ...reply, text: '' } : reply);
  yield 'refused' in found ? found : outcomeOf(input, old, found.text);
}

function outcomeOf(input: MutationInput, old: string, marked: string): Proposal | Refusal {
  const fresh = marked.trim().replace(/^[`'"]+|[`'"]+$|\(\)[`'"]*$/g, '');
  if (fresh === old) return refuse('unchanged');
  if (!/^[a-z_][a-z0-9_]*$/.test(fresh)) return refuse('name-invalid');
  if (!isFreshName(input, fresh)) return refuse('name-taken');
  const renamed = renameFunctionEdits(input, old, fresh);
  return 'refused' in renamed ? renamed : propose(renamed.edits, { [old]: fresh });
}
