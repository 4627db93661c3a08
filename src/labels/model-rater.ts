import { type ChatModel, isUnanswered } from '../core/chat.ts';
import { type Codebook, labelNamed } from './codebook.ts';
import type { LabelItem, Suggestion } from './rating.ts';

/** Characters of each part that a model is shown. */
const PART = 4000;
const MAX_TOKENS = 120;

function instruction({ question, several, labels }: Codebook): string {
  const named = labels.map(({ name, definition }) => (definition === '' ? `- ${name}` : `- ${name}: ${definition}`));
  const how = several ? 'the names of up to three labels, the likeliest first, one per line' : 'the name of one label';
  return `${question}\nThe labels are:\n${named.join('\n')}\n\nReply with ${how}, and nothing else.`;
}

const shown = (text: string) => (text.length > PART ? `${text.slice(0, PART)}\n[…]` : text);

/** The labels that a reply names, a line each or within its text, in its order. */
function labelsInReply(codebook: Codebook, reply: string): string[] {
  const lines = reply.split(/\r?\n|;/).map((line) => line.replace(/^[\s>*\-\d.)]+|[\s.*]+$/g, ''));
  const exact = lines.flatMap((line) => labelNamed(codebook, line) ?? []);
  if (exact.length > 0) return [...new Set(exact)];
  const text = reply.toLowerCase();
  const within = codebook.labels.map(({ name }) => ({ name, at: text.indexOf(name.toLowerCase()) }));
  return within
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

/**
 * Asks a model for the labels of an item, by the codebook's own definitions, at temperature 0. The first label gets all
 * the probability: a reply says nothing of how sure it is.
 *
 * @returns null where the reply names no label
 * @throws ModelError
 */
export async function askForLabels(
  item: LabelItem,
  codebook: Codebook,
  { model, signal }: { readonly model: ChatModel; readonly signal: AbortSignal },
): Promise<Suggestion | null> {
  const content = item.parts.map(({ title, text }) => `${title}:\n${shown(text)}`).join('\n\n');
  const reply = await model.complete(
    {
      messages: [
        { role: 'system', content: instruction(codebook) },
        { role: 'user', content },
      ],
      temperature: 0,
      topP: 1,
      maxTokens: MAX_TOKENS,
      sample: 0,
    },
    signal,
  );
  const names = isUnanswered(reply) ? [] : labelsInReply(codebook, reply.text).slice(0, codebook.several ? 3 : 1);
  if (names.length === 0) return null;
  const labels = names.map((name, at) => ({ name, probability: at === 0 ? 1 : 0 }));
  return { id: item.id, labels, by: `model ${model.id}`, evidence: [] };
}
