import { z } from 'zod';
import type { MutationAsk, Refusal } from '../../src/core/mutation.ts';
import { refuse } from '../proposals.ts';

const judgementSchema = z.strictObject({ reason: z.string(), equivalent: z.boolean() });

const INSTRUCTION = `You compare two versions of a programming task. Decide whether a program that fulfils one version \
always fulfils the other. Wording, tone, grammar and layout do not count. A condition, value, name, input, output, \
error or order that one version has and the other lacks or changes does count. A question that asks for the same \
program counts as equivalent.

Answer with one JSON object and nothing else, the reason first:
{"reason": "<one sentence>", "equivalent": true or false}`;

/** Asks the model whether a rewrite asks for the same program; the reason stays in the stored reply. */
export async function judgeEquivalence(before: string, after: string, ask: MutationAsk): Promise<Refusal | null> {
  const reply = await ask(
    [
      { role: 'system', content: INSTRUCTION },
      { role: 'user', content: `VERSION A\n${before}\n\nVERSION B\n${after}\n\nJSON:` },
    ],
    'judge',
  );
  if (reply.status === 'refused') return refuse('judge:refused');
  if (reply.status === 'failed') return refuse('judge:failed');
  const judgement = readJudgement(reply.text);
  if (judgement === null) return refuse(reply.status === 'truncated' ? 'judge:truncated' : 'judge:unreadable');
  return judgement.equivalent ? null : refuse('judge:not-equivalent');
}

/** The judgement in a reply that is one JSON object, in a code fence or not; null for anything else. */
function readJudgement(reply: string): z.infer<typeof judgementSchema> | null {
  const bare = reply
    .trim()
    .replace(/^```(?:json)?\s*/, '')
    .replace(/\s*```$/, '');
  try {
    const parsed = judgementSchema.safeParse(JSON.parse(bare));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
