import type { ChatMessage } from '../../src/core/chat.ts';
import type { Arena, PartingInput } from '../../src/core/rival.ts';
import { whichOfTwo } from './which-of-two.ts';

/** Contenders of whom each can meet each with so many questions: the largest k with k (k - 1) / 2 of at most that. */
export function fieldOf(questions: number): number {
  return Math.floor((1 + Math.sqrt(1 + 8 * Math.max(0, questions))) / 2);
}

const shown = (output: string | null) => (output === null ? 'an exception is raised' : output);

function question({ promptText, entryPoint }: Arena, { input }: PartingInput, a: string | null, b: string | null) {
  const where = entryPoint === null ? `the input\n\n${input}` : `the call\n\n\`\`\`python\n${input}\n\`\`\``;
  const message: ChatMessage = {
    role: 'user',
    content:
      `This Python task was given:\n\n${promptText}\n\nTwo programs were written for it. They differ on ${where}\n\n` +
      `A: ${shown(a)}\n\nB: ${shown(b)}\n\n` +
      'Which result is right by the task? Work it out step by step, then end with "Answer: A" or "Answer: B".',
  };
  return [message];
}

/**
 * A tournament of the leading contenders: each pair meets once, on an input with different outputs, and the model
 * answers which output is right. Most wins decide, ties go to the higher rank; a reply that names neither is no win.
 *
 * Source: ExPairT-LLM (arXiv 2511.10855: pairwise queries, a tournament that is robust to some wrong answers), S*
 * (arXiv 2502.14382, section 3.2: inputs that separate two programs). Both let the model write the inputs; ours are
 * probes, which cost no call, and only the leading sets meet.
 *
 * @returns index of the winner; null if there was nothing to ask about
 */
export async function tournament(arena: Arena): Promise<number | null> {
  const field = arena.contenders.slice(0, fieldOf(arena.questions));
  const wins = field.map(() => 0);
  let asked = 0;
  for (const [second, later] of field.entries()) {
    for (const [first, earlier] of field.slice(0, second).entries()) {
      const [parting] = arena.parting(earlier, later);
      if (!parting || asked >= arena.questions) continue;
      const [own, other] = parting.outputs;
      // Positions take turns, since models favour one.
      const isSwapped = asked % 2 === 1;
      const answer = whichOfTwo(
        await arena.ask(
          asked++,
          isSwapped ? question(arena, parting, other, own) : question(arena, parting, own, other),
        ),
      );
      if (answer === null) continue;
      const winner = (answer === 'A') === isSwapped ? second : first;
      wins[winner] = (wins[winner] as number) + 1;
    }
  }
  return asked === 0 ? null : wins.indexOf(Math.max(...wins));
}
